import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { SettingsPage } from '../../renderer/src/features/settings/settingsPages.ts'

const layers = ['rules', 'settings', 'retrieved', 'immediate'] as const

/** Opens the sample novel from the welcome page and one of its chapters. */
export async function openSample(page: Page, chapter = '灯塔下的信'): Promise<void> {
  await page.getByTestId('welcome-sample').click()
  await openChapter(page, chapter)
}

/** Opens the settings, where they are not open already, on one of their pages. */
export async function openSettings(page: Page, name: SettingsPage): Promise<void> {
  const tab = page.getByTestId(`settings-page-${name}`)
  if (!(await tab.isVisible()))
    await page
      .getByRole('button', { name: /^(设置|Settings)$/ })
      .first()
      .click()
  await tab.click()
}

/** A chapter in the list, by its title with or without the number in it. */
export const chapterTitle = (page: Page, chapter: string) =>
  page.locator('.chapter-row .chapter-title').filter({ hasText: new RegExp(`(?:^|\\s)${chapter}\\s*$`) })

export async function openChapter(page: Page, chapter: string): Promise<void> {
  await page.getByTestId('rail').waitFor()
  if (!(await page.locator('.side-left .chapter-scroller').isVisible()))
    await page.getByTestId('rail-chapters').click()
  await chapterTitle(page, chapter).click()
  await expect(page.locator('.cm-content')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(chapter)
}

const chapterRows = ['synopses-open', 'threads-open', 'notes-open', 'checks-open', 'snapshots-open']
const codexRows = ['world-open', 'ties-open', 'timeline-open', 'knowledge-open', 'changes-open']

/** The part of the left column that a row is in. */
const railPartOf = (row: string) => {
  if (chapterRows.includes(row)) return 'chapters'
  return row.startsWith('codex-kind-') || codexRows.includes(row) ? 'codex' : 'rules'
}

/** A row of the left column, by its test id; the rail shows its part first where that is not seen. */
export async function showRow(page: Page, row: string): Promise<Locator> {
  await page.getByTestId('rail').waitFor()
  const there = page.getByTestId(row)
  if (!(await there.isVisible())) await page.getByTestId(`rail-${railPartOf(row)}`).click()
  await there.waitFor()
  return there
}

/** Presses a row of the left column, by its test id. */
export const openRow = async (page: Page, row: string): Promise<void> => (await showRow(page, row)).click()

/** Opens an entry of the codex among the characters. */
export async function openCharacter(page: Page, name: RegExp): Promise<void> {
  await openRow(page, 'codex-kind-character')
  await page.getByTestId('codex').getByRole('button', { name }).click()
}

/** Puts the caret at the end of the chapter. */
export async function caretToEnd(page: Page): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+End')
}

/** Runs the chosen skill and waits until it has written everything. */
export async function runSkill(page: Page, skill = 'continue'): Promise<string> {
  await page.getByTestId(`ai-skill-${skill}`).click()
  await page.getByTestId('ai-run').click()
  await expect(page.getByTestId('ai-suggestion-accept')).toBeVisible()
  return ((await page.getByTestId('ai-suggestion').textContent()) ?? '').trim()
}

/** Opens the viewer and expects its four layers. */
export async function openViewer(page: Page): Promise<void> {
  await page.getByTestId('ai-context-toggle').click()
  await expect(page.getByTestId('ai-context-panel')).toBeVisible()
  for (const layer of layers) await expect(page.getByTestId(`ai-context-layer-${layer}`)).toBeAttached()
  await expect(page.getByTestId('ai-context-trim')).toBeAttached()
}

/** The folder of the sample novel in the data folder of the app. */
export async function sampleFolder(dataFolder: string): Promise<string> {
  const samples = join(dataFolder, 'samples')
  const [name = ''] = await readdir(samples)
  return join(samples, name)
}

export async function chapterFile(project: string, ordinal: string): Promise<string> {
  const name = (await readdir(join(project, 'manuscript'))).find((each) => each.startsWith(ordinal))
  return join(project, 'manuscript', name ?? '')
}

export const readText = (path: string) => readFile(path, 'utf8')
export const writeText = (path: string, text: string) => writeFile(path, text)

interface Bridge {
  readonly creonow?: { invoke(channel: string, input: unknown): Promise<unknown> }
}

/** Calls channels one after another from the page, over a connection of its own, as a developer's console would. */
export async function callFromPage(
  page: Page,
  calls: readonly (readonly [channel: string, input: object])[],
): Promise<unknown[]> {
  return page.evaluate(async (wanted) => {
    const { creonow } = globalThis as Bridge // present in Electron only
    const answers: unknown[] = []
    if (creonow) {
      for (const [channel, input] of wanted) answers.push(await creonow.invoke(channel, input))
      return answers
    }
    const opening = indexedDB.open('creonow-session-1')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const kept = opening.result.transaction('credentials').objectStore('credentials').get('current')
    await new Promise((resolve) => kept.addEventListener('success', resolve))
    const { session, privateKey } = kept.result
    const base64url = (bytes: Uint8Array | ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    const nonce = base64url(crypto.getRandomValues(new Uint8Array(32)))
    const hello = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nonce, session }),
    })
    const { challenge } = await hello.json()
    // `pageText` of the handshake.
    const text = JSON.stringify(['creonow page 1', location.origin, session, nonce, challenge])
    const signed = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      new TextEncoder().encode(text),
    )
    const query = new URLSearchParams({ challenge, proof: base64url(signed) })
    const socket = new WebSocket(`ws://${location.host}/ipc?${query}`)
    await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
    for (const [id, [channel, input]] of wanted.entries()) {
      const answer = new Promise((resolve) => {
        socket.addEventListener('message', ({ data }) => {
          const message = JSON.parse(String(data))
          if (message.id === id) resolve(message)
        })
      })
      socket.send(JSON.stringify({ id, channel, input }))
      answers.push(await answer)
    }
    socket.close()
    return answers
  }, calls)
}
