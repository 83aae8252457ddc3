import type { ErrorPayload } from '../contract/result.ts'

import type { Logger } from './logger.ts'

const maxDepth = 8

/** A copy of plain data with every string, also in keys of records, changed by `redact`. */
export function redactValues(value: unknown, redact: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return '…'
  if (value instanceof Error) return redact(value.stack ?? value.message)
  if (Array.isArray(value)) return value.map((item) => redactValues(item, redact, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactValues(item, redact, depth + 1)]),
  )
}

/** The same logger, with secrets and absolute paths removed from every field and message. */
export function createRedactedLogger(logger: Logger, redact: (text: string) => string): Logger {
  const clean = (level: keyof Logger) => (fields: object, message: string) =>
    logger[level]({ ...Object(redactValues(fields, redact)) }, redact(message))
  return { debug: clean('debug'), info: clean('info'), warn: clean('warn'), error: clean('error') }
}

/** An error on its way out of the process, without secrets. */
export function redactedPayload(
  { code, message, details }: ErrorPayload,
  redact: (text: string) => string,
): ErrorPayload {
  return {
    ...{ code, message: redact(message) },
    ...(details !== undefined && { details: redactValues(details, redact) }),
  }
}
