import { createApp } from '../../main/src/app.ts'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { agentService, type Script, startAgentServer } from './agentServer.ts'

/** A scripted model that is the default one of a data folder, for commands that are started with it. */
export async function startScriptedModel(dataFolder: string, script: Script) {
  const server = await startAgentServer(script)
  const app = await createApp({ dataFolder, logger: silentLogger, environment: {} })
  const session = app.createSession({ id: 'setup', mayInspect: () => false })
  const { provider, modelId } = agentService(server)
  await app.router.dispatch(session, 'settings:update', { patch: { providers: [provider] } })
  await app.router.dispatch(session, 'settings:key:set', { provider: provider.id, key: 'test-key' })
  await app.router.dispatch(session, 'settings:update', { patch: { defaultModelId: modelId } })
  await app.dispose()
  return server
}
