import { appendFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

const chapters = ['manuscript/001-第一章.md', 'manuscript/002-第二章.md', 'manuscript/003-第三章.md']
const count = 20_000
const logPath = '.creonow/memory/episodes.jsonl'
const characters = Array.from('雾港林远守灯人铜哨海图旧仓潮汐码头石阶信纸衣袋门缝账房东礁客栈油灯铅锤')

const episode = (n: number) => ({
  ...{ id: `e${n}`, at: '2026-11-22T00:00:00.000Z', skillId: 'continue', outcome: 'rejected' },
  documentId: chapters[n % 3],
  instruction: `第${n}次`,
  // Of every exchange another order of the same characters, so that no list of the index is short.
  excerpt: Array.from({ length: 40 }, (_, at) => characters[(at * (n + 7) + n * n) % 37]).join(''),
})

let novel: TestApp
beforeAll(async () => {
  const lines = Array.from({ length: count }, (_, n) => JSON.stringify(episode(n)))
  lines[0] = JSON.stringify({ ...episode(0), instruction: '让守灯人把铜哨藏进衣袋' })
  lines[1] = JSON.stringify({ ...episode(1), instruction: '让守灯人把铜哨藏进衣袋里' })
  const files = Object.fromEntries(chapters.map((path, at) => [path, `# 第${at + 1}章\n\n起雾了。\n`]))
  novel = await startNovel({ ...files, [logPath]: `${lines.join('\n')}\n{"id":"torn","at":"20` })
  await novel.app.services.warmUp(novel.projectId)
})
afterAll(() => novel.remove())

const inspected = async (documentId = chapters[0] ?? '', additionalInput = '让守灯人把铜哨藏进衣袋') => {
  const { chunks, warnings } = await novel.invoke('context:inspect', {
    ...{ projectId: novel.projectId, documentId, cursorPosition: 8, skillId: 'continue', additionalInput },
  })
  expect(warnings.filter((warning) => warning.startsWith('MEMORY'))).toEqual([])
  return chunks.filter(({ reasonCode }) => reasonCode === 'episode').map(({ source }) => source)
}
const reads = () => novel.app.services.memory.counts.read

test('the oldest of 20,000 exchanges is found, none of a later chapter, and the log is read once', async () => {
  const before = reads()
  for (let n = 0; n < 5; n += 1) expect(await inspected()).toEqual(['memory:e0'])
  expect(await inspected(chapters[1])).toEqual(['memory:e0', 'memory:e1'])
  expect([before, reads()]).toEqual([1, 1])
})

test('what the app records itself is found at once, without reading the log again', async () => {
  await novel.app.services.memory.recordEpisode(novel.projectId, {
    ...{ documentId: chapters[0] ?? '', skillId: 'continue', written: '他没有回头。', outcome: 'rejected' },
    instruction: '让守灯人把铜哨藏进衣袋底',
  })
  expect(await inspected()).toHaveLength(2)
  expect(reads()).toBe(1)
})

test('what another program appends is found after one more reading, and a torn line costs only itself', async () => {
  const line = JSON.stringify({
    ...episode(7),
    id: 'x',
    documentId: chapters[0],
    instruction: '守灯人藏好铜哨',
  })
  await appendFile(join(novel.project, logPath), `{"id":\n${line}\n`)
  expect(await inspected(chapters[0], '守灯人藏好铜哨')).toContain('memory:x')
  expect(reads()).toBe(2)
})

test('a log that cannot be read fails no assembly, and the answer says that memory is missing', async () => {
  await rm(join(novel.project, logPath))
  await mkdir(join(novel.project, logPath))
  const input = { documentId: chapters[0] ?? '', cursorPosition: 3, skillId: 'continue' }
  const answer = await novel.invoke('context:assemble', { projectId: novel.projectId, ...input })
  expect(answer.prompt).toContain('# 第')
  expect(answer.notices).toContainEqual({ code: 'MEMORY_UNAVAILABLE', params: {} })
})
