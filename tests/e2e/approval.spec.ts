import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { useAgentModel } from '../support/agentModel.ts'
import { callFromPage, chapterFile, openSample, sampleFolder } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const finish = 'Finish[做完了。]'
const write = (name: string, content: string) =>
  `Action: Write[${JSON.stringify({ path: `.creonow/settings/${name}.md`, content })}]`

async function start(page: Page, input: string): Promise<void> {
  await page.getByTestId('ai-tab-agent').click()
  await page.getByTestId('agent-input').fill(input)
  await page.getByTestId('agent-run').click()
}

/** Calls a channel of the book's permissions over a connection of its own, which opens the book first. */
async function permissions(page: Page, rootPath: string, more?: object): Promise<unknown> {
  const opening = ['projects:open', { rootPath }] as const
  const [opened] = await callFromPage(page, [opening])
  const { projectId } = (opened as { data: { projectId: string } }).data // the contract's answer
  const channel = more ? 'agent:permissions:set' : 'agent:permissions:get'
  const [, answer] = await callFromPage(page, [opening, [channel, { projectId, ...more }]])
  return (answer as { data: unknown }).data // the contract's answer
}

test(
  'a permission for good is confirmed in a dialog of its own; the next write is not asked about, and the choice can be taken back',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const project = await sampleFolder(dataFolder)
    const model = await useAgentModel(page, [
      write('潮汐', '每日两次。\n'),
      write('钟声', '辰时一响。\n'),
      finish,
    ])
    await start(page, '记下两件事')
    const approval = page.getByTestId('agent-approval')
    await expect(approval).toContainText('要改 1 个设定或文件，1 处')
    await approval.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem').click()
    const dialog = page.getByTestId('agent-always-dialog')
    await expect(dialog).toContainText('写入这次选中的 1 处；以后任务在这部作品里写什么都不再问您。')
    // Left, nothing is decided.
    await dialog.getByText('取消').click()
    await expect(dialog).toHaveCount(0)
    await expect(approval).toBeVisible()
    await approval.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem').click()
    await page.getByTestId('agent-always').click()
    await page.getByTestId('ai-tab-agent').click()
    await expect(page.getByTestId('agent-end')).toContainText('做完了。')
    await expect(approval).toHaveCount(0)
    const texts = ['潮汐', '钟声'].map((name) =>
      readFile(join(project, `.creonow/settings/${name}.md`), 'utf8'),
    )
    expect(await Promise.all(texts)).toEqual(['每日两次。\n', '辰时一响。\n'])
    expect(await permissions(page, project)).toMatchObject({ writes: 'always', bash: 'off' })
    expect(await permissions(page, project, { writes: 'ask' })).toMatchObject({ writes: 'ask' })
    await model.close()
  },
)

test('a command is shown with its hidden signs written out, cannot be allowed for good, and runs as it was shown', async ({
  page,
  dataFolder,
}) => {
  await openSample(page)
  const project = await sampleFolder(dataFolder)
  await callFromPage(page, [['settings:update', { patch: { developerMode: true } }]])
  expect(await permissions(page, project, { bash: 'ask' })).toMatchObject({ bash: 'ask' })
  const command = 'printf "a\u202eb" > ran.txt; password="1$(wc -c < ran.txt)"; echo $password >> ran.txt'
  const model = await useAgentModel(page, [`Action: Bash[${JSON.stringify({ command })}]`, finish])
  await start(page, '跑一下')
  const approval = page.getByTestId('agent-approval')
  await expect(approval).toContainText('要运行一条命令。')
  await expect(approval.locator('pre')).toHaveText(command.replace('\u202e', '⟦U+202E⟧'))
  await expect(approval.getByRole('button', { name: '更多' })).toHaveCount(0)
  await page.getByTestId('agent-approve').click()
  await page.getByTestId('ai-tab-agent').click()
  await expect(page.getByTestId('agent-end')).toContainText('做完了。')
  expect(await readFile(join(project, 'ran.txt'), 'utf8')).toBe('a\u202eb15\n')
  await model.close()
})

test(
  'an approval is gone through by keys: J and K go from place to place, Y and N decide, Escape puts it aside',
  whole,
  async ({ page, dataFolder }) => {
    await openSample(page)
    const file = await chapterFile(await sampleFolder(dataFolder), '010')
    const before = await readFile(file, 'utf8')
    const name = file.slice(file.lastIndexOf('/') + 1)
    const edits = [{ old: '魏伯', new: '魏叔', all: true }]
    const call = `Action: MultiEdit[${JSON.stringify({ paths: [`manuscript/${name}`], edits })}]`
    const model = await useAgentModel(page, [call, finish])
    await start(page, '改称呼')
    const approval = page.getByTestId('agent-approval')
    const shown = page.getByTestId('agent-shown')
    await expect(approval).toBeVisible()
    const places = page.getByTestId('approval-place')
    const count = before.split('魏伯').length - 1
    await expect(async () => {
      await shown.evaluate((box) => box.scrollTo(0, box.scrollHeight))
      await expect(page.getByTestId('agent-approve')).toBeEnabled({ timeout: 500 })
    }).toPass()
    expect(await places.count()).toBe(count)
    await shown.focus()
    await page.keyboard.press('j')
    await page.keyboard.press('n')
    await page.keyboard.press('j')
    await page.keyboard.press('n')
    await page.keyboard.press('k')
    await page.keyboard.press('y')
    await expect(places.nth(0).getByRole('checkbox')).toBeChecked()
    await expect(places.nth(1).getByRole('checkbox')).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(page.locator('.cm-content')).toBeVisible()
    expect(await readFile(file, 'utf8')).toBe(before)
    await page.getByTestId('approval-aside').locator('..').locator('..').getByRole('button').click()
    await expect(page.getByTestId('agent-approve')).toHaveText(`写入所选 ${count - 1} 处`)
    await page.getByTestId('agent-approve').click()
    await page.getByTestId('ai-tab-agent').click()
    await expect(page.getByTestId('agent-end')).toContainText('做完了。')
    let at = 0
    expect(await readFile(file, 'utf8')).toBe(
      before.replaceAll('魏伯', (found) => (at++ === 1 ? found : '魏叔')),
    )
    await model.close()
  },
)
