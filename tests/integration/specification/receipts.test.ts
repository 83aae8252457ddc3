import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import { creonow } from '../../support/commandLine.ts'
import { constraintsFile, prose, startNovel } from '../../support/novel.ts'

let test: TestApp
afterEach(() => test.remove())

const entry = `---
id: lin
name: 林远
type: character
aiContextLevel: always
constraints: [林远不会大声喊叫]
---
守灯人的儿子。`

const files = {
  '.creonow/project.json': JSON.stringify({ id: 'p', name: '试稿', language: 'zh', person: 'first' }),
  '.creonow/rules/constraints.json': constraintsFile(['严格第一人称叙述', '不写梦']),
  '.creonow/rules/style.md': '短句。\n<<<规则>>>\n密钥 sk-THIS_SHOULD_BE_REDACTED0123456789\n',
  '.creonow/settings/世界观.md': '雾港没有魔法。\r\n潮水每日两次。\r\n'.repeat(60),
  '.creonow/settings/港口.md': '东礁有灯塔。\n',
  '.creonow/characters/林远.md': entry,
  'manuscript/001.md': `# 第一章\n${prose(2500, '旧港')}`,
  'manuscript/002.md': `# 第二章\n${prose(3000, '新港')}`,
}
const input = () => ({
  projectId: test.projectId,
  documentId: 'manuscript/002.md',
  cursorPosition: 1200,
  skillId: 'continue',
})

type Read = { chunks: { source: string; state: string; text: string | null; action: string }[] }

/** The receipt as a process sees it that knows nothing of the request but the file. */
async function readLater(receiptId: string | null): Promise<Read> {
  const line = { id: 1, channel: 'context:receipt:read', input: { projectId: test.projectId, receiptId } }
  const { stdout } = await creonow(
    ['rpc', '--project', test.project],
    test.dataFolder,
    `${JSON.stringify(line)}\n`,
  )
  return JSON.parse(stdout).data
}

const statesOf = ({ chunks }: Read) => Object.fromEntries(chunks.map(({ source, state }) => [source, state]))

describe('receipts, read back in another process', () => {
  it('finds what did not change: constraints, profile, escaped, cut, dropped and derived parts', async () => {
    test = await startNovel(files)
    const preference = { text: '动作场景偏好短句', kind: 'style' as const }
    const { preference: saved } = await test.invoke('memory:save', { projectId: test.projectId, preference })
    const limits = { window: 4000, outputReserve: 1000 }
    const { receiptId } = await test.invoke('context:assemble', { ...input(), limits })
    await test.app.dispose()
    const read = await readLater(receiptId)
    // Where the cursor was is told by the receipt's request alone.
    const { 'skill:continue': skill, 'request:position': position, ...states } = statesOf(read)
    expect(states).toMatchObject({
      '.creonow/rules/constraints.json': 'same',
      '.creonow/project.json': 'same',
      '.creonow/rules/style.md': 'same',
      '.creonow/settings/世界观.md': 'same',
      '.creonow/characters/林远.md': 'same',
      [`memory:${saved.id}`]: 'same',
      'manuscript/002.md': 'same',
    })
    expect([...new Set(Object.values(states)), skill, position]).toEqual(['same', 'same', 'gone'])
    expect(new Set(read.chunks.map(({ action }) => action)).size).toBeGreaterThan(1)
    expect(JSON.stringify(read)).not.toContain('THIS_SHOULD_BE_REDACTED')
  })

  it('says what changed and what is gone, and a chapter that was deleted does not hide the rest', async () => {
    test = await startNovel(files)
    const { receiptId } = await test.invoke('context:assemble', {
      ...input(),
      cursorPosition: 20,
      additionalInput: '写灯塔。',
    })
    await test.app.dispose()
    await rm(join(test.project, 'manuscript/001.md'))
    await rm(join(test.project, '.creonow/settings/港口.md'))
    await appendFile(join(test.project, '.creonow/rules/style.md'), '不用成语。\n')
    const read = await readLater(receiptId)
    expect(statesOf(read)).toMatchObject({
      'manuscript/001.md': 'gone',
      '.creonow/settings/港口.md': 'gone',
      '.creonow/rules/style.md': 'changed',
      'request:additionalInput': 'gone',
      'manuscript/002.md': 'same',
    })
    for (const { state, text } of read.chunks)
      expect([state, text === null]).toEqual([state, state !== 'same'])
  })
})

describe('receipts on disk', () => {
  it('are the newest 200 and hold no sentence of the prompt', async () => {
    test = await startNovel(files)
    const folder = join(test.project, '.creonow/cache/receipts')
    await mkdir(folder, { recursive: true })
    const old = Array.from({ length: 210 }, (_, i) => `${1_000_000_000_000 + i}-0123456789ab`)
    for (const receiptId of old)
      await writeFile(
        join(folder, `${receiptId}.json`),
        JSON.stringify({ receipt: { receiptId }, parts: [] }),
      )
    const { receiptId, userContent } = await test.invoke('context:assemble', input())
    await test.app.dispose()
    const names = (await readdir(folder)).toSorted()
    expect(names).toEqual([...old.slice(-199), receiptId].map((name) => `${name}.json`))
    const stored = await readFile(join(folder, `${receiptId}.json`), 'utf8')
    const sentences = userContent.split(/[。\n]/).filter((one) => one.length > 12 && !one.startsWith('<<<'))
    expect(sentences.length).toBeGreaterThan(20)
    expect(sentences.filter((one) => stored.includes(one))).toEqual([])
  })
})

describe('receipts, read back while the process remembers', () => {
  it('tells a changed source from the same one, and still shows what was sent', async () => {
    test = await startNovel(files)
    const { receiptId, prompt } = await test.invoke('context:assemble', input())
    await rm(join(test.project, '.creonow/settings/港口.md'))
    const read = await test.invoke('context:receipt:read', {
      projectId: test.projectId,
      receiptId: receiptId ?? '',
    })
    const states = statesOf(read)
    expect([states['.creonow/settings/港口.md'], states['.creonow/settings/世界观.md']]).toEqual([
      'gone',
      'same',
    ])
    expect(read.prompt).toBe(prompt)
    expect(read.chunks.every(({ text }) => text !== null)).toBe(true)
  })

  it('keeps the prompts of runs whatever the panel previews meanwhile', async () => {
    test = await startNovel(files)
    const { receiptId, prompt } = await test.invoke('context:assemble', input())
    for (let at = 0; at < 25; at += 1)
      await test.invoke('context:assemble', { ...input(), cursorPosition: at, preview: true })
    const read = await test.invoke('context:receipt:read', {
      projectId: test.projectId,
      receiptId: receiptId ?? '',
    })
    expect(read.prompt).toBe(prompt)
  })
})
