import type { CodexEntry } from '../../main/src/services/codex/index.ts'

/** An entry that states nothing but its name, for tests of pure functions. */
export const codexEntry = (id: string, name: string, part: Partial<CodexEntry> = {}): CodexEntry => ({
  ...{ id, name, aliases: [], type: 'character', aiContextLevel: 'when_detected', tags: [] },
  ...{ relations: [], constraints: [], exclude: [], caseSensitive: false, progressions: [] },
  ...{ body: '', extra: {} },
  ...part,
})
