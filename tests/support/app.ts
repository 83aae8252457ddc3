import { type AppOptions, createApp } from '../../main/src/app.ts'
import {
  type ChannelInput,
  type ChannelName,
  type ChannelOutput,
  contract,
} from '../../main/src/contract/index.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { createTestId } from './chapterId.ts'
import { type Workplace, workplace } from './commandLine.ts'
import { sharedEncoding } from './tokenTables.ts'

export interface TestApp extends Workplace {
  readonly projectId: string
  readonly app: Awaited<ReturnType<typeof createApp>>
  /** Calls a channel and parses what comes back by the contract. Throws on a refusal. */
  invoke<C extends ChannelName>(channel: C, input: ChannelInput<C>): Promise<ChannelOutput<C>>
  /** The code of a refusal, or 'ok'. */
  codeOf<C extends ChannelName>(channel: C, input: ChannelInput<C>): Promise<string>
}

/**
 * The whole app over a fresh copy of the sample, indexed, with a session that may inspect. `arrange` may put
 * another project into its folder before the app looks at it.
 */
export async function startApp(
  options: Partial<AppOptions> = {},
  arrange: (place: Workplace) => Promise<void> = async () => undefined,
): Promise<TestApp> {
  const place = await workplace()
  await arrange(place)
  const app = await createApp({
    dataFolder: place.dataFolder,
    logger: silentLogger,
    environment: {},
    fakePauseMs: 0,
    createId: createTestId,
    encoding: sharedEncoding,
    ...options,
  })
  const session = app.createSession({ id: 'test', mayInspect: () => true })
  const dispatch = (channel: ChannelName, input: unknown) => app.router.dispatch(session, channel, input)

  async function invoke<C extends ChannelName>(
    channel: C,
    input: ChannelInput<C>,
  ): Promise<ChannelOutput<C>> {
    const answer = await dispatch(channel, input)
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.message}`)
    return contract[channel].output.parse(answer.data) as ChannelOutput<C>
  }

  const { projectId } = await invoke('projects:open', { rootPath: place.project })
  await app.services.retrieval.ensureIndexed(projectId)
  return {
    ...place,
    app,
    projectId,
    invoke,
    async codeOf(channel, input) {
      const answer = await dispatch(channel, input)
      return answer.ok ? 'ok' : answer.error.code
    },
    async remove() {
      await app.dispose()
      await place.remove()
    },
  }
}
