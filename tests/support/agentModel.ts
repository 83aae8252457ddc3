import type { Page } from '@playwright/test'
import { agentService, type Script, startAgentServer } from './agentServer.ts'
import { callFromPage } from './pages.ts'

/** Makes a scripted model the default one of the app in `page`. */
export async function useAgentModel(page: Page, script: Script) {
  const server = await startAgentServer(script)
  const { provider, modelId } = agentService(server)
  await callFromPage(page, [
    ['settings:update', { patch: { providers: [provider] } }],
    ['settings:key:set', { provider: provider.id, key: 'test-key' }],
    ['settings:update', { patch: { defaultModelId: modelId } }],
  ])
  await page.reload()
  return server
}
