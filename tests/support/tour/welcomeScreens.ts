import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Look } from './look.ts'

interface WelcomeWalk {
  readonly page: Page
  readonly look: Look
  /** The language of the file that is looked at for an import. */
  readonly language: 'zh' | 'en'
  /** A folder that holds no work. */
  readonly folder: string
}

/** Paragraphs whose lines a program broke at a fixed width. */
const brokenAt = (text: string, width: number) =>
  Array.from({ length: 40 }, () => (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join('\n')).join(
    '\n\n',
  )
const brokenLines = {
  zh: brokenAt('雾从海面上爬过来，码头上的灯一盏接一盏地暗下去，远处有人拖着铁链走过石阶。'.repeat(5), 36),
  en: brokenAt(
    'Lin folded the letter and put it back into the pocket of his coat, saying nothing. '.repeat(5),
    70,
  ),
}

/** First contact: every form, a folder and a file that are refused, an import with a question. */
export async function welcomeScreens({ page, look, language, folder }: WelcomeWalk): Promise<void> {
  await look('welcome')
  for (const form of ['create', 'import', 'open']) {
    await page.getByTestId(`welcome-${form}`).click()
    await page.getByTestId('folder-browse').click()
    await look(`welcome ${form}`)
  }
  await page.getByTestId('folder-browse').click()
  await page.locator('.folder-field input').fill(join(folder, 'nothing'))
  await page.locator('.welcome-form button[type=submit]').click()
  await page.locator('.welcome-form [role=alert]').waitFor()
  await look('refused folder')
  await page.getByTestId('welcome-import').click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  })
  await page.locator('.import-status .form-error').waitFor()
  await look('refused file')
  await page.locator('input[type=file]').setInputFiles({
    name: language === 'zh' ? '断行.txt' : 'wrapped.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(brokenLines[language]),
  })
  await page.getByTestId('import-wrapped').waitFor()
  await look('lines to be joined')
}
