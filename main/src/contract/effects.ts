import { type ChannelName, contract } from './index.ts'
import type { Effect } from './shared.ts'

/** The channels that have an effect. */
type ChannelsWith<E extends Effect> = {
  [C in ChannelName]: (typeof contract)[C]['effect'] extends E ? C : never
}[ChannelName]

/** Channels that read: the page may cache their answers. */
export type ReadChannel = ChannelsWith<'reads'>
/** All others. */
export type WriteChannel = Exclude<ChannelName, ReadChannel>

/** All names of the contract. */
const channelNames = Object.keys(contract) as ChannelName[] // what the contract is declared with

/** The names of channels that declare an effect. */
const withEffect = (effect: Effect): ReadonlySet<string> =>
  new Set(channelNames.filter((channel) => contract[channel].effect === effect))

/** Names of the channels that change nothing. */
export const reading = withEffect('reads')
/** Names of the channels that change what belongs to a project. */
export const writing = withEffect('writes')
