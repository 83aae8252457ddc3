import { contract } from '../../main/src/contract/index.ts'
import { channelsHandlers } from '../../main/src/ipc/serviceHandlers.ts'
import { createIpc } from '../../renderer/src/ipc/client.ts'
import { createQueries, type Queries } from '../../renderer/src/ipc/queries.ts'
import type { Transport } from '../../renderer/src/ipc/types.ts'

const handlers = channelsHandlers(contract)
/** What main answers to `channels:list`. */
export const { channels: declaredChannels } = await handlers['channels:list']({}, undefined as never) // no call is read

/** The page's cache over a transport that is always online; `invoke` answers, `on` is for a test that sends events. */
export const pageQueries = (transport: Pick<Transport, 'invoke'> & Partial<Pick<Transport, 'on'>>): Queries =>
  createQueries(
    createIpc({
      on: () => () => {},
      connection: { get: () => 'online', subscribe: () => () => {} },
      resumeWith: () => {},
      ...transport,
    }),
    declaredChannels,
  )
