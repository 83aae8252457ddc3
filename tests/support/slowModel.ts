import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { beginStream, endStream, sendDelta, startChatServer } from './chatServer.ts'
import { callFromPage } from './pages.ts'

/** A model that writes when the test says so. */
export interface SlowModel {
  /** Resolves once a run has asked; later runs are waited for again. */
  asked(): Promise<void>
  write(text: string): void
  end(): void
  close(): Promise<void>
}

/** Starts the model and makes it the default one of the app in `page`. */
export async function useSlowModel(page: Page): Promise<SlowModel> {
  let current: ServerResponse | null = null
  let tell = () => {}
  let asking = new Promise<void>((resolve) => {
    tell = resolve
  })
  const server = await startChatServer((response) => {
    current = response
    beginStream(response)
    response.flushHeaders()
    tell()
  })
  const provider = { id: 'slow', name: '慢慢写', baseUrl: server.baseUrl, models: ['m'] }
  await callFromPage(page, [
    ['settings:update', { patch: { providers: [provider] } }],
    ['settings:key:set', { provider: 'slow', key: 'test-key' }],
    ['settings:update', { patch: { defaultModelId: 'slow/m' } }],
  ])
  await page.reload()
  return {
    async asked() {
      await asking
      asking = new Promise<void>((resolve) => {
        tell = resolve
      })
    },
    write(text) {
      if (current !== null) sendDelta(current, text)
    },
    end() {
      if (current === null) return
      sendDelta(current, '', 'stop')
      endStream(current)
    },
    close: () => server.close(),
  }
}
