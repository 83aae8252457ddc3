import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { useAgentModel } from '../support/agentModel.ts'
import { caretToEnd, chapterFile, openRow, openSample, readText, sampleFolder } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

test(
  'a synopsis is accepted from a run, changed by hand and stored at once, and deleted',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const chapter = await chapterFile(await sampleFolder(dataFolder), '010')
    const before = await readText(chapter)
    await caretToEnd(page)
    await page.getByTestId('ai-skill-synopsis').click()
    await page.getByTestId('ai-run').click()
    await page.getByTestId('ai-keep-synopsis').click()
    await expect(page.getByTestId('ai-run-card')).toContainText('已存为本章梗概')
    const written = ((await page.getByTestId('ai-output').textContent()) ?? '').trim()
    // The page draws only what is on the screen: the book is the file.
    expect(await readText(chapter)).toBe(before)
    const folder = join(await sampleFolder(dataFolder), '.creonow/synopses')
    const stored = async () => {
      const [name] = (await readdir(folder)).filter((each) => each.endsWith('.json'))
      return name === undefined ? null : JSON.parse(await readText(join(folder, name)))
    }
    expect(await stored()).toMatchObject({ text: written, source: 'model' })

    await openRow(page, 'synopses-open')
    const dialog = page.getByTestId('synopses')
    const row = dialog.getByTestId('synopsis').filter({ hasText: '灯塔下的信', hasNotText: '合在一起' })
    await expect(row).toContainText('AI 写的')
    await row.getByRole('button', { name: /修改「.*灯塔下的信」的梗概/ }).click()
    await dialog.getByRole('textbox', { name: '灯塔下的信' }).fill('林远在灯塔下找到一封没有署名的信。')
    await page.keyboard.press('Escape')
    const kept = { text: '林远在灯塔下找到一封没有署名的信。', source: 'user' }
    await expect.poll(stored).toMatchObject(kept)
    await openRow(page, 'synopses-open')
    await expect(row).toContainText('没有署名的信')
    await row.getByRole('button', { name: /修改「.*灯塔下的信」的梗概/ }).click()
    // Emptied, it is neither stored nor deleted.
    const field = dialog.getByRole('textbox', { name: '灯塔下的信' })
    await field.fill('')
    await expect(dialog.getByTestId('kept-state')).toHaveAttribute('data-state', 'unready')
    await expect(field).toHaveAccessibleDescription(/空着不会存/)
    expect(await stored()).toMatchObject(kept)
    await dialog.getByRole('button', { name: '放弃修改' }).click()
    await expect(field).toHaveValue(kept.text)
    await dialog.getByRole('button', { name: '完成' }).click()

    await row.getByRole('button', { name: /删除「.*灯塔下的信」的梗概/ }).click()
    await row.getByRole('button', { name: '确认删除' }).click()
    await expect(row).toContainText('还没有梗概')
    expect(await stored()).toBeNull()
  },
)

test('the synopses of the whole book say their price, are stopped, gone on with, and then read in the list', async ({
  page,
}) => {
  await openSample(page)
  let hold: (() => void) | undefined
  const isOver = { now: false }
  const model = await useAgentModel(page, async (prompt) => {
    const title = /^# (第.+)$/m.exec(prompt)?.[1] ?? ''
    if (!isOver.now && model.requests.length > 4) await new Promise<void>((resolve) => (hold = resolve))
    return `${title}的梗概。`
  })
  await openRow(page, 'synopses-open')
  const job = page.getByTestId('synopsis-job')
  await expect(job.getByTestId('synopsis-job-price')).toContainText('12 段梗概，每段一次请求')
  await expect(job.getByLabel('由哪个模型写')).toContainText('剧本 · m')
  await job.getByTestId('synopsis-job-start').click()
  await expect(job).toHaveAttribute('data-state', 'running')
  await expect(job.getByTestId('synopsis-job-state')).toContainText('正在写：4 / 12 段')
  await expect(page.getByTestId('synopsis').filter({ hasNotText: '合在一起' }).first()).toContainText(
    'AI 写的',
  )
  await job.getByTestId('synopsis-job-stop').click()
  isOver.now = true
  hold?.()
  await expect(job.getByTestId('synopsis-job-state')).toContainText('停在')
  await job.getByRole('button', { name: '接着写' }).click()
  await expect(job).toHaveAttribute('data-state', 'done')
  await expect(job).toContainText('每一章、每一卷都有梗概了。')
  await expect(page.getByTestId('synopsis').last()).toContainText('的梗概。')
  await model.close()
})

test(
  'without a model of the author no synopsis is offered, and the way to one is told',
  whole,
  async ({ page }) => {
    await openSample(page)
    await openRow(page, 'synopses-open')
    await expect(page.getByTestId('synopsis-job')).toContainText('还没有设置这个模型的服务商')
    await expect(page.getByTestId('synopsis-job-start')).toHaveCount(0)
  },
)
