import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { kindOfPlace } from '../../../../main/src/services/edits/index.ts'
import type { TestApp } from '../../../support/app.ts'
import { startNovel } from '../../../support/novel.ts'

const opened: TestApp[] = []
afterEach(async () => {
  for (const test of opened.splice(0)) await test.remove()
})

const path = (number: number) => `manuscript/00${number}.md`
const books = {
  zh: {
    heading: (number: number) => `# 第${number}章 潮`,
    calm: '雾从海上来，港里的船都不动。',
    dead: '许三娘说：“船该开了。”',
    said: '许三娘问：“船该开了？”',
    planted: '沈照把半枚鱼符收进袖里。',
    card: (text: string) =>
      `---\nname: 许三娘\nprogressions:\n  - from: ${path(2)}\n    text: ${text}\n    state: 已死\n---\n`,
    death: '许三娘死在码头。',
    laterDeath: '许三娘死在海上。',
  },
  en: {
    heading: (number: number) => `# Chapter ${number} Tide`,
    calm: 'Fog came in from the sea and no boat moved.',
    dead: '“The boat must leave,” said Martha Quill.',
    said: '“The boat must leave?” asked Martha Quill.',
    planted: 'Ned put the half token into his sleeve.',
    card: (text: string) =>
      `---\nname: Martha Quill\nprogressions:\n  - from: ${path(2)}\n    text: ${text}\n    state: dead\n---\n`,
    death: 'Martha Quill died on the quay.',
    laterDeath: 'Martha Quill died at sea.',
  },
} as const

async function open(language: keyof typeof books) {
  const book = books[language]
  const text = (number: number) => {
    const own = number === 1 ? book.planted : number === 3 ? book.dead : book.calm
    return `${book.heading(number)}\n\n${book.calm}\n\n${own}\n\n${book.calm}\n`
  }
  const test = await startNovel({
    '.creonow/project.json': JSON.stringify({ id: 'continuity', name: 'T', language }),
    '.creonow/characters/x.md': book.card(book.death),
    ...Object.fromEntries([1, 2, 3, 4].map((number) => [path(number), text(number)])),
  })
  opened.push(test)
  const call = <C extends ChannelName>(channel: C, input: object = {}) =>
    test.invoke(channel, { projectId: test.projectId, ...input } as ChannelInput<C>)
  const list = async (number: number) =>
    (await call('continuity:list', { documentId: path(number) })).findings
  const write = async (number: number, from: string, to: string) => {
    const { text: before, hash } = await call('documents:read', { documentId: path(number) })
    await call('documents:save', {
      ...{ documentId: path(number), text: before.replace(from, to), baseHash: hash },
    })
  }
  const file = join(test.project, '.creonow/decisions.json')
  return { test, call, list, write, file, ...book }
}

describe.each(['zh', 'en'] as const)('contradictions of a chapter in %s', (language) => {
  it('are listed with both sentences, and stay away once they are meant, until one sentence changes', async () => {
    const { test, call, list, write, file, ...book } = await open(language)
    const [finding] = await list(3)
    const text = await readFile(join(test.project, path(3)), 'utf8')
    const from = text.indexOf(book.dead)
    expect(await list(3)).toEqual([
      {
        ...{ id: finding?.id, rule: 'dead', text: book.dead, from, to: from + book.dead.length },
        other: {
          ...{
            text: book.death,
            title: /name: (.*)/.exec(book.card(''))?.[1],
            entryId: finding?.other.entryId,
          },
          chapterTitle: (await call('documents:list')).documents[1]?.title,
        },
        intended: false,
      },
    ])
    expect([await list(1), await list(2), await list(4)]).toEqual([[], [], []])
    const decided = { documentId: path(3), id: finding?.id, intended: true }
    expect(await call('continuity:decide', decided)).toEqual({ ...finding, intended: true })
    expect(await list(3)).toEqual([{ ...finding, intended: true }])
    const stored = JSON.parse(await readFile(file, 'utf8'))
    expect(Object.keys(stored.intended[0])).toEqual(['rule', 'a', 'b', 'at'])
    // Another sentence of the chapter changes nothing.
    await write(3, book.calm, `${book.calm}${book.calm}`)
    expect((await list(3)).map(({ intended }) => intended)).toEqual([true])
    await write(3, book.dead, book.said)
    expect((await list(3)).map(({ intended }) => intended)).toEqual([false])
    await write(3, book.said, book.dead)
    expect((await list(3)).map(({ intended }) => intended)).toEqual([true])
    await writeFile(join(test.project, '.creonow/characters/x.md'), book.card(book.laterDeath))
    expect((await list(3)).map(({ other, intended }) => [other.text, intended])).toEqual([
      [book.laterDeath, false],
    ])
    await writeFile(join(test.project, '.creonow/characters/x.md'), book.card(book.death))
    expect((await list(3)).map(({ intended }) => intended)).toEqual([true])
    await call('continuity:decide', { ...decided, intended: false })
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ version: 1, intended: [] })
    const gone = { projectId: test.projectId, documentId: path(4), id: finding?.id ?? '', intended: true }
    expect(await test.codeOf('continuity:decide', gone)).toBe('NOT_FOUND')
  })

  it('name a thread that is open behind the chapter where it was due', async () => {
    const { call, list, planted, calm } = await open(language)
    const { text } = await call('documents:read', { documentId: path(1) })
    const start = text.indexOf(planted)
    const selection = { documentId: path(1), start, end: start + planted.length }
    const { id } = await call('threads:create', { title: 'T', selection, due: path(2) })
    const [finding, ...rest] = await list(2)
    expect([finding?.rule, finding?.text, finding?.other, rest]).toEqual([
      ...['thread', calm],
      {
        text: planted,
        title: 'T',
        entryId: null,
        chapterTitle: (await call('documents:list')).documents[0]?.title,
      },
      [],
    ])
    await call('threads:update', { id, patch: { state: 'paid' } })
    expect(await list(2)).toEqual([])
  })

  it('are refused with the place of the fault while the file of decisions is broken, which stays as it is', async () => {
    const { test, call, list, file } = await open(language)
    const stored = { version: 1, ignoredNames: ['x'], intended: [] }
    await writeFile(file, JSON.stringify(stored))
    const [{ id } = { id: '' }] = await list(3)
    await call('continuity:decide', { documentId: path(3), id, intended: true })
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      ignoredNames: ['x'],
      intended: [{ rule: 'dead' }],
    })
    await writeFile(file, '{"version": 1, "intended": [}')
    const input = { projectId: test.projectId, documentId: path(3) }
    expect([
      await test.codeOf('continuity:list', input),
      await test.codeOf('continuity:decide', { ...input, id, intended: true }),
    ]).toEqual(['FILE_BROKEN', 'FILE_BROKEN'])
    expect(await readFile(file, 'utf8')).toBe('{"version": 1, "intended": [}')
    expect(kindOfPlace('.creonow/decisions.json')).toBe(undefined)
  })
})
