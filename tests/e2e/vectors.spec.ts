import type { Page } from '@playwright/test'
import { startEmbedderDouble } from '../integration/services/retrieval/embedder.ts'
import { axeFaults } from '../support/axe.ts'
import { chooseOption } from '../support/chooseOption.ts'
import { caretToEnd, openSample, openSettings, openViewer } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

async function addService(page: Page, baseUrl: string): Promise<void> {
  const dialog = page.getByTestId('settings')
  await dialog.getByRole('button', { name: '添加服务' }).click()
  await dialog.getByLabel('名称').fill('本机')
  await dialog.getByLabel('接口地址').fill(baseUrl)
  await dialog.getByLabel('模型名，一行一个').fill('chat')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await expect(dialog.getByText(baseUrl)).toBeVisible()
}

test(
  'a vector service is used once it is set up; when it fails, search goes on by words and the author is notified',
  whole,
  async ({ page }) => {
    const embedder = await startEmbedderDouble()
    try {
      await openSample(page)
      await caretToEnd(page)
      await openSettings(page, 'models')
      await addService(page, embedder.baseUrl)
      await openSettings(page, 'context')
      const vectors = page.getByTestId('vector-settings')
      await chooseOption(vectors.getByLabel('向量服务'), '本机')
      await vectors.getByLabel('向量模型名').fill('meanings')
      await vectors.getByLabel('维数（可不填）').focus()
      await expect(vectors.getByTestId('kept-state')).toContainText('自动保存')
      await vectors.getByLabel('维数（可不填）').fill('零')
      await vectors.getByLabel('维数（可不填）').press('Tab')
      await expect(vectors.getByTestId('kept-state')).toContainText('还不能保存')
      expect(embedder.asked).toEqual([])
      await vectors.getByLabel('维数（可不填）').fill('')
      const violations = await axeFaults(page, { within: '[data-testid="vector-settings"]' })
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
      await vectors.getByLabel('维数（可不填）').press('Enter')
      await expect(vectors.getByRole('status')).toContainText('已保存')
      await expect.poll(() => embedder.asked.length).toBeGreaterThan(10)

      embedder.mode = 'failing'
      await page.keyboard.press('Escape')
      await caretToEnd(page)
      await page.keyboard.press('ArrowUp')
      await openViewer(page)
      const warnings = page.getByTestId('ai-context-warnings')
      await expect(warnings).toContainText('这次只按字词找')
      await expect(page.getByTestId('ai-context-layer-retrieved')).toContainText('与眼前的文字相关，第 1')

      await openSettings(page, 'context')
      await chooseOption(vectors.getByLabel('向量服务'), '不接，只按字词找')
      await expect(vectors.getByLabel('向量模型名')).toHaveCount(0)
    } finally {
      await embedder.stop()
    }
  },
)
