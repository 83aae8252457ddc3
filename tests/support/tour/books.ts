import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { chapterFile, openSample, readText, sampleFolder, writeText } from '../pages.ts'

const prose = (at: number) =>
  `Chapter ${at}\n\n${'Lin folded the letter, put it back into his pocket, and said nothing.\n\n'.repeat(30)}`

/** Leaves evidence in every run. */
const secret = 'apiKey=sk-THIS_SHOULD_BE_REDACTED'

const english = {
  'manuscript/001-Fog.md': `Volume 1 The Shore\n\n${prose(1)}`,
  'manuscript/002-Fog.md': prose(2),
  'manuscript/003-Fog.md': prose(3),
  '.creonow/project.json': '{"id":"fog-harbour","name":"Fog Harbour","language":"en"}',
  '.creonow/rules/style.md': `Short sentences.\n${secret}\n`,
  '.creonow/skills/broken.md': '---\nid: b\nname: Broken\noutput: shout\n---\nWrite.',
  '.creonow/characters/Lin.md':
    '---\nid: lin-yuan\nname: Lin\naliases: [Lin Yuan]\ntype: character\n---\nCopies charts, asks little.\n',
}

/** Opens a book in English with a volume, and `Lin` in its codex, from the form of the welcome page. */
export async function openEnglishBook(page: Page, folder: string): Promise<void> {
  const project = join(folder, 'fog-harbour')
  for (const sub of ['manuscript', '.creonow/rules', '.creonow/skills', '.creonow/characters'])
    await mkdir(join(project, sub), { recursive: true })
  for (const [path, text] of Object.entries(english)) await writeFile(join(project, path), text)
  await page.getByTestId('welcome-open').click()
  await page.locator('.folder-field input').fill(project)
  await page.locator('.welcome-form button[type=submit]').click()
  await page.locator('.cm-content').waitFor()
  await page.locator('nav .chapter-row').nth(1).click()
  await page.locator('nav .chapter-row').nth(1).and(page.locator('[aria-current]')).waitFor()
}

/** Opens the sample novel and gives it a volume. */
export async function openSampleWithVolume(page: Page, dataFolder: string): Promise<void> {
  await openSample(page)
  const project = await sampleFolder(dataFolder)
  await writeText(join(project, '.creonow/rules/style.md'), `短句为主。\n${secret}\n`)
  const first = await chapterFile(project, '001')
  await writeText(first, `第一卷 雾起\n\n${await readText(first)}`)
  await page.locator('nav .volume-row').waitFor()
}
