import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../support/webApp.ts'

test('a folder from before the AI files gets what it lacks, and what it has stays as it is', async ({
  page,
}) => {
  const project = await mkdtemp(join(tmpdir(), 'creonow-old-'))
  await mkdir(join(project, 'manuscript'))
  await writeFile(join(project, 'manuscript/第一章 雾.md'), '　　雾来了。\n')
  await mkdir(join(project, '.creonow/rules'), { recursive: true })
  await writeFile(join(project, '.creonow/rules/style.md'), '短句。\n')

  await page.getByTestId('welcome-open').click()
  await page.getByLabel('文件夹').fill(project)
  await page.getByRole('button', { name: '打开', exact: true }).click()
  await expect(page.locator('.cm-content')).toContainText('雾来了。')
  await expect
    .poll(() => readdir(join(project, '.creonow')))
    .toEqual(expect.arrayContaining(['cache', 'characters', 'conversations', 'memory', 'settings']))
  await expect.poll(() => readdir(join(project, '.creonow/cache'))).toContain('.gitignore')
  expect(await readFile(join(project, '.creonow/rules/style.md'), 'utf8')).toBe('短句。\n')
  expect(await readdir(join(project, 'manuscript'))).toEqual(['第一章 雾.md'])
  // The host may still be writing to its cache.
  await rm(project, { recursive: true, force: true, maxRetries: 10 })
})
