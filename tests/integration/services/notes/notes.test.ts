import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
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
    changed: '沈照犹豫了一下，把鱼符收进袖里。',
    note: '鱼符在第三章已经碎了，这里要改，口令是「玳瑁」。',
    secret: '玳瑁',
    filler: '雾从海上来，港里的船都不动。\n\n',
    last: '守夜的人数着钟声，一直数到天亮。\n\n',
    heading: (number: number) => `# 第${number}章 潮`,
  },
  en: {
    sentence: 'Ned Sharrow put the half token into his sleeve.',
    changed: 'Ned Sharrow hesitated and put the token into his sleeve.',
    note: 'The token was broken in chapter three. The word is tortoiseshell.',
    secret: 'tortoiseshell',
    filler: 'Fog came in from the sea and no boat in the harbour moved.\n\n',
    last: 'The watch counted bells until the morning came.\n\n',
    heading: (number: number) => `# Chapter ${number} Tide`,
  },
} as const

async function open(language: keyof typeof books) {
  const book = books[language]
  const test = await startNovel({
    '.creonow/project.json': JSON.stringify({ id: 'notes', name: 'N', language }),
    ...Object.fromEntries(
      [1, 2, 3].map((number) => [
        path(number),
        `${book.heading(number)}\n\n${book.filler}${number === 2 ? `${book.sentence}\n\n` : ''}${book.last}`,
      ]),
    ),
  })
  opened.push(test)
  const call = <C extends ChannelName>(channel: C, input: object = {}) =>
    test.invoke(channel, { projectId: test.projectId, ...input } as ChannelInput<C>)
  const textOf = async (documentId: string) => (await call('documents:read', { documentId })).text
  const change = async (documentId: string, edit: (text: string) => string) => {
    const { hash, text } = await call('documents:read', { documentId })
    await call('documents:save', { documentId, text: edit(text), baseHash: hash })
  }
  const add = async () => {
    const start = (await textOf(path(2))).indexOf(book.sentence)
    return call('notes:add', { documentId: path(2), start, words: book.sentence, text: book.note })
  }
  const idOf = async (number: number) =>
    (await call('documents:list')).documents.find((each) => each.path === path(number))?.documentId ?? ''
  /** The chapter in which the only note is, and the words at its place. */
  const now = async () => {
    const [note] = (await call('notes:list')).notes
    if (!note?.place) return null
    const { documentId, from, to } = note.place
    return [documentId, (await textOf(documentId)).slice(from, to).trim()]
  }
  const fileOf = async (number: number) => join(test.project, `.creonow/notes/${await idOf(number)}.json`)
  return { test, call, textOf, change, add, idOf, now, fileOf, ...book }
}

describe.each(['zh', 'en'] as const)('a note in the margin of a book in %s', (language) => {
  it('is added at words of a chapter, edited, resolved, removed and put back', async () => {
    const { call, add, idOf, sentence, note, textOf } = await open(language)
    const added = await add()
    const from = (await textOf(path(2))).indexOf(sentence)
    expect(added).toEqual({
      ...{ id: added.id, text: note, exact: sentence, createdAt: added.createdAt, resolvedAt: null },
      place: {
        ...{ documentId: await idOf(2), chapterTitle: expect.any(String) },
        ...{ from, to: from + sentence.length },
      },
    })
    const listed = () => call('notes:list')
    expect(await listed()).toEqual({ notes: [added], removed: [] })
    const { id } = added
    const resolved = await call('notes:edit', { id, resolved: true })
    expect(resolved).toEqual({ ...added, resolvedAt: expect.stringMatching(/Z$/) })
    expect(await call('notes:edit', { id, text: 'B\nC' })).toEqual({ ...resolved, text: 'B\nC' })
    const open2 = await call('notes:edit', { id, resolved: false })
    expect(open2).toEqual({ ...added, text: 'B\nC' })
    expect(await call('notes:remove', { id })).toEqual({ removed: open2 })
    expect(await listed()).toEqual({ notes: [], removed: [{ id, text: 'B\nC' }] })
    await expect(call('notes:edit', { id, text: 'D' })).rejects.toThrow('NOT_FOUND')
    expect(await call('notes:restore', { id })).toEqual(open2)
    expect(await listed()).toEqual({ notes: [open2], removed: [] })
    await expect(call('notes:restore', { id })).rejects.toThrow('NOT_FOUND')
  })

  it('follows its words through edits, a split, a merge, a renaming and a move, and is never dropped', async () => {
    const { call, add, idOf, now, change, textOf, sentence, changed } = await open(language)
    await add()
    const id = await idOf(2)
    expect(await now()).toEqual([id, sentence])
    await change(id, (text) => text.replace('\n\n', '\n\nX\n\n'))
    expect(await now()).toEqual([id, sentence])
    const offsetUtf16 = (await textOf(id)).indexOf(sentence)
    const { splitId } = await call('documents:split', { documentId: id, offsetUtf16, title: 'S' })
    expect(await now()).toEqual([splitId, sentence])
    await call('documents:merge', { documentId: id })
    expect(await now()).toEqual([id, sentence])
    await call('documents:rename', { documentId: id, title: 'T' })
    await call('documents:move', { documentId: id, after: await idOf(3) })
    expect(await now()).toEqual([id, sentence])
    await change(id, (text) => text.replace(sentence, changed))
    expect(await now()).toEqual([id, changed])
    await change(id, (text) => text.replace(changed, ''))
    const [lost] = (await call('notes:list')).notes
    expect([lost?.place, lost?.exact]).toEqual([null, sentence])
    await change(id, (text) => `${text}${sentence}\n`)
    expect(await now()).toEqual([id, sentence])
  })

  it('is in no prompt, no export and no place where a task may write', async () => {
    const { test, call, add, idOf, textOf, secret } = await open(language)
    const prompt = async () => {
      const { length } = await textOf(path(2))
      const input = { documentId: path(2), cursorPosition: length, skillId: 'continue', stateless: true }
      const { systemPrompt, userContent } = await call('context:inspect', input)
      return systemPrompt + userContent
    }
    const before = await prompt()
    await add()
    expect(await prompt()).toBe(before)
    for (const format of ['txt', 'chapters', 'markdown', 'docx', 'epub', 'html'] as const) {
      const bytes = Buffer.from((await call('book:export', { format })).base64, 'base64')
      const isZip = bytes.subarray(0, 2).toString() === 'PK'
      const parts = isZip ? Object.values(unzipSync(bytes)) : [bytes]
      expect(parts.map((part) => Buffer.from(part).toString().includes(secret))).not.toContain(true)
    }
    const file = `.creonow/notes/${await idOf(2)}.json`
    expect(await readFile(join(test.project, file), 'utf8')).toContain(secret)
    expect(kindOfPlace(file)).toBeUndefined()
  })

  it('is refused without words of the chapter, and a broken file is named and not written over', async () => {
    const { call, add, fileOf, note, sentence } = await open(language)
    await expect(
      call('notes:add', { documentId: path(1), start: 0, words: sentence, text: note }),
    ).rejects.toThrow('INVALID_ARGUMENT')
    const { id } = await add()
    const file = await fileOf(2)
    const stored = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...stored, later: 1, notes: [{ ...stored.notes[0], later: 2 }] }))
    await call('notes:edit', { id, text: 'B' })
    const edited = JSON.parse(await readFile(file, 'utf8'))
    expect([edited.later, edited.notes[0].later, edited.notes[0].text]).toEqual([1, 2, 'B'])
    await writeFile(file, '{ "version": 1, "notes": [')
    const { notes, notices } = await call('notes:list')
    expect([notes.map(({ text }) => text), notices?.map(({ code }) => code)]).toEqual([
      ['B'],
      ['FILE_BROKEN'],
    ])
    await expect(add()).rejects.toThrow('FILE_BROKEN')
    expect(await readFile(file, 'utf8')).toBe('{ "version": 1, "notes": [')
  })
})
