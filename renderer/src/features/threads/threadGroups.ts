import type { ChannelOutput } from '#contract/index.ts'

/** A thread as main lists it. */
export type Thread = ChannelOutput<'threads:create'>

/** What is most urgent comes first. */
export const groups = ['due', 'open', 'planned', 'paid', 'dropped'] as const

/** Where a thread stands in the list. */
export const groupOf = ({ state, overdue }: Thread): (typeof groups)[number] =>
  overdue ? 'due' : state === 'planted' ? 'open' : state
