import { z } from 'zod'

/** How a compaction ended: with a summary, without one, or by only shortening the results of tools. */
export type CompactionState = 'summary' | 'timedOut' | 'rejected' | 'shortened'

const range = z.object({ from: z.string(), to: z.string() })
const record = z.object({
  state: z.enum(['summary', 'timedOut', 'rejected', 'shortened']),
  /** The first and the last event that it replaces; absent: none left the history. */
  covers: range.exactOptional(),
  rounds: z.int().min(0),
  messages: z.int().min(0),
  /** Without a summary: the text lists what code took out of the messages, and is sent in their place. */
  listed: z.literal(true).exactOptional(),
  /** The first and the last event whose tool results are sent short. */
  shortened: range.exactOptional(),
  /** The first and the last event of which no more than so many UTF-16 units are sent, whoever wrote it. */
  trimmed: range.extend({ units: z.int().min(1) }).exactOptional(),
})

/** What a compaction did, in the metadata of its event: the events themselves stay as they are. */
export type CompactionRecord = z.infer<typeof record>

/** Undefined for an event that is none, or whose record cannot be read: then nothing is left out because of it. */
export function compactionOf(event: {
  readonly type: string
  readonly metadata?: Readonly<Record<string, unknown>>
}): CompactionRecord | undefined {
  if (event.type !== 'summary') return undefined
  return record.safeParse(event.metadata?.compaction).data
}

/** The events from the first to the last of a range that is there whole; empty: it is not. */
export function eventsIn<E extends { readonly id: string }>(
  events: readonly E[],
  covered: { readonly from: string; readonly to: string } | undefined,
): readonly E[] {
  if (!covered) return []
  const from = events.findIndex(({ id }) => id === covered.from)
  const to = events.findIndex(({ id }) => id === covered.to)
  return from < 0 ? [] : events.slice(from, to + 1)
}
