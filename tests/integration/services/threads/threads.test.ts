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
    sentence: '沈照把半枚鱼符收进袖里。',
    near: '灯下，沈照摸到袖里的半枚鱼符。',
    word: '伏笔',
    person: '沈照',
    filler: '雾从海上来，港里的船都不动。守夜的人数着钟声，一直数到天亮。\n\n',
    heading: (number: number) => `# 第${number}章 潮`,
  },
  en: {
    sentence: 'Ned Sharrow put the half token into his sleeve.',
    near: 'Ned Sharrow felt for the half token in his sleeve.',
    word: 'Thread',
    person: 'Ned Sharrow',
    filler:
      'Fog came in from the sea and no boat in the harbour moved. The watch counted bells until morning.\n\n',
    heading: (number: number) => `# Chapter ${number} Tide`,
  },
} as const
type Language = keyof typeof books

/** `fifth`: how long chapter 5 is, in paragraphs. */
async function open(language: Language, fifth = 200) {
  const { sentence, near, filler, heading } = books[language]
  const text = (number: number) => {
    const body =
      number === 2
        ? `${filler.repeat(100)}${sentence}\n\n${filler.repeat(100)}`
        : filler.repeat(number === 5 ? fifth : 200)
    return `${heading(number)}\n\n${body}${number === 5 ? `${near}\n` : ''}`
  }
  const test = await startNovel({
    '.creonow/project.json': JSON.stringify({ id: 'threads', name: 'T', language }),
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [path(number), text(number)])),
  })
  opened.push(test)
  const call = <C extends ChannelName>(channel: C, input: object = {}) =>
    test.invoke(channel, { projectId: test.projectId, ...input } as ChannelInput<C>)
  const idOf = async (number: number) =>
    (await call('documents:list')).documents.find((each) => each.path === path(number))?.documentId ?? ''
  const textOf = async (number: number) => (await call('documents:read', { documentId: path(number) })).text
  const select = async (number: number, words: string) => {
    const start = (await textOf(number)).indexOf(words)
    return { documentId: path(number), start, end: start + words.length }
  }
  /** What a prompt at the end of a chapter, or behind words of it, has of threads. */
  const sent = async (number: number, behind = '') => {
    const chapter = await textOf(number)
    const { chunks, systemPrompt, userContent } = await call('context:inspect', {
      documentId: path(number),
      cursorPosition: behind === '' ? chapter.length : chapter.indexOf(behind) + behind.length,
      skillId: 'continue',
      stateless: true,
    })
    const own = chunks.filter(({ source }) => source.startsWith('.creonow/threads.json'))
    return { own, prompt: systemPrompt + userContent }
  }
  const file = join(test.project, '.creonow/threads.json')
  return { test, call, idOf, textOf, select, sent, file, ...books[language] }
}

describe.each(['zh', 'en'] as const)('threads of a book in %s', (language) => {
  it('are planted at a selection, found again after edits, a split and a merge, and never lost', async () => {
    const { call, idOf, textOf, select, sentence } = await open(language)
    const thread = await call('threads:create', { selection: await select(2, sentence), people: ['x'] })
    const id = await idOf(2)
    const place = (await call('threads:list')).threads[0]?.marks[0]?.place
    expect(thread).toEqual({
      ...{ id: thread.id, title: sentence.slice(0, 40).trim(), state: 'planted', people: ['x'] },
      ...{ from: null, due: null, knownBy: null, overdue: false },
      marks: [{ id: thread.marks[0]?.id, role: 'planted', exact: sentence, place }],
    })
    const now = async () => {
      const [mark] = (await call('threads:list')).threads[0]?.marks ?? []
      const { text } = await call('documents:read', { documentId: mark?.place?.documentId ?? '' })
      return [mark?.place?.documentId, text.slice(mark?.place?.from, mark?.place?.to)]
    }
    expect(await now()).toEqual([id, sentence])
    const { hash, text } = await call('documents:read', { documentId: id })
    await call('documents:save', { documentId: id, text: text.replace('\n\n', '\n\nX\n\n'), baseHash: hash })
    expect(await now()).toEqual([id, sentence])
    const offsetUtf16 = (await textOf(2)).indexOf(sentence)
    const { splitId } = await call('documents:split', { documentId: id, offsetUtf16, title: 'S' })
    expect(await now()).toEqual([splitId, sentence])
    await call('documents:merge', { documentId: id })
    expect(await now()).toEqual([id, sentence])
  })

  it('are in the prompt near their words and in the chapter where they are due, and silent once paid', async () => {
    const { call, select, sent, sentence, near, heading } = await open(language)
    const without = (await sent(3)).prompt
    const { id } = await call('threads:create', { title: 'T', selection: await select(2, sentence) })
    const counts = async () => {
      const numbers = [1, 2, 3, 4, 5, 6]
      const all = []
      for (const number of numbers) all.push((await sent(number)).own.length)
      return all
    }
    expect(await counts()).toEqual([0, 0, 0, 0, 1, 0])
    expect((await sent(3)).prompt).toBe(without)
    await call('threads:update', { id, patch: { due: path(4) } })
    expect([await counts(), (await call('threads:list')).threads[0]?.overdue]).toEqual([
      [0, 0, 0, 1, 1, 1],
      true,
    ])
    // What is planted behind the cursor is not planted.
    await call('threads:update', { id, patch: { due: path(2) } })
    expect([(await sent(4)).own[0]?.reasonCode, (await sent(2)).own[0]?.reasonCode]).toEqual([
      'thread_overdue',
      'thread_due',
    ])
    expect((await sent(2, heading(2))).own).toEqual([])
    await call('threads:update', { id, patch: { due: path(4) } })
    const paid = await call('threads:mark', { id, add: { role: 'paid', ...(await select(5, near)) } })
    expect([paid.state, paid.overdue, await counts()]).toEqual(['paid', false, [0, 0, 0, 1, 0, 0]])
    await call('threads:update', { id, patch: { state: 'planted' } })
    expect(await counts()).toEqual([0, 0, 0, 1, 1, 1])
    await call('threads:update', { id, patch: { state: 'paid' } })
    expect(await counts()).toEqual([0, 0, 0, 1, 0, 0])
    const markId = paid.marks.find(({ role }) => role === 'paid')?.id
    const reopened = await call('threads:mark', { id, remove: markId })
    expect([reopened.state, await counts()]).toEqual(['planted', [0, 0, 0, 1, 1, 1]])
    await call('threads:update', { id, patch: { state: 'dropped' } })
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('keep to the chapter from which they count and to the people who know of them', async () => {
    const { call, select, sent, sentence, person } = await open(language)
    const { id } = await call('threads:create', {
      title: 'T',
      selection: await select(2, sentence),
      due: path(5),
    })
    await call('threads:update', { id, patch: { from: path(6) } })
    expect([(await sent(5)).own.length, (await sent(6)).own.length]).toEqual([0, 1])
    await call('threads:update', { id, patch: { from: null, knownBy: [person] } })
    const pov = async (name: string) => {
      const { hash } = await call('plan:get', { documentId: path(5) })
      await call('plan:set', { documentId: path(5), pov: name, baseHash: hash })
      return (await sent(5)).own.length
    }
    expect([(await sent(5)).own.length, await pov('Other'), await pov(person)]).toEqual([1, 0, 1])
  })

  it('keep the fields of newer versions, and a broken file is named and never written over', async () => {
    const { test, call, select, sentence, sent, file, word } = await open(language)
    const { id } = await call('threads:create', {
      title: 'T',
      selection: await select(2, sentence),
      due: path(3),
    })
    const stored = JSON.parse(await readFile(file, 'utf8'))
    const [thread] = stored.threads
    const newer = { ...stored, later: 1, threads: [{ ...thread, colour: '红' }] }
    await writeFile(file, JSON.stringify(newer))
    await call('threads:update', { id, patch: { title: 'U' } })
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      ...newer,
      threads: [{ ...thread, colour: '红', title: 'U' }],
    })
    const broken = '{"version": 1, "threads": [{"id": "t_1"}]}'
    await writeFile(file, broken)
    const { projectId } = test
    expect([
      await test.codeOf('threads:list', { projectId }),
      await test.codeOf('threads:create', { projectId, title: 'V' }),
      await test.codeOf('threads:delete', { projectId, id }),
      await readFile(file, 'utf8'),
      (await sent(3)).own.map(({ label }) => label),
    ]).toEqual(['FILE_BROKEN', 'FILE_BROKEN', 'FILE_BROKEN', broken, [`${word} U`]])
  })

  it('refuse what is no selection and what is not there, and delete no word of the book', async () => {
    const { test, call, select, textOf, sentence } = await open(language)
    const { projectId } = test
    const text = await textOf(2)
    const created = await call('threads:create', { selection: await select(2, sentence) })
    const empty = { documentId: path(2), start: 3, end: 3 }
    expect([
      await test.codeOf('threads:create', { projectId, selection: empty }),
      await test.codeOf('threads:create', { projectId, selection: { ...empty, documentId: 'c_none' } }),
      await test.codeOf('threads:mark', { projectId, id: 't_none', remove: 'm_1' }),
      await test.codeOf('threads:mark', { projectId, id: created.id, remove: 'm_1' }),
      await test.codeOf('threads:update', { projectId, id: 't_none', patch: {} }),
    ]).toEqual(['INVALID_ARGUMENT', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    expect(await call('threads:delete', { id: created.id })).toEqual({ deleted: created })
    expect([(await call('threads:list')).threads, await textOf(2)]).toEqual([[], text])
  })
})

it('the file of the threads is not writable by assistants', () => {
  expect(kindOfPlace('.creonow/threads.json')).toBeUndefined()
})

// In English the same growth leads to a re-base, which chooses anew.
it('threads stay where they were printed while they are open, wherever the author writes on, and leave once paid', async () => {
  const { test, call, select, textOf, sentence, near, filler } = await open('zh', 10)
  const { id } = await call('threads:create', { title: 'T', selection: await select(2, sentence) })
  const atEnd = async () => ({
    ...{ documentId: path(5), cursorPosition: (await textOf(5)).length, skillId: 'continue' },
    modelId: 'fake',
  })
  const linesNow = async (more = {}) => {
    const { chunks } = await call('context:inspect', { ...(await atEnd()), ...more })
    return chunks.filter(({ source }) => source.startsWith('.creonow/threads.json')).length
  }
  // Until the words are no longer on the page in front of the cursor.
  for (const more of ['', ...Array.from({ length: 4 }, () => filler.repeat(5))]) {
    const { text, hash } = await call('documents:read', { documentId: path(5) })
    await call('documents:save', { documentId: path(5), text: `${text}${more}`, baseHash: hash })
    await call('ai:run', await atEnd())
    await test.app.services.runs.drain()
  }
  expect([await linesNow(), await linesNow({ stateless: true })]).toEqual([1, 0])
  // In a chapter before the sentence.
  expect(await linesNow({ documentId: path(1), cursorPosition: 40 })).toBe(0)
  await call('threads:mark', { id, add: { role: 'paid', ...(await select(5, near)) } })
  expect(await linesNow()).toBe(0)
})

it('a deleted thread comes back where it was after it was deleted, also in a file that was read anew', async () => {
  const { call, test } = await open('zh')
  const made = []
  for (const title of ['灯', '𠮷野 Token', '信']) made.push(await call('threads:create', { title }))
  const [, middle] = made
  const id = middle?.id ?? ''
  await call('threads:delete', { id })
  const { threads, removed } = await call('threads:list')
  expect([threads.length, removed]).toEqual([2, [{ id, title: '𠮷野 Token' }]])
  expect(await call('threads:restore', { id })).toEqual(middle)
  expect(await call('threads:list')).toEqual({ threads: made, removed: [] })
  expect(await test.codeOf('threads:restore', { projectId: test.projectId, id })).toBe('NOT_FOUND')
})
