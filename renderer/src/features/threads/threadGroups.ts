import type { ChannelOutput } from '#contract/index.ts'

/** A thread as main lists it. */
export type Thread = ChannelOutput<'threads:create'>

/** What is most urgent comes first. */
const groups = ['due', 'open', 'planned', 'paid', 'dropped'] as const

/** Where a thread stands in the list. */
export const groupOf = ({ state, overdue }: Thread): (typeof groups)[number] =>
  overdue ? 'due' : state === 'planted' ? 'open' : state

/** A row of the list: the heading of a group with how many it has, or a thread. */
export type ThreadRow = { readonly group: (typeof groups)[number]; readonly count: number } | Thread

/** The groups that have threads, each with its heading, in the order of urgency. */
export const rowsOf = (threads: readonly Thread[]): readonly ThreadRow[] =>
  groups.flatMap((group) => {
    const members = threads.filter((thread) => groupOf(thread) === group)
    return members.length === 0 ? [] : [{ group, count: members.length }, ...members]
  })

/** The same for the same heading or thread. */
export const keyOfRow = (row: ThreadRow): string => ('count' in row ? row.group : row.id)
