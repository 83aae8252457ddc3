import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { axeFaults } from '../support/axe.ts'
import { expect, test } from '../support/webApp.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

test('a newcomer learns what this is and how to get a model, finds the first cards and questions, and is one Tab from the text', async ({
  page,
  dataFolder,
}) => {
  // Words of the file names were wider than their card.
  await expect(page.getByTestId('welcome-import')).toContainText('.txt')
  const clipped = await page
    .getByTestId('welcome-import')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(clipped).toBeLessThanOrEqual(0)
  await expect(page.locator('.welcome-lead')).toContainText('写长篇小说')
  if (pictures) await page.screenshot({ path: `${pictures}/firstSteps-welcome.png` })
  await page.getByRole('button', { name: '接一个模型' }).click()
  await expect(page.getByTestId('settings-page-models')).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('.settings-place:focus')).toContainText('模型服务')
  await page.keyboard.press('Escape')

  const project = join(dataFolder, '江雾')
  await mkdir(join(project, 'manuscript'), { recursive: true })
  for (const [name, title] of [
    ['001', '夜渡'],
    ['002', '旧信'],
  ] as const)
    await writeFile(
      join(project, 'manuscript', `${name}-${title}.md`),
      `# ${title}\n\n${'　　宋青山看着雾。“船还没有到？”柳如眉问。宋青山没有回答。\n'.repeat(20)}`,
    )
  await page.getByTestId('welcome-open').click()
  await page.locator('.folder-field input').fill(project)
  await page.locator('.welcome-form button[type=submit]').click()
  await page.locator('.chapter-row').filter({ hasText: '旧信' }).click()
  await page.locator('.cm-content').waitFor()

  await page.getByTestId('rail-codex').click()
  await expect(page.getByText('还没有卡片。')).toBeVisible()
  await page.getByTestId('codex-first').click()
  await expect(page.getByTestId('codex-from-text')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByTestId('ai-tab-chat').click()
  const questions = page.getByTestId('chat-first').getByRole('button')
  await expect(questions).toHaveText([
    '「旧信」后面可以怎么写？给我三种走向',
    '「旧信」和上一章「夜渡」有没有矛盾？',
    '「旧信」里的人各想要什么？',
  ])
  expect(await axeFaults(page, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] })).toEqual([])
  if (pictures) await page.screenshot({ path: `${pictures}/firstSteps-chat.png` })
  await questions.first().click()
  await expect(page.getByTestId('chat-user')).toContainText('给我三种走向')
  await expect(page.getByTestId('example-note')).toContainText('只作示范')

  await page.getByTestId('ai-tab-agent').click()
  const tasks = page.getByTestId('agent-first').getByRole('button')
  await expect(tasks).toHaveCount(3)
  if (pictures) await page.screenshot({ path: `${pictures}/firstSteps-tasks.png` })
  await tasks.first().click()
  await expect(page.getByTestId('agent-input')).toHaveValue(/前后矛盾/)
  await expect(page.getByTestId('agent-input')).toBeFocused()
  await expect(tasks).toHaveCount(0)

  await page.reload()
  await page.locator('.cm-content').waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('.cm-content')).toBeFocused()
})
