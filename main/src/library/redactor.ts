import { createRedactor as createAppRedactor } from '../services/redaction/index.ts'
import type { Redactor } from './ports.ts'

/** What the built-in redactor recognises in addition to its patterns. */
export interface RedactorOptions {
  /** Secrets of the program, read at each call. */
  readonly keys?: () => readonly string[]
  /** Names of accounts as they appear in paths of this computer. */
  readonly accounts?: readonly string[]
  /** True for a text that the author has marked as no secret. */
  readonly allow?: (text: string, projectId: string) => boolean
}

/** Hides keys of many services, passwords in assignments, private keys, identity numbers and absolute paths. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const app = createAppRedactor(options)
  return {
    redact: (text, scope, projectId) =>
      app.redact(text, scope === 'manuscript' ? 'manuscript' : 'creonow', projectId),
    version: () => app.version?.() ?? 0,
  }
}
