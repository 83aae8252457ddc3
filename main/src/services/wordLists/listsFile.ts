import { z } from 'zod'
import type { Format } from '../../lib/versionedFile/index.ts'

export const maxLists = 50
const maxListUnits = 4_194_304
/** Of one book; the oldest are forgotten. */
export const maxIgnored = 5000

const list = z.object({
  id: z.string().min(1).max(128),
  /** The author's; empty for what was added word by word. */
  name: z.string().max(200),
  kind: z.enum(['typos', 'sensitive']),
  /** Whether its words are marked. */
  isOn: z.boolean(),
  /** One word a line, as `wordsOfList` reads it. */
  text: z.string().max(maxListUnits),
})

const stored = z.object({
  version: z.literal(1),
  lists: z.array(list).max(maxLists),
  /** The one that was removed last, to be brought back. */
  removed: list.nullable(),
  /** Places that the author has waved away, by project, as `placeKey` writes them. */
  ignored: z.record(z.string(), z.array(z.string().max(400)).max(maxIgnored)),
})

export type StoredLists = Readonly<z.infer<typeof stored>>
export type StoredList = StoredLists['lists'][number]

/** `wordLists.json` of the data folder: of the author, for every book. */
export const listsFormat: Format<StoredLists> = {
  schema: stored,
  absent: { version: 1, lists: [], removed: null, ignored: {} },
  version: 1,
  maxBytes: 64 * 1_048_576,
  mode: 0o600,
}

const neighbourUnits = 6

/** A place by the word and what stands beside it in its line: another sentence is another place. */
export function placeKey(line: string, from: number, to: number): string {
  return [
    line.slice(Math.max(0, from - neighbourUnits), from),
    line.slice(from, to),
    line.slice(to, to + neighbourUnits),
  ].join('\n')
}
