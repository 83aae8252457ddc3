import type { CodexEntry } from '#contract/codex.ts'
import type { JsonRecord } from './safeJson.ts'

/** An entry as it comes out of a file: an id only when the file is our own. */
export type Draft = Omit<CodexEntry, 'id' | 'extra'> & {
  readonly id: string | undefined
  readonly extra: JsonRecord
}

/** Fields of the app that foreign files know nothing of; anew for every entry. */
export const emptyFields = () => ({
  type: 'lore' as const,
  tags: [],
  relations: [],
  constraints: [],
  exclude: [],
  progressions: [],
})
