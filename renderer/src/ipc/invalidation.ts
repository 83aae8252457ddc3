import type { ChannelOutput } from '#contract/index.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import type { Subject } from '#contract/subjects.ts'

/** A channel as the contract declares it, without its schemas. */
export type DeclaredChannel = DeepReadonly<ChannelOutput<'channels:list'>['channels'][number]>

/** Whether the cached answer of a read is stale now. */
export type IsStale = (read: string) => boolean

/** What a run or a task has changed in addition to files, whose changes are events of their own. */
const changedByRun: readonly Subject[] = ['.creonow/conversations', '.creonow/memory', 'receipts', 'spending']
const changedByTask: readonly Subject[] = [
  '.creonow/conversations',
  'tasks',
  'edits',
  'permissions',
  'spending',
]

/** Which cached answers changes make stale. */
export interface Invalidation {
  readonly afterRun: IsStale
  readonly afterTask: IsStale
  /** After a write or any other work; undefined: it changes nothing. */
  afterCall(channel: string): IsStale | undefined
  /** After changes of a project's files; paths are project-relative, a folder stands for everything below it. */
  afterFiles(paths: readonly string[]): IsStale
  /** Reads whose answers change without an event. */
  readonly unannounced: readonly string[]
}

/** Derives it from the subjects of the channels; null: they are not there, and every change makes everything stale. */
export const createInvalidation = (channels: readonly DeclaredChannel[] | null): Invalidation => {
  const everything = () => true
  if (channels === null)
    return {
      ...{ afterRun: everything, afterTask: everything, unannounced: [] },
      ...{ afterCall: () => everything, afterFiles: () => everything },
    }
  const declared = new Map(channels.map((channel) => [channel.channel, channel]))
  const after =
    (changed: readonly string[]): IsStale =>
    (read) =>
      declared.get(read)?.subjects.some((subject) => changed.some((other) => overlaps(subject, other))) ===
      true
  return {
    afterRun: after(changedByRun),
    afterTask: after(changedByTask),
    afterCall(channel) {
      const called = declared.get(channel)
      return called === undefined || called.effect === 'reads' || called.subjects.length === 0
        ? undefined
        : after(called.subjects)
    },
    afterFiles(paths) {
      const isStale = after(paths)
      // A receipt is compared with the files as they are now; typing in a chapter makes a receipt of its own.
      const isOneChapter = paths.length === 1 && paths[0]?.startsWith('manuscript/')
      return (read) => isStale(read) || (read === 'context:receipt:read' && !isOneChapter)
    },
    unannounced: channels
      .filter(({ effect, subjects }) => effect === 'reads' && subjects.includes('unannounced'))
      .map(({ channel }) => channel),
  }
}

/** Whether one path is the other or lies below it; words overlap only with themselves. */
const overlaps = (subject: string, other: string) =>
  subject === other || subject.startsWith(`${other}/`) || other.startsWith(`${subject}/`)
