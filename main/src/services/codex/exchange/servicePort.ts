import type { CodexEntry } from '#contract/codex.ts'
import type { ExchangePort } from './exchange.ts'

/** The calls of the codex service that an exchange is made of. */
export interface EntryCalls {
  list(projectId: string): Promise<readonly { readonly id: string; readonly error?: string | undefined }[]>
  read(projectId: string, id: string): Promise<{ readonly entry: CodexEntry }>
  save(projectId: string, entry: CodexEntry): Promise<{ readonly id: string; readonly hash: string }>
  delete(projectId: string, id: string, baseHash: string): Promise<void>
}

/**
 * An exchange over single entries. Broken entries are not exported. When one entry cannot be stored, those
 * stored before it are taken back.
 */
export function entryPortOf(codex: EntryCalls): ExchangePort {
  return {
    async list(projectId) {
      const entries: CodexEntry[] = []
      for (const { id, error } of await codex.list(projectId))
        if (error === undefined) entries.push((await codex.read(projectId, id)).entry)
      return entries
    },
    async saveAll(projectId, entries) {
      const saved: { readonly id: string; readonly hash: string }[] = []
      try {
        for (const entry of entries) saved.push(await codex.save(projectId, entry))
      } catch (error) {
        await Promise.allSettled(saved.map(({ id, hash }) => codex.delete(projectId, id, hash)))
        throw error
      }
    },
  }
}
