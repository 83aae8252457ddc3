import type { Page } from '@playwright/test'
import { startAgentServer } from '../support/agentServer.ts'
import { axeFaults } from '../support/axe.ts'
import { chooseOption } from '../support/chooseOption.ts'
import { callFromPage, caretToEnd, openRow, openSample, openSettings } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

/** The sample, written by a model of a priced family on loopback. */
async function openPaid(page: Page) {
  await openSample(page)
  const server = await startAgentServer(() => '雾散了。')
  const provider = {
    ...{ id: 'paid', name: '付费', baseUrl: server.baseUrl, family: 'openai', models: ['gpt-6.1-sol'] },
  }
  await callFromPage(page, [
    ['settings:update', { patch: { providers: [provider] } }],
    ['settings:key:set', { provider: 'paid', key: 'test-key' }],
    ['settings:update', { patch: { defaultModelId: 'paid/gpt-6.1-sol' } }],
  ])
  await page.reload()
  await expect(page.locator('.cm-content')).toBeVisible()
  await caretToEnd(page)
  return server
}

test('the month’s spending stands in the settings, a limit near is told, and a request that would pass it is not sent', async ({
  page,
}) => {
  const server = await openPaid(page)
  await page.getByTestId('ai-run').click()
  await expect(page.getByTestId('ai-suggestion-accept')).toBeVisible()
  await page.getByTestId('ai-suggestion-accept').click()

  await openSettings(page, 'models')
  const section = page.getByTestId('spending-settings')
  const field = section.getByRole('textbox', { name: /^这部作品本月已用 \$0\.00\d+，/ })
  await field.fill('不多')
  await expect(section).toContainText('写一个数，例如 20。')
  await field.fill('0.0025')
  await section.getByRole('textbox', { name: /^所有作品/ }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^这部作品本月已用 \$0\.00\d+，上限 \$0\.0025。$/)).toBeVisible()
  const sent = server.requests.length
  await page.getByTestId('ai-run').click()
  await expect(page.getByTestId('ai-run-card').last()).toContainText('会超过您设的上限 0.00 美元，没有发出去')
  expect(server.requests.length).toBe(sent)

  await page.getByRole('button', { name: '改上限' }).last().click()
  await field.fill('')
  await section.getByRole('textbox', { name: /^所有作品/ }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/上限 \$0\.0025/)).toHaveCount(0)
  await page.getByTestId('ai-run').click()
  await expect(page.getByTestId('ai-suggestion-accept')).toBeVisible()
  await server.close()
})

test(
  'what a change loses of the cache is told at the model and at the rules, in both languages, before it is made',
  whole,
  async ({ page }) => {
    const server = await openPaid(page)
    for (let at = 0; at < 2; at += 1) {
      await page.getByTestId('ai-run').click()
      await page.getByTestId('ai-suggestion-accept').click()
    }
    const sentences = {
      zh: {
        model: /^换模型就用不上缓存里的约 [\d,]+ 个词元，约值 \$0\.0\d+。$/,
        front: /下一次多付约 \$0\.0\d+。$/,
      },
      en: {
        model: /^Another model cannot use the [\d,]+ tokens in the cache, worth about \$0\.0\d+\.$/,
        front: /costs about \$0\.0\d+ more\.$/,
      },
    }
    for (const language of ['zh', 'en'] as const) {
      await callFromPage(page, [['settings:update', { patch: { language } }]])
      await page.reload()
      await page.getByTestId('ai-model').click()
      await expect(page.locator('.select-note')).toHaveText(sentences[language].model)
      expect(await axeFaults(page, { within: '.select-list' })).toEqual([])
      await page.keyboard.press('Escape')
      await openRow(page, 'constraints-open')
      await expect(page.getByTestId('cache-note')).toHaveText(sentences[language].front)
    }
    await page.getByRole('button', { name: 'Add a constraint' }).click()
    await page.getByTestId('constraint-form').getByRole('textbox').first().fill('不写感叹号。')
    await page.getByTestId('constraint-form').getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByTestId('cache-note')).toHaveCount(0)
    await server.close()
  },
)

test(
  'what switching thinking loses of the cache is shown at the switch, in both languages, and is gone once it is switched',
  whole,
  async ({ page }) => {
    const server = await openPaid(page)
    for (let at = 0; at < 2; at += 1) {
      await page.getByTestId('ai-run').click()
      await page.getByTestId('ai-suggestion-accept').click()
    }
    const labels = {
      zh: {
        ...{ edit: '修改', thinking: '先思考再写', off: '不思考' },
        note: /^改了思考就用不上缓存里的约 [\d,]+ 个词元，约值 \$0\.0\d+。$/,
      },
      en: {
        ...{ edit: 'Edit', thinking: 'Thinking before writing', off: 'Do not think' },
        note: /^With another choice the [\d,]+ tokens in the cache cannot be used, worth about \$0\.0\d+\.$/,
      },
    }
    for (const language of ['zh', 'en'] as const) {
      await callFromPage(page, [['settings:update', { patch: { language } }]])
      await page.reload()
      const { edit, thinking, off, note } = labels[language]
      await openSettings(page, 'models')
      const dialog = page.getByTestId('settings')
      await dialog.locator('.provider-row').first().getByRole('button', { name: edit }).click()
      const choice = dialog.getByLabel(thinking)
      await choice.click()
      await expect(page.locator('.select-note')).toHaveText(note)
      expect(await axeFaults(page, { within: '.select-list' })).toEqual([])
      if (language === 'zh') {
        await page.keyboard.press('Escape')
        continue
      }
      await page.getByRole('option', { name: off }).click()
      await expect(dialog.getByTestId('kept-state')).toHaveAttribute('data-state', 'saved')
      await choice.click()
      await expect(page.getByRole('option', { name: off })).toBeVisible()
      await expect(page.locator('.select-note')).toHaveCount(0)
    }
    await server.close()
  },
)

test('length, effort and versions are chosen at the run, remembered for its skill, and what effort loses is told before', async ({
  page,
}) => {
  const server = await openPaid(page)
  for (let at = 0; at < 2; at += 1) {
    await page.getByTestId('ai-run').click()
    await page.getByTestId('ai-suggestion-accept').click()
  }
  const effort = page.getByTestId('ai-effort')
  await effort.click()
  await expect(page.locator('.select-note')).toHaveText(
    /^改了思考就用不上缓存里的约 [\d,]+ 个词元，约值 \$0\.0\d+。$/,
  )
  await expect(page.getByRole('option')).toHaveText(['思考照模型', '思考少', '思考适中', '思考多'])
  await page.getByRole('option', { name: '思考多' }).click()
  await effort.click()
  await expect(page.getByRole('option', { name: '思考多' })).toBeVisible()
  await expect(page.locator('.select-note')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await chooseOption(page.getByTestId('ai-length'), '约 800 字')
  await chooseOption(page.getByTestId('ai-version-count'), '写 2 版')
  // A model that thinks takes none.
  await expect(page.getByTestId('ai-temperature')).toHaveCount(0)
  expect(await axeFaults(page, { within: '.instruction' })).toEqual([])
  const sent = server.requests.length
  await page.getByTestId('ai-run').click()
  await expect(page.getByTestId('ai-versions')).toContainText('2')
  const bodies = server.requests.slice(sent).map(({ body }) => body)
  expect(bodies.map((body) => [body.reasoning_effort, JSON.stringify(body).includes('约 800 字')])).toEqual([
    ['high', true],
    ['high', true],
  ])

  await page.getByTestId('ai-skill-brainstorm').click()
  await expect(effort).toHaveText('思考照模型')
  await page.reload()
  await expect(page.getByTestId('ai-length')).toHaveText('约 800 字')
  await expect(effort).toHaveText('思考多')
  await expect(page.getByTestId('ai-version-count')).toHaveText('写 2 版')
  await server.close()
})
