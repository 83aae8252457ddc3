import { allowed, firstOpenings, keys, registry, settings } from './app.ts'
import type { Kind } from './kind.ts'
import { documents, imports, newChapters, renames, synopses, trash } from './manuscript.ts'
import { budget, codex, constraints, conversations, episodes, memory } from './project.ts'

export type { Kind } from './kind.ts'

/** Every kind of file that a channel writes. No channel writes `rules/terminology.json`: people edit it by hand. */
export const kinds: readonly Kind[] = [
  ...[documents, newChapters, imports, renames, trash, synopses],
  ...[codex, conversations, memory, episodes, constraints, budget],
  ...[registry, firstOpenings, keys, settings, allowed],
]
