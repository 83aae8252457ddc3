import { allowed, firstOpenings, keys, registry, settings } from './app.ts'
import { notes, threads } from './atTheText.ts'
import { profile, skills, style, terminology, world } from './authorFiles.ts'
import { order, splits } from './book.ts'
import type { Kind } from './kind.ts'
import { documents, imports, newChapters, renames, synopses, trash } from './manuscript.ts'
import { budget, codex, constraints, conversations, episodes, memory } from './project.ts'
import { replacing, talks, tasks, versions } from './rounds.ts'

export type { Kind } from './kind.ts'

/** Every kind of file that a channel writes. */
export const kinds: readonly Kind[] = [
  ...[documents, newChapters, imports, renames, trash, synopses],
  ...[order, splits],
  ...[notes, threads],
  ...[codex, conversations, memory, episodes, constraints, budget],
  ...[style, world, skills, terminology, profile],
  ...[versions, replacing, talks, tasks],
  ...[registry, firstOpenings, keys, settings, allowed],
]
