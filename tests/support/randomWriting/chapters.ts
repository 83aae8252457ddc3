import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { chapterFile, sampleFolder } from '../pages.ts'
import type { Language } from './drawnText.ts'

/** A chapter of the sample novel with a text of its own. */
export interface RandomChapter {
  /** As the list of chapters shows it. */
  readonly title: string
  readonly file: string
  readonly language: Language
  /** The ending of every line. */
  readonly ending: '\n' | '\r\n'
}

const zh = ['　　雾从海上来，𠮷野家的灯还亮着。', '　　“你来了？”她问。', '　　没有人答话——潮水退了。']
const en = ['The fog came in from the sea.', '“You came,” she said.', 'Nobody answered — the tide was out.']

const kinds = [
  { ordinal: '001', language: 'zh', ending: '\n', lines: zh },
  { ordinal: '002', language: 'zh', ending: '\r\n', lines: zh },
  { ordinal: '003', language: 'en', ending: '\n', lines: en.flatMap((line) => ['', line]).slice(1) },
  { ordinal: '004', language: 'en', ending: '\r\n', lines: en.flatMap((line) => ['', line]).slice(1) },
] as const

/**
 * Opens the sample novel with four chapters written anew: Chinese with U+3000 indents and English with blank lines,
 * each with `\n` and with `\r\n`. Smart typing is off.
 */
export async function openRandomChapters(page: Page, dataFolder: string): Promise<readonly RandomChapter[]> {
  // What is typed is compared key for key.
  await page.evaluate(() => {
    localStorage.setItem('creonow.smartTyping', 'off')
    dispatchEvent(new Event('storage'))
  })
  await page.getByTestId('welcome-sample').click()
  await page.locator('.cm-content').waitFor()
  const project = await sampleFolder(dataFolder)
  const chapters: RandomChapter[] = []
  for (const { ordinal, language, ending, lines } of kinds) {
    const file = await chapterFile(project, ordinal)
    const [heading = ''] = (await readFile(file, 'utf8')).split(/\r?\n/)
    await writeFile(file, [heading, '', ...lines].join(ending))
    chapters.push({ title: heading.replace(/^#\s*(?:第.+?章)?\s*/, ''), file, language, ending })
  }
  return chapters
}
