import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { axeFaults } from '../support/axe.ts'
import { crowdedNames, crowdedText, writeCrowdedBook } from '../support/crowdedBook.ts'
import { openRow, readText } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

async function openBook(page: Page, project: string): Promise<void> {
  await page.getByTestId('welcome-open').click()
  await page.locator('.folder-field input').fill(project)
  await page.locator('.welcome-form button[type=submit]').click()
  await page.locator('.cm-content').waitFor()
}

async function openCrowdedBook(page: Page, dataFolder: string, chapters = 400): Promise<string> {
  const project = join(dataFolder, 'crowded')
  await writeCrowdedBook(project, chapters)
  await openBook(page, project)
  await openRow(page, 'codex-kind-character')
  return project
}

const screen = (page: Page) => page.getByTestId('codex-from-text')
const row = (page: Page, name: string) =>
  screen(page)
    .getByRole('listitem')
    .filter({ has: page.getByLabel(`为「${name}」建卡片`) })
const cardSearch = (page: Page) =>
  page.getByRole('textbox', { name: '找卡片' }).or(page.getByRole('combobox', { name: '找卡片' }))
/** The number in a tab. */
const countOf = async (page: Page, tab: string) =>
  Number(await page.getByTestId(`from-text-tab-${tab}`).locator('.number').textContent())

/** Every file of the codex, and all names and aliases in them. */
async function cardsIn(project: string): Promise<{ files: number; names: string[] }> {
  const names: string[] = []
  let files = 0
  for (const folder of ['characters', 'locations', 'items', 'factions']) {
    const listed = await readdir(join(project, '.creonow', folder)).catch(() => [])
    for (const file of listed.filter((name) => name.endsWith('.md'))) {
      const text = await readText(join(project, '.creonow', folder, file))
      files += 1
      names.push(...(/^name: (.+)$/m.exec(text)?.slice(1) ?? []))
      const inline = /^aliases: \[(.*)\]$/m.exec(text)?.[1]
      const block = /^aliases:\n((?: {2}- .+\n)+)/m.exec(text)?.[1]?.replaceAll('  - ', '')
      names.push(...(inline ?? block ?? '').split(/, |\n/).filter((name) => name !== ''))
    }
  }
  return { files, names }
}

test('an import of 400 chapters becomes more than 100 cards in 12 clicks at most, none of them twice', async ({
  page,
  dataFolder,
}) => {
  const project = join(dataFolder, 'imported')
  const file = join(dataFolder, '百家.txt')
  await writeFile(file, crowdedText(400))
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await click(page.getByTestId('welcome-import'))
  // To choose a file is a press of the button and one in the system's window.
  clicks += 2
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByLabel('作品名')).toHaveValue('百家')
  await page.locator('.folder-field input').fill(project)
  await click(page.locator('.welcome-form button[type=submit]'))
  await click(page.getByTestId('rail-codex'))
  await click(page.getByTestId('codex-kind-character'))
  await click(page.getByTestId('codex-build'))
  await expect.poll(() => countOf(page, 'character')).toBe(120)
  const places = await countOf(page, 'location')
  expect(places).toBeGreaterThan(20)
  await click(page.getByTestId('from-text-all'))
  await click(page.getByTestId('from-text-tab-location'))
  await click(page.getByTestId('from-text-all'))
  const make = page.getByTestId('from-text-make')
  await expect(make).toHaveText(`建 ${120 + places} 张卡片`)
  await click(make)
  await expect(screen(page).getByRole('status').first()).toContainText(`建好了 ${120 + places} 张卡片`)
  expect(clicks).toBeLessThanOrEqual(12)
  await expect.poll(() => countOf(page, 'character')).toBe(0)
  await expect.poll(() => countOf(page, 'location')).toBe(0)
  await expect(make).toBeDisabled()
  const { files, names } = await cardsIn(project)
  expect(files).toBe(120 + places)
  // Each person has a given name beside the full one.
  expect(names).toHaveLength(240 + places)
  expect(new Set(names).size).toBe(names.length)
  const right = names.filter((name) => crowdedNames.has(name.trim()))
  expect(right.length / names.length).toBeGreaterThanOrEqual(0.85)
})

test(
  'names are pulled apart, merged and ignored, and the list is true the moment a card changes',
  whole,
  async ({ page, dataFolder }) => {
    const project = await openCrowdedBook(page, dataFolder, 60)
    await page.getByTestId('codex-build').click()
    const rows = screen(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox') })
    await expect(rows.first().locator('mark')).toBeVisible()
    const before = await countOf(page, 'character')
    const nameAt = async (at: number) => (await rows.nth(at).locator('b').textContent()) ?? ''
    const [first, second, third] = [await nameAt(0), await nameAt(1), await nameAt(2)]

    // An alias becomes a row of its own behind its name, and is on no card of the name.
    const chip = row(page, first).locator('.chip')
    const alias = (await chip.textContent()) ?? ''
    await chip.getByRole('button').click()
    await expect(row(page, first).locator('.chip')).toHaveCount(0)
    await expect(row(page, alias)).toContainText(`从「${first}」拆出`)
    expect(await countOf(page, 'character')).toBe(before + 1)

    // Another name goes onto the card of the first, and is on disk with it.
    await row(page, second).getByRole('combobox').click()
    await cardSearch(page).fill(first)
    await page
      .getByRole('option', { name: new RegExp(`^${first}`) })
      .first()
      .click()
    await expect(row(page, first)).toContainText(second)
    await row(page, first).getByRole('checkbox').check()
    await page.getByTestId('from-text-make').click()
    const file = join(project, `.creonow/characters/${first}.md`)
    await expect.poll(() => readText(file).catch(() => '')).toContain(second)
    expect(await readText(file)).not.toContain(`${alias}\n`)
    await expect(row(page, first)).toHaveCount(0)
    await expect(row(page, second)).toHaveCount(0)

    // Into a card that exists.
    await row(page, third).getByRole('combobox').click()
    await page.getByRole('option', { name: first, exact: true }).click()
    await expect.poll(() => readText(file)).toContain(third)
    await expect(row(page, third)).toHaveCount(0)

    // Somebody else makes a card.
    const fourth = await nameAt(3)
    await writeFile(join(project, '.creonow/characters/外来.md'), `---\nid: other\nname: ${fourth}\n---\n`)
    await expect(row(page, fourth)).toHaveCount(0)

    // What is left of a card that somebody else made is another name of it; two cards with one name are shown.
    const aliases = page.getByTestId('from-text-tab-alias')
    await aliases.click()
    const other = join(project, '.creonow/characters/外来.md')
    const ofOther = screen(page)
      .getByRole('listitem')
      .filter({ hasText: `可能是「${fourth}」的别名` })
    await ofOther
      .getByRole('button', { name: '加为别名' })
      .or(ofOther.getByRole('button').first())
      .first()
      .click()
    await expect(ofOther).toHaveCount(0)
    await expect.poll(() => readText(other)).toContain('aliases:')
    await writeFile(
      join(project, '.creonow/characters/同名.md'),
      `---\nid: twin\nname: 双生\naliases: [${fourth}]\n---\n`,
    )
    await expect(screen(page)).toContainText('「双生」和别的卡片都用这个称呼')
    await page.getByTestId('from-text-tab-character').click()

    // For good, until they are listed again.
    const ignored = await nameAt(2)
    await screen(page)
      .getByRole('button', { name: `忽略「${ignored}」` })
      .click()
    await expect(row(page, ignored)).toHaveCount(0)
    await page.waitForTimeout(300)
    await page.reload()
    await openRow(page, 'codex-kind-character')
    await page.getByTestId('codex-build').click()
    await expect(rows.first()).toBeVisible()
    await expect(row(page, ignored)).toHaveCount(0)
    await screen(page).getByRole('button', { name: '再列出来' }).click()
    await expect(row(page, ignored)).toBeVisible()
  },
)

test(
  'the screen is used by keyboard alone, and axe finds nothing in either theme and language',
  whole,
  async ({ page, dataFolder }) => {
    const project = await openCrowdedBook(page, dataFolder, 60)
    await page.getByTestId('codex-build').focus()
    await page.keyboard.press('Enter')
    const rows = screen(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox') })
    await expect(rows.first()).toBeVisible()
    const lookWithAxe = async (words: string) => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        const faults = await axeFaults(page, { within: '[data-testid="codex-from-text"]' })
        expect(faults.map(({ id, nodes }) => `${words} ${colorScheme} ${id} ${nodes[0]?.html}`)).toEqual([])
      }
    }
    await lookWithAxe('Chinese')
    const name = (await rows.nth(2).locator('b').textContent()) ?? ''
    await page.getByTestId('from-text-all').focus()
    await page.keyboard.press('Tab')
    await expect(rows.first().getByRole('checkbox')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(row(page, name).getByRole('checkbox')).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('End')
    await expect(rows.last().getByRole('checkbox')).toBeFocused()
    // The last row's alias, its list of cards and its button, then the bar below.
    const last = (await rows.last().locator('b').textContent()) ?? ''
    for (let at = 0; at < 3; at += 1) await page.keyboard.press('Tab')
    await expect(screen(page).getByRole('button', { name: `忽略「${last}」` })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row(page, last)).toHaveCount(0)
    await expect(rows.last().getByRole('checkbox')).toBeFocused()
    await page.getByTestId('from-text-make').focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => readText(join(project, `.creonow/characters/${name}.md`)).catch(() => ''))
      .toContain(name)
    await page.keyboard.press('Escape')
    await expect(screen(page)).toHaveCount(0)
    await expect(page.getByTestId('codex-build')).toBeFocused()

    await page.getByRole('button', { name: 'Switch to English' }).click()
    await page.getByTestId('codex-build').click()
    await expect(rows.first()).toBeVisible()
    await rows.first().getByRole('checkbox').check()
    await expect(page.getByTestId('from-text-make')).toHaveText('Make 1 card')
    await lookWithAxe('English')
  },
)

test(
  'a codex of 20,000 entries scrolls, and takes a name onto any of its cards',
  whole,
  async ({ page, dataFolder }) => {
    test.slow()
    const project = join(dataFolder, 'crowded')
    await writeCrowdedBook(project, 20)
    const folder = join(project, '.creonow/characters')
    await mkdir(folder, { recursive: true })
    for (let from = 0; from < 20_000; from += 500) {
      const files = Array.from({ length: 500 }, (_, at) => {
        const number = String(from + at).padStart(5, '0')
        return writeFile(
          join(folder, `e${number}.json`),
          JSON.stringify({ id: `e${number}`, name: `路人${number}` }),
        )
      })
      await Promise.all(files)
    }
    await openBook(page, project)
    await openRow(page, 'codex-kind-character')
    const codex = page.getByTestId('codex')
    // The first reading of 20,000 files, on a machine that does other things too.
    await expect(codex.locator('.codex-row').first()).toContainText('路人00000', { timeout: 300_000 })
    await codex.locator('.codex-list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await expect(codex.getByRole('button', { name: /路人19999/ })).toBeVisible()
    expect(await codex.locator('.codex-row').count()).toBeLessThan(100)

    await page.getByTestId('codex-build').click()
    const rows = screen(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox') })
    const name = (await rows.first().locator('b').textContent()) ?? ''
    await rows.first().getByRole('combobox').click()
    await cardSearch(page).fill('路人17777')
    await page.getByRole('option', { name: '路人17777' }).click()
    await expect.poll(() => readText(join(folder, 'e17777.json'))).toContain(name)
    await expect(row(page, name)).toHaveCount(0)
  },
)
