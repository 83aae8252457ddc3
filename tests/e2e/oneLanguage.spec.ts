import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeOn } from '../support/axe.ts'
import { caretToEnd, openSample, runSkill } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

type Language = 'zh' | 'en'

/** Names that are the same in every language, and words of the field that Chinese writers use as they are. */
const names =
  /shift_jis|(?:manuscript|\.creonow)\/\S+|CreoNow|Chrome|Linux|\.zip|DeepSeek|OpenAI|Anthropic|Qwen|Kimi|GLM|MiniMax|Gemini|OpenRouter|Ollama|LM Studio|Moonshot|World Info|NovelAI|SillyTavern|Lorebook|English|Switch to English|切换到中文|中文|Markdown|Word|PowerShell|Bash|ReAct|JSON|HTTPS?|API|URL|AI|Judge|Esc|Ctrl|Enter|Alt|Shift|Tab|Home|End|PDF|ID|KB|MB|tokens?|o200k(?:_base)?|cl100k(?:_base)?|UTF-?\d*\w*|utf-\w+|gb18030|big5|shift_jis|euc-\w+|windows-1252|\.(?:txt|md|docx|epub|json|png)|~?\/[\w~./-]+|https?:\/\/\S+|[\w-]+\.(?:md|json|com|cn|ai)\b|npm start|[0-9a-f]{8,}|sk-\S+|SHA-?256/gi
const foreign: Record<Language, RegExp> = {
  en: /[\p{Script=Han}，。；：？！、「」『』（）《》]/u,
  zh: /[A-Za-z]{2,}/,
}

/** What a person can read or is read to: texts, labels, titles, placeholders; not the manuscript nor a prompt. */
const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const own = '.cm-content, .chunk-text, .chunk-line, .prompt-text, .line-list, pre, textarea, code'
    const found: string[] = []
    for (const element of document.querySelectorAll('body, body *')) {
      if (element.closest('script, style')) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext', 'alt'])
        found.push(element.getAttribute(name) ?? '')
      if (element.closest(own)) continue
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent?.trim() ?? '')
    }
    return [...new Set(found.filter((words) => words !== ''))]
  })

/** What keeps people from a screen: what axe calls serious or critical; in another theme only colours can. */
async function barriersOn(page: Page, onlyColours: boolean): Promise<string[]> {
  const axe = axeOn(page)
  const { violations } = await (onlyColours ? axe.withRules(['color-contrast']) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id} ${nodes
          .map(({ html }) => html.slice(0, 160))
          .slice(0, 3)
          .join(' ')}`,
    )
}

/** Resolves when nothing has changed on the page for a while. */
const atRest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let pause = setTimeout(done, 200)
        const watcher = new MutationObserver(() => {
          clearTimeout(pause)
          pause = setTimeout(done, 200)
        })
        watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
        function done() {
          watcher.disconnect()
          resolve()
        }
      }),
  )

/**
 * Visits a screen and remembers what stands there in the other language, and what keeps people from it in either theme:
 * the next screen is looked at first in the one that this was looked at last.
 */
function crawler(page: Page, language: Language, own: RegExp) {
  const wrong: Record<string, string[]> = {}
  const barriers: Record<string, string[]> = {}
  let looked = 0
  let theme: 'light' | 'dark' = 'light'
  return {
    language,
    async look(screen: string) {
      await atRest(page)
      const words = await wordsOn(page)
      looked += words.length
      const strange = words.filter((each) => foreign[language].test(each.replace(names, '').replace(own, '')))
      if (strange.length > 0) wrong[screen] = strange.slice(0, 12)
      const here = await barriersOn(page, false)
      if (here.length > 0) barriers[`${screen}, ${theme}`] = here
      theme = theme === 'light' ? 'dark' : 'light'
      await page.emulateMedia({ colorScheme: theme })
      const there = await barriersOn(page, true)
      if (there.length > 0) barriers[`${screen}, ${theme}`] = there
    },
    done() {
      expect({ wrong, barriers }).toEqual({ wrong: {}, barriers: {} })
      expect(looked).toBeGreaterThan(1000)
    },
  }
}

type Crawler = ReturnType<typeof crawler>

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

async function welcomeScreens(page: Page, { look, language }: Crawler, folder: string) {
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

async function bookScreens(page: Page, { look }: Crawler) {
  await look('book')
  for (const sheet of [
    'profile',
    'world',
    'style',
    'terminology',
    'constraints',
    'memory',
    'synopses',
    'skills',
    'budget',
  ]) {
    await page.getByTestId(`${sheet}-open`).click()
    await look(`sheet ${sheet}`)
    if (sheet === 'constraints' || sheet === 'memory') {
      await page.getByTestId(sheet === 'memory' ? 'memory-add' : 'constraint-add').click()
      await look(`${sheet}, a new one`)
    }
    await page.locator('.sheet-header button').click()
  }
  for (const type of ['character', 'lore']) {
    await page.getByTestId(`codex-kind-${type}`).click()
    await look(`codex ${type}`)
    await page
      .getByTestId('codex')
      .locator('button')
      .filter({ hasText: /新建条目|New entry/ })
      .click()
    await look(`codex ${type}, a new one`)
    await page.keyboard.press('Escape')
    if (await page.getByTestId('codex').isVisible()) await page.keyboard.press('Escape')
  }
  await page.getByRole('navigation').getByRole('listitem').first().getByRole('button').last().click()
  await look('menu of a chapter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^(大纲|Outline)$/ }).click()
  await page.getByTestId('outline').waitFor()
  await look('outline')
  await page.locator('.sheet-header button').click()
  await page.keyboard.press('ControlOrMeta+Shift+F')
  await look('search in the book')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await look('palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^(设置|Settings)$/ }).click()
  await look('settings')
  await page
    .getByTestId('settings')
    .getByRole('button', { name: /添加服务|Add a service/ })
    .click()
  await look('settings, a new service')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /导出全书|Export/ })
    .first()
    .click()
  await look('export')
  await page.keyboard.press('Escape')
  for (const tab of ['chat', 'agent', 'write']) {
    await page.getByTestId(`ai-tab-${tab}`).click()
    await look(`panel ${tab}`)
  }
  await page.getByRole('button', { name: /^(查找|Find)$/ }).click()
  await look('find')
  await page.keyboard.press('Escape')
  await caretToEnd(page)
  await runSkill(page)
  await look('suggestion')
  await page.getByTestId('ai-suggestion-retry').first().click()
  await page.getByTestId('ai-versions').waitFor()
  await look('two versions')
  await page.getByTestId('ai-suggestion-discard').first().click()
  await look('after a run')
  await page.getByTestId('ai-context-toggle').click()
  await expect(page.getByTestId('ai-context-trim')).toBeAttached()
  await look('viewer, read')
  for (const tab of [1, 2]) {
    await page.locator('.viewer-tabs .tab').nth(tab).click()
    await look(`viewer, tab ${tab}`)
  }
}

const prose = (at: number) =>
  `Chapter ${at}\n\n${'Lin folded the letter, put it back into his pocket, and said nothing.\n\n'.repeat(30)}`

test('English is English on every screen of an English book, which nothing bars in either theme', async ({
  page,
  dataFolder,
}) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: 'Switch to English' }).click()
  const crawl = crawler(page, 'en', /$^/)
  await welcomeScreens(page, crawl, dataFolder)
  const project = join(dataFolder, 'fog-harbour')
  await mkdir(join(project, 'manuscript'), { recursive: true })
  await mkdir(join(project, '.creonow', 'skills'), { recursive: true })
  for (const at of [1, 2, 3]) await writeFile(join(project, 'manuscript', `00${at}-Fog.md`), prose(at))
  await writeFile(
    join(project, '.creonow', 'project.json'),
    '{"id":"fog-harbour","name":"Fog Harbour","language":"en"}',
  )
  await writeFile(
    join(project, '.creonow', 'skills', 'broken.md'),
    '---\nid: b\nname: Broken\noutput: shout\n---\nWrite.',
  )
  await page.getByTestId('welcome-open').click()
  await page.locator('.folder-field input').fill(project)
  await page.locator('.welcome-form button[type=submit]').click()
  await expect(page.locator('.cm-content')).toBeVisible()
  await bookScreens(page, crawl)
  crawl.done()
})

test('Chinese is Chinese on every screen of the sample, which nothing bars in either theme', async ({
  page,
  dataFolder,
}) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'light' })
  const crawl = crawler(page, 'zh', /$^/)
  await welcomeScreens(page, crawl, dataFolder)
  await openSample(page)
  await bookScreens(page, crawl)
  crawl.done()
})
