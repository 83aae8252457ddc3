import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../../main/src/app.ts'
import type { RunEvent } from '../../../../main/src/contract/events.ts'
import { countWords } from '../../../../main/src/lib/wordCount.ts'
import { startApp, type TestApp } from '../../../support/app.ts'

const fifth = 'manuscript/005-数水谣.md'
const day = '2026-11-23'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.remove())

const read = (documentId = fifth) => app.invoke('documents:read', { projectId: app.projectId, documentId })
async function save(change: (text: string) => string, more: { before?: 'ai'; day?: string } = { day }) {
  const { text, hash } = await read()
  const input = { projectId: app.projectId, documentId: fifth, text: change(text), baseHash: hash }
  await app.invoke('documents:save', { ...input, ...more })
}
const today = (on = day) => app.invoke('words:today:get', { projectId: app.projectId, day: on })

test('what the editor saves is counted in 字, what AI wrote apart, and nothing that came another way', async () => {
  expect(await today()).toEqual({ words: 0, ai: 0, goal: 0 })
  await save((text) => `${text}\r\n　　林远推开门，𠮷野在等。\r\n`)
  expect(await today()).toEqual({ words: 11, ai: 0, goal: 0 })
  await save((text) => `${text}　　雾散了。`, { day, before: 'ai' })
  expect(await today()).toEqual({ words: 15, ai: 4, goal: 0 })

  await save((text) => text)
  expect(await today()).toEqual({ words: 15, ai: 4, goal: 0 })

  await save((text) => `${text}脚本写的，不算。`, {})
  const file = join(app.project, fifth)
  await writeFile(file, `${await readFile(file, 'utf8')}别的程序写的，也不算。`)
  expect(await today()).toEqual({ words: 15, ai: 4, goal: 0 })
  await save((text) => text.replace('林远推开门，', ''))
  expect(await today()).toEqual({ words: 9, ai: 4, goal: 0 })
  await save((text) => text.slice(0, 20))
  expect(await today()).toEqual({ words: 0, ai: 0, goal: 0 })
})

test('count and goal are there after a restart, follow a chapter that is renamed, and a new day begins at 0', async () => {
  await save((text) => `${text}十二个字写在这里不多不少。`)
  await app.invoke('words:goal:update', { projectId: app.projectId, goal: 3000 })
  const { projectId } = app
  const renamed = await app.invoke('documents:rename', { projectId, documentId: fifth, title: '数水' })
  const expected = { words: 13, ai: 0, goal: 3000 }
  const path = join(app.dataFolder, 'projects', projectId, 'dailyWords.json')
  await expect
    .poll(async () => Object.keys(JSON.parse(await readFile(path, 'utf8')).days[day].chapters))
    .toEqual([renamed.documentId])
  expect(await today()).toEqual(expected)
  expect(await today('2026-11-24')).toEqual({ words: 0, ai: 0, goal: 3000 })
  const again = await createApp({ dataFolder: app.dataFolder })
  expect(again.services.dailyWords.today(projectId, day)).toEqual(expected)
  await again.dispose()
})

test('an undo in the window of what others wrote counts as no writing', async () => {
  const { text: morning } = await read()
  const outside = (text: string) => writeFile(join(app.project, fifth), text)
  await today()
  await outside(morning.slice(0, 50))
  await save(() => morning)
  expect(await today()).toEqual({ words: 0, ai: 0, goal: 0 })

  const written = `${morning}林远推开门。`
  await save(() => written)
  await outside(`${written}${'任务写的。'.repeat(100)}`)
  await save(() => written)
  expect(await today()).toEqual({ words: 6, ai: 0, goal: 0 })
  await save(() => `${written}灯灭了。`, { day, before: 'ai' })
  await save(() => written)
  expect(await today()).toEqual({ words: 6, ai: 0, goal: 0 })
  await save(() => `${written}雾散了。`)
  expect(await today()).toEqual({ words: 10, ai: 0, goal: 0 })

  // Of yesterday's texts nothing is known today: what the chapter is longer counts.
  expect(await today('2026-11-24')).toEqual({ words: 0, ai: 0, goal: 0 })
  await save(() => written, { day: '2026-11-24' })
  await save(() => `${written}雾散了，`, { day: '2026-11-24' })
  await save(() => `${written}雾散了，灯亮了。`, { day: '2026-11-24' })
  expect(await today('2026-11-24')).toEqual({ words: 4, ai: 0, goal: 0 })
})

test('the words of a day that an earlier version stored are in the statistics', async () => {
  await save((text) => `${text}一。`)
  const path = join(app.dataFolder, 'projects', app.projectId, 'dailyWords.json')
  const [chapter = ''] = Object.keys(JSON.parse(await readFile(path, 'utf8')).days[day].chapters)
  const chapters = { [chapter]: { words: 900, ai: 300 } }
  await writeFile(path, JSON.stringify({ version: 1, goal: 800, day: '2026-11-22', chapters }))
  expect(await today('2026-11-22')).toEqual({ words: 900, ai: 300, goal: 800 })
  await save((text) => `${text}二三。`)
  const { days, streak, goalStreak } = await app.invoke('words:statistics:get', {
    ...{ projectId: app.projectId, day },
  })
  expect([days, streak, goalStreak]).toEqual([
    [
      { day: '2026-11-22', words: 900, ai: 300, goal: 800, minutes: 0, wordsPerHour: null },
      { day, words: 3, ai: 0, goal: 800, minutes: 0, wordsPerHour: null },
    ],
    { current: 2, longest: 2 },
    { current: 1, longest: 1 },
  ])
})

test('the statistics tell what stands in a chapter as a model wrote it, and the rest is the author’s', async () => {
  const { projectId } = app
  const request = { cursorPosition: 900, skillId: 'continue', modelId: 'fake', additionalInput: '唱下去' }
  const { documentId } = await app.app.services.manuscript.locate(projectId, fifth)
  const events: RunEvent[] = []
  const { runId, finished } = await app.app.services.runs.start(
    { projectId, documentId, ...request },
    (event) => void events.push(event as RunEvent), // a run sends no other
  )
  await finished
  const done = events.find(({ type }) => type === 'done')
  const written = done?.type === 'done' ? done.text : ''
  const words = countWords(written)
  await app.invoke('ai:outcome', { projectId, runId, outcome: 'accepted', text: written })
  await save((text) => `${text}\n${written}\n`, { day, before: 'ai' })
  await save((text) => `${text}\n　　灯灭了。\n`)
  const statistics = async () => {
    const { chapters, total } = await app.invoke('words:statistics:get', { projectId, day })
    return [total, chapters.filter(({ ai }) => ai > 0).map((each) => [each.documentId, each.ai])]
  }
  const total = { words: words + 4, ai: words }
  expect(await statistics()).toEqual([total, [[documentId, words]]])
  const [clause = ''] = /\p{P}*\p{L}+\p{P}+/u.exec(written) ?? []
  expect(words).toBeGreaterThan(2 * countWords(clause))
  await save((text) => text.replace(clause, clause.replace(/\p{L}/u, '是')))
  expect(await statistics()).toEqual([total, [[documentId, words - countWords(clause)]]])
})

test('a count that cannot be stored costs no save', async () => {
  await save((text) => `${text}一。`)
  const path = join(app.dataFolder, 'projects', app.projectId, 'dailyWords.json')
  await writeFile(path, '{"version":1,')
  await save((text) => `${text}二三。`)
  expect((await read()).text.endsWith('一。二三。')).toBe(true)
  expect(await today()).toEqual({ words: 2, ai: 0, goal: 0 })
})
