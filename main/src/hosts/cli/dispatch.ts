import type { ChannelInput, ChannelName, ChannelOutput } from '../../contract/index.ts'
import { fromPayload } from '../../lib/appError.ts'
import type { CommandContext } from './terminal.ts'

/** Calls a channel as any host does; a refusal becomes the command's error. */
export async function call<C extends ChannelName>(
  { app, session, signal }: CommandContext,
  channel: C,
  input: ChannelInput<C>,
): Promise<ChannelOutput<C>> {
  const answer = await app.router.dispatch(session, channel, input, signal)
  if (!answer.ok) throw fromPayload(answer.error)
  return answer.data as ChannelOutput<C> // the contract's type for this channel; tests parse every output
}
