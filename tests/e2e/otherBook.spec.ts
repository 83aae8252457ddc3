import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { callFromPage, openRow } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { wholeBut } from '../support/whole.ts'

// Two books with the same file names. Every text of the first has 甲 in it, every text of the second 乙.
const books = [
  { name: '第一部', mark: '甲', share: 0.41 },
  { name: '第二部', mark: '乙', share: 0.42 },
] as const
type Book = (typeof books)[number]

/** The answer's data, by the shape its channel has. */
const dataOf = <T>(answer: unknown): T => {
  const { ok, data, error } = answer as { ok: boolean; data: T; error?: unknown }
  if (!ok) throw new Error(JSON.stringify(error))
  return data
}

/** Makes a book in which each of the screens has something to show; its id. */
async function makeBook(page: Page, folder: string, { name, mark, share }: Book): Promise<string> {
  const rootPath = join(folder, name)
  const [made] = await callFromPage(page, [['projects:create', { rootPath, name, language: 'zh' }]])
  const { projectId } = dataOf<{ projectId: string }>(made)
  const open = ['projects:openKnown', { projectId }] as const
  const [, , created, conversation, budget] = await callFromPage(page, [
    open,
    ['context:creonow:ensure', { projectId }],
    ['documents:create', { projectId, title: '灯塔' }],
    ['chat:create', { projectId }],
    ['context:budget:get', { projectId }],
  ])
  const { documentId } = dataOf<{ documentId: string }>(created)
  const { id } = dataOf<{ id: string }>(conversation)
  const entry = {
    ...{ id: 'lamp', name: `${mark}守灯人`, aliases: [], type: 'character', aiContextLevel: 'always' },
    ...{ tags: [], relations: [], constraints: [], exclude: [], caseSensitive: false },
    ...{ progressions: [], body: `${mark}的看守。`, extra: {} },
  }
  const minimums = { rules: 500, settings: 200, retrieved: 0, immediate: 2000 }
  const ratios = { rules: 0.2, settings: 0.1, retrieved: 0.7 - share, immediate: share }
  const layers = Object.fromEntries(
    Object.entries(minimums).map(([layer, minimumTokens]) => [
      layer,
      { minimumTokens, ratio: ratios[layer as keyof typeof ratios] }, // The same four layers.
    ]),
  )
  const { version } = dataOf<{ version: number }>(budget)
  const [, read, planned] = await callFromPage(page, [
    open,
    ['documents:read', { projectId, documentId }],
    ['plan:get', { projectId, documentId }],
    ['memory:save', { projectId, preference: { text: `${mark}：短句`, kind: 'style' } }],
    ['constraints:create', { projectId, text: `${mark}不得提前亮灯`, kind: 'plot', priority: 100 }],
    ['retrieval:synopses:save', { projectId, documentId, text: `${mark}的梗概` }],
    ['codex:save', { projectId, entry }],
    ['context:budget:update', { projectId, version, layers }],
    ['chat:rename', { projectId, id, title: `${mark}的谈话` }],
  ])
  const { hash } = dataOf<{ hash: string }>(read)
  const day = '2026-11-24'
  const plan = { text: `${mark}的打算`, beats: [] }
  const [, , first] = await callFromPage(page, [
    open,
    ['plan:set', { projectId, documentId, plan, baseHash: dataOf<{ hash: string }>(planned).hash }],
    ['documents:save', { projectId, documentId, baseHash: hash, day, text: `# 灯塔\n\n${mark}的旧稿。\n` }],
  ])
  const baseHash = dataOf<{ hash: string }>(first).hash
  await callFromPage(page, [
    open,
    // A version is made of the text before.
    [
      'documents:save',
      { projectId, documentId, baseHash, day, before: 'ai', text: `# 灯塔\n\n${mark}的新稿。\n` },
    ],
  ])
  return projectId
}

/** Loads the page again with a connection on which answers can be delayed, and events be made up. */
async function delayAnswers(page: Page) {
  let channels: readonly string[] = []
  let send: (frame: string) => void = () => {}
  /** By project, the answers that have come and are not delivered. */
  const delayed = new Map<string, string[]>()
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    const projects = new Map<unknown, string>()
    send = (frame) => socket.send(frame)
    socket.onMessage((frame) => {
      const { id, channel, input } = JSON.parse(String(frame))
      // A request that is cancelled gets its answer all the same, as from a host that was faster.
      if (channel === undefined && delayed.size > 0) return
      if (channels.includes(channel)) projects.set(id, input.projectId)
      server.send(frame)
    })
    server.onMessage((frame) => {
      const answers = delayed.get(projects.get(JSON.parse(String(frame)).id) ?? '')
      if (answers) answers.push(String(frame))
      else socket.send(frame)
    })
  })
  await page.reload()
  return {
    delay(projectId: string, next: readonly string[]) {
      channels = next
      delayed.set(projectId, [])
    },
    count: (projectId: string) => delayed.get(projectId)?.length ?? 0,
    /** Everything of a project has changed. */
    change: (projectId: string) =>
      send(
        JSON.stringify({
          event: 'changed',
          payload: { projectId, paths: ['manuscript', '.creonow'], origin: 'outside' },
        }),
      ),
    async release(projectId: string) {
      const answers = delayed.get(projectId) ?? []
      delayed.delete(projectId)
      for (const answer of answers) send(answer)
      await drawn(page)
    },
  }
}

/** Whatever has arrived is on the screen. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }),
  )

interface Screen {
  readonly testId: string
  readonly open: (page: Page) => Promise<void>
  /** What it reads. */
  readonly channels: readonly string[]
  /** Of a book, in its text. */
  readonly shows: (book: Book) => string
}

const press = (testId: string) => (page: Page) => openRow(page, testId)
const screens: Readonly<Record<string, Screen>> = {
  memory: {
    ...{ testId: 'memory', open: press('memory-open') },
    ...{ channels: ['memory:list', 'memory:episodes'], shows: ({ mark }) => `${mark}：短句` },
  },
  constraints: {
    ...{ testId: 'constraints', open: press('constraints-open') },
    ...{ channels: ['constraints:list'], shows: ({ mark }) => `${mark}不得提前亮灯` },
  },
  synopses: {
    ...{ testId: 'synopses', open: press('synopses-open') },
    ...{ channels: ['retrieval:synopses:list'], shows: ({ mark }) => `${mark}的梗概` },
  },
  plans: {
    testId: 'outline',
    open: (page) => page.getByTestId('rail-outline').click(),
    ...{ channels: ['plan:get'], shows: ({ mark }) => `${mark}的打算` },
  },
  codex: {
    ...{ testId: 'codex', open: press('codex-kind-character') },
    ...{ channels: ['codex:list'], shows: ({ mark }) => `${mark}守灯人` },
  },
  budget: {
    ...{ testId: 'sheet-budget', open: press('budget-open') },
    ...{ channels: ['context:budget:get'], shows: ({ share }) => `${share * 100}%` },
  },
  history: {
    testId: 'history',
    async open(page) {
      await page.locator('.chapter-line:has([aria-current]) .chapter-more').click()
      await page.getByRole('menuitem', { name: '历史版本' }).click()
    },
    ...{ channels: ['history:list', 'history:read'], shows: ({ mark }) => `${mark}的` },
  },
  chat: {
    ...{ testId: 'chat', open: press('ai-tab-chat') },
    channels: ['context:creonow:conversations:list', 'context:creonow:conversations:read'],
    shows: ({ mark }) => `${mark}的谈话`,
  },
}

const openBook = async (page: Page, { name, mark }: Book) => {
  await page.locator('.recent-project', { hasText: name }).click()
  await expect(page.locator('.cm-content')).toContainText(`${mark}的新稿`)
}

for (const [name, screen] of Object.entries(screens)) {
  test(
    `${name} shows nothing of the book before, however late its answers come`,
    wholeBut(name === 'codex'),
    async ({ page, dataFolder }) => {
      const [before, after] = books
      await expect(page.getByTestId('welcome-sample')).toBeVisible()
      const ids = [await makeBook(page, dataFolder, before), await makeBook(page, dataFolder, after)] as const
      const wire = await delayAnswers(page)
      const shown = page.getByTestId(screen.testId)
      const nothingOfBefore = async () => {
        await drawn(page)
        const text = (await page.locator('body').textContent()) ?? ''
        expect([before.mark, screen.shows(before)].filter((own) => text.includes(own))).toEqual([])
      }

      await openBook(page, before)
      await screen.open(page)
      await expect(shown).toContainText(screen.shows(before))
      for (const projectId of ids) wire.delay(projectId, screen.channels)
      wire.change(ids[0])
      await expect.poll(() => wire.count(ids[0])).toBeGreaterThan(0)

      await page.locator('.top-project').click()
      await openBook(page, after)
      if ((await shown.count()) === 0) await screen.open(page)
      await nothingOfBefore()
      await expect.poll(() => wire.count(ids[1])).toBeGreaterThan(0)
      await wire.release(ids[0])
      await nothingOfBefore()
      await wire.release(ids[1])
      await expect(shown).toContainText(screen.shows(after))
      await nothingOfBefore()
    },
  )
}
