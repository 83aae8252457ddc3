import { type DestinationStream, pino } from 'pino'

/** Structured log: summaries, ids and hashes, never text of the manuscript or a prompt. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} }

/** Fields that could carry a writer's words or a key are cut out whatever the caller passes. */
const redactedFields = ['text', 'prompt', 'systemPrompt', 'userContent', 'key', 'apiKey', 'authorization']

export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  const paths = redactedFields.flatMap((field) => [field, `*.${field}`])
  return pino(
    {
      level: options.level ?? 'info',
      base: null,
      redact: { paths, censor: '***REDACTED***' },
      formatters: { log: withoutOwnNames },
    },
    options.destination ?? pino.destination({ dest: 2, sync: true }),
  )
}

/** A line's own fields; a second one of the same name would hide which is which from whoever parses the line. */
function withoutOwnNames(fields: Record<string, unknown>): Record<string, unknown> {
  const own = ['level', 'time', 'msg'].filter((name) => name in fields)
  if (own.length === 0) return fields
  const renamed = (name: string) =>
    own.includes(name) ? `own${name.charAt(0).toUpperCase()}${name.slice(1)}` : name
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [renamed(name), value]))
}
