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
    { level: options.level ?? 'info', base: null, redact: { paths, censor: '***REDACTED***' } },
    options.destination ?? pino.destination({ dest: 2, sync: true }),
  )
}
