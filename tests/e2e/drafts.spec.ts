import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import {
  openChapter,
  openCharacter,
  openRow,
  openSample,
  openSettings,
  readText,
  sampleFolder,
} from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

/** Loads the page again, once what was typed last had its fifth of a second. */
async function reload(page: Page) {
  await page.waitForTimeout(400)
  await page.reload()
  await expect(page.locator('.cm-content')).toBeVisible()
}

test('what cannot be stored in a codex entry says so under its field, and is found again after Escape, another row and a reload', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  await openCharacter(page, /许三娘/)
  const file = join(await sampleFolder(dataFolder), '.creonow/characters/许三娘.md')
  const form = page.getByTestId('codex-form')
  const name = form.getByLabel('名字')
  const body = form.getByLabel('内容')
  const stored = await body.inputValue()
  const state = form.getByTestId('kept-state')
  await name.fill('')
  await body.fill('袖口缝着一枚铜钱，写到一半')
  await expect(name).toHaveAccessibleDescription('名字不能空着。')
  await expect(state).toHaveAttribute('data-state', 'unready')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('codex')).toHaveCount(0)

  await openCharacter(page, /许三娘/)
  await expect(body).toHaveValue('袖口缝着一枚铜钱，写到一半')
  await expect(name).toHaveValue('')
  await expect(state).toHaveAttribute('data-state', 'unready')
  const violations = await axeFaults(page, { within: '[data-testid="codex"]' })
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])

  await page.getByTestId('codex').getByRole('button', { name: /阿簪/ }).click()
  await expect(name).toHaveValue('阿簪')
  await expect(page.getByTestId('codex').getByRole('button', { name: /许三娘\s*未保存/ })).toBeVisible()
  expect(await readText(file)).toContain(stored)

  await reload(page)
  await openCharacter(page, /许三娘/)
  await expect(body).toHaveValue('袖口缝着一枚铜钱，写到一半')
  await name.fill('许三娘')
  await expect(state).toHaveAttribute('data-state', 'saved')
  expect(await readText(file)).toContain('袖口缝着一枚铜钱，写到一半')
  await name.fill(' ')
  await expect(state).toHaveAttribute('data-state', 'unready')
  await form.getByRole('button', { name: '放弃修改' }).click()
  await expect(name).toHaveValue('许三娘')
  await expect(state).toHaveAttribute('data-state', 'saved')
})

test(
  'a new entry is found again where it was started, and leaves no draft once it is made',
  whole,
  async ({ page }) => {
    await openSample(page)
    const begin = async () => {
      await openRow(page, 'codex-kind-item')
      await page
        .getByTestId('codex')
        .getByRole('button', { name: /新建条目/ })
        .click()
    }
    await begin()
    const name = page.getByTestId('codex-form').getByLabel('名字')
    await name.fill('青屿银匠铺')
    await page.keyboard.press('Escape')
    await reload(page)
    await begin()
    await expect(name).toHaveValue('青屿银匠铺')
    await page.getByRole('button', { name: '创建', exact: true }).click()
    await expect(page.getByTestId('kept-state')).toHaveAttribute('data-state', 'saved')
    await page.keyboard.press('Escape')
    await begin()
    await expect(name).toHaveValue('')
  },
)

test('a constraint, a preference and a service left unfinished are found again', whole, async ({ page }) => {
  await openSample(page)
  const constraint = async () => {
    await openRow(page, 'constraints-open')
    await page.getByTestId('constraint-add').click()
    return page.getByTestId('constraint-form').getByLabel('内容')
  }
  const preference = async () => {
    await openRow(page, 'memory-open')
    await page.getByTestId('memory-add').click()
    return page.getByTestId('memory-confirmed').getByRole('textbox').first()
  }
  const settings = page.getByTestId('settings')
  const service = async () => {
    await openSettings(page, 'models')
    await settings.getByRole('button', { name: /添加服务/ }).click()
    return settings.getByLabel('名称')
  }
  await (await constraint()).fill('不写梦境')
  await page.keyboard.press('Escape')
  await (await preference()).fill('多写气味')
  await page.keyboard.press('Escape')
  await (await service()).fill('本机')
  await settings.getByLabel('密钥').fill('sk-THIS_SHOULD_STAY_HERE')
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await service()
  await expect(settings.getByLabel('密钥')).toHaveValue('sk-THIS_SHOULD_STAY_HERE')
  await page.keyboard.press('Escape')

  await reload(page)
  await expect(await constraint()).toHaveValue('不写梦境')
  await page.keyboard.press('Escape')
  await expect(await preference()).toHaveValue('多写气味')
  await page.keyboard.press('Escape')
  await expect(await service()).toHaveValue('本机')
  await expect(settings.getByLabel('密钥')).toHaveValue('')
})

test('every chapter keeps its own instruction, over a reload too', async ({ page }) => {
  await openSample(page)
  const box = page.getByTestId('ai-input')
  await box.fill('写得慢一点，多写雾。')
  await openChapter(page, '退潮')
  await expect(box).toHaveValue('')
  await openChapter(page, '灯塔下的信')
  await expect(box).toHaveValue('写得慢一点，多写雾。')
  await reload(page)
  await expect(box).toHaveValue('写得慢一点，多写雾。')
})
