import { join } from 'node:path'
import { messages, startCachingServer } from '../support/cachingServer.ts'
import {
  callFromPage,
  caretToEnd,
  openRow,
  openSample,
  openViewer,
  runSkill,
  sampleFolder,
  writeText,
} from '../support/pages.ts'
import { marksCache } from '../support/simulatedCache.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

test(
  'the viewer names the block that broke the cache, what it cost, and how the next run found it again',
  whole,
  async ({ page, dataFolder }) => {
    const server = await startCachingServer({ cache: marksCache(), answer: messages })
    const provider = {
      ...{ id: 'own', name: '自己的', baseUrl: server.baseUrl },
      ...{ family: 'anthropic', models: ['claude-sonnet-5-5'] },
    }
    await openSample(page)
    const learned = { id: 'p', text: '不写“忽然”', kind: 'style', status: 'proposed', asConstraint: true }
    const memory = join(await sampleFolder(dataFolder), '.creonow/memory/preferences.json')
    await writeText(memory, JSON.stringify([{ ...learned, evidenceCount: 3, source: 'observed' }]))
    await callFromPage(page, [
      ['settings:update', { patch: { providers: [provider] } }],
      ['settings:key:set', { provider: 'own', key: 'test-key' }],
      ['settings:update', { patch: { defaultModelId: 'own/claude-sonnet-5-5' } }],
    ])
    await page.reload()

    const spending = page.getByTestId('ai-context-panel').getByTestId('ai-spending')
    const runAndLook = async () => {
      await caretToEnd(page)
      await runSkill(page)
      await page.keyboard.press('Escape')
      await expect(page.getByTestId('ai-suggestion')).toHaveCount(0)
      await openViewer(page)
    }
    const close = () => page.getByTestId('ai-context-toggle').click()
    await runAndLook()
    await expect(spending).toHaveAttribute('data-cache', 'firstWrite')
    await close()
    await runAndLook()
    await expect(spending).toHaveAttribute('data-cache', 'hit')
    await close()

    await openRow(page, 'memory-open')
    await page.getByTestId('memory-proposed').getByRole('button', { name: '采纳' }).click()
    await expect(page.getByTestId('memory-confirmed')).toContainText('不写“忽然”')
    await page.keyboard.press('Escape')
    await runAndLook()
    await expect(spending).toHaveAttribute('data-cache', 'missed')
    await expect(spending.locator('summary')).toContainText(/多花约 \$0\.0\d+/)
    await expect(spending).toContainText('这次没用上缓存 · 从规则 · 创作约束开始不同')
    if (pictures) await page.screenshot({ path: join(pictures, 'cache-break.png') })
    await close()
    await runAndLook()
    await expect(spending).toHaveAttribute('data-cache', 'hit')
    await server.close()
  },
)
