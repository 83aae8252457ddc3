import type { AppOptions } from '../../main/src/app.ts'
import { startToolServer, type WireFormat } from '../../scripts/torture/toolServer.ts'
import { type AgentApp, startAppWith } from './agentApp.ts'
import type { Workplace } from './commandLine.ts'

export type ToolApp = AgentApp<Awaited<ReturnType<typeof startToolServer>>>

/** The whole app over a copy of the sample, with a model that calls tools in a wire format. */
export async function startToolApp(
  format: WireFormat,
  script: Parameters<typeof startToolServer>[1],
  more: {
    readonly model?: string
    /** Who answers; absent: as the address shows, and Anthropic for its format. */
    readonly family?: string
    readonly toolProtocol?: 'auto' | 'react' | 'native'
    readonly options?: Partial<AppOptions>
    readonly arrange?: (place: Workplace) => Promise<void>
  } = {},
): Promise<ToolApp> {
  const { model = 'm', toolProtocol = 'native' } = more
  const family = more.family ?? (format === 'messages' ? 'anthropic' : undefined)
  const server = await startToolServer(format, script)
  const provider = {
    ...{ id: 'script', name: '剧本', baseUrl: server.baseUrl, models: [model], toolProtocol },
    ...(family === undefined ? {} : { family }),
  }
  return startAppWith(server, { provider, modelId: `script/${model}` }, more.options, more.arrange)
}
