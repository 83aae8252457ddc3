import type { Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { outOfReach } from '../support/reach.ts'
import { openEnglishBook, openSampleWithVolume } from '../support/tour/books.ts'
import { listenForIdentifiers } from '../support/tour/identifiers.ts'
import { atRest } from '../support/tour/look.ts'
import { sharedNames } from '../support/tour/sharedNames.ts'
import { bookTour } from '../support/tour/tour.ts'
import { welcomeScreens } from '../support/tour/welcomeScreens.ts'
import { wordsOn } from '../support/tour/wordsOnPage.ts'
import { expect, test } from '../support/webApp.ts'
import { wholeBut } from '../support/whole.ts'

type Language = 'zh' | 'en'

/** Names that are the same in every language, and words of the field that Chinese writers use as they are. */
const names =
  /shift_jis|(?:manuscript|\.creonow)\/\S+|CreoNow|Chrome|Linux|\.zip|DeepSeek|OpenAI|Anthropic|Qwen|Kimi|GLM|MiniMax|Gemini|xAI|Mistral|OpenRouter|Ollama|LM Studio|Moonshot|World Info|NovelAI|SillyTavern|Scrivener|cover\.(?:jpg|png)|Lorebook|English|Switch to English|切换到中文|中文|Markdown|Word|PowerShell|Bash|ReAct|JSON|HTTPS?|API|URL|AI|Judge|Esc|Ctrl|Enter|Alt|Shift|Tab|Home|End|PDF|ID|KB|MB|tokens?|o200k(?:_base)?|cl100k(?:_base)?|UTF-?\d*\w*|utf-\w+|gb18030|big5|shift_jis|euc-\w+|windows-1252|\.(?:txt|md|docx|f?odt|rtf|epub|yw7|fountain|story|msk|bibisco2|x?html?|json|png)|~?\/[\w~./-]+|https?:\/\/\S+|[\w-]+\.(?:md|json|com|cn|ai)\b|npm start|[0-9a-f]{8,}|sk-\S+|SHA-?256/gi
/** Where hashes, patterns and paths may stand: the folds of the viewer and of a task. */
const folds = '.viewer-details, .agent-details, .agent-path'
const foreign: Record<Language, RegExp> = {
  en: /[\p{Script=Han}，。；：？！、「」『』（）《》]/u,
  zh: /[A-Za-z]{2,}/,
}

type Theme = 'light' | 'dark'

/** Colours are the same in every language, and looking at them takes as long as all the rest: one walk does. */
const parts = {
  all: {},
  colours: { runOnly: ['color-contrast'] },
  other: { rules: { 'color-contrast': { enabled: false } } },
}

/** What keeps people from a screen: what axe calls serious or critical. */
async function barriersOn(page: Page, part: keyof typeof parts): Promise<string[]> {
  const faults = await axeFaults(page, parts[part])
  return faults
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id} ${nodes
          .map(({ html }) => html.slice(0, 160))
          .slice(0, 3)
          .join(' ')}`,
    )
}

/** What is looked for beside the language: what a narrow window puts out of reach, or what bars either theme. */
type Beside = 'reach' | 'themes' | null

/**
 * Hears what the host sends to a page that is loaded after this. Visits a screen and remembers what stands there in the
 * other language or is an identifier, and what keeps people from it; in either theme, the next screen first in the one
 * that this was looked at last.
 */
function crawler(page: Page, language: Language, beside: Beside) {
  const wrong: Record<string, string[]> = {}
  const identifiers: Record<string, string[]> = {}
  const barriers: Record<string, string[]> = {}
  const doubles: Record<string, string[]> = {}
  const outside: Record<string, string[]> = {}
  const ours = listenForIdentifiers(page)
  let looked = 0
  let theme: Theme = 'light'
  return {
    async look(screen: string) {
      await atRest(page)
      const words = await wordsOn(page)
      looked += words.length
      const strange = words.filter((each) => foreign[language].test(each.replace(names, '')))
      if (strange.length > 0) wrong[screen] = strange.slice(0, 12)
      const named = ours.among(await wordsOn(page, folds))
      if (named.length > 0) identifiers[screen] = named.slice(0, 12)
      const shared = await sharedNames(page)
      if (shared.length > 0) doubles[screen] = shared
      if (beside === null) return
      const here = await barriersOn(page, beside === 'themes' ? 'all' : 'other')
      if (here.length > 0) barriers[`${screen}, ${theme}`] = here
      if (beside === 'reach') {
        const first = await outOfReach(page)
        // A long list measures its rows when they have come into sight.
        if (first.faults.length > 0) await atRest(page, 500)
        const { faults } = first.faults.length > 0 ? await outOfReach(page) : first
        if (faults.length > 0) outside[screen] = faults
        return
      }
      theme = theme === 'light' ? 'dark' : 'light'
      await page.emulateMedia({ colorScheme: theme })
      const there = await barriersOn(page, 'colours')
      if (there.length > 0) barriers[`${screen}, ${theme}`] = there
    },
    done() {
      expect({ wrong, identifiers, barriers, doubles, outside }).toEqual({
        ...{ wrong: {}, identifiers: {}, barriers: {}, doubles: {}, outside: {} },
      })
      expect(looked).toBeGreaterThan(100)
      expect(ours.count()).toBeGreaterThan(0)
    },
  }
}

const books = {
  en: { open: openEnglishBook, name: 'Lin' },
  zh: { open: openSampleWithVolume, name: '铜哨' },
}

/** English words are the longer ones: they are looked at where there is least room. */
const narrow = { width: 900, height: 700 }

async function begin(page: Page, language: Language): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  if (language === 'en') await page.getByRole('button', { name: 'Switch to English' }).click()
}

/** English words are the longer ones: what they put out of reach is looked at with them. */
const walks = [
  [
    'en',
    'English is English, without identifiers, and nothing bars it or is out of reach at 900 px',
    'reach',
  ],
  ['zh', 'Chinese is Chinese, without identifiers', null],
  ['zh', 'nothing bars a Chinese screen in either theme', 'themes'],
] as const

for (const [language, what, beside] of walks) {
  test(`${what}: the first screens`, wholeBut(beside !== 'themes'), async ({ page, dataFolder }) => {
    await begin(page, language)
    const { look, done } = crawler(page, language, beside)
    await page.getByTestId('welcome-sample').waitFor()
    if (beside === 'reach') await page.setViewportSize(narrow)
    await page.reload()
    await welcomeScreens({ page, look, language, folder: dataFolder })
    done()
  })

  for (const { part, visit } of bookTour)
    test(`${what}: the screens of ${part}`, wholeBut(beside !== 'themes'), async ({ page, dataFolder }) => {
      await begin(page, language)
      const { open, name } = books[language]
      await open(page, dataFolder)
      if (beside === 'reach') await page.setViewportSize(narrow)
      const { look, done } = crawler(page, language, beside)
      await page.reload()
      await page.locator('.cm-content').waitFor()
      await visit({ page, look, name })
      done()
    })
}
