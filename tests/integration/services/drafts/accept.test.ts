import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { JobsNovel } from '../jobs/fixture.ts'
import { listDrafts, startDraftsBook } from './fixture.ts'

let book: JobsNovel
afterEach(() => book.dispose())

const author = '---\nid: lin\nname: 林怀舟\naliases: [ 老林 ]\n---\n出身：雾港\n'
const files = {
  'manuscript/001-雾.md':
    '# 雾\n\n　　林怀舟是雾港人，腰间挂着一把铜尺。\n\n　　石青瓷今年十九岁，人称小瓷。\n',
  'manuscript/002-灯.md':
    '# 灯\n\n　　石青瓷今年二十岁，接过了守灯人的差事。\n\n　　The brass ruler of 林怀舟 broke.\n',
  '.creonow/characters/林怀舟.md': author,
}
const rows = [
  {
    ...{ name: '老林', kind: 'character', aliases: [] },
    facts: [
      { field: '所有物', value: '铜尺', quote: '林怀舟是雾港人，腰间挂着一把铜尺。', chapter: 1 },
      { field: '出身', value: '雾港', quote: '林怀舟是雾港人，腰间挂着一把铜尺。', chapter: 1 },
      { field: '出身', value: '涿郡', quote: '林怀舟是涿郡人。', chapter: 1 },
      { field: 'possession', value: 'brass ruler', quote: 'The brass ruler of 林怀舟 broke.', chapter: 2 },
    ],
  },
  {
    ...{
      name: '石青瓷',
      kind: 'character',
      aliases: [{ text: '小瓷', quote: '石青瓷今年十九岁，人称小瓷。' }],
    },
    facts: [
      { field: '年龄', value: '十九岁', quote: '石青瓷今年十九岁，人称小瓷。', chapter: 1 },
      { field: '年龄', value: '二十岁', quote: '石青瓷今年二十岁', chapter: 2 },
      { field: '身份', value: '守灯人', quote: '接过了守灯人的差事。', chapter: 2 },
    ],
  },
]

async function start() {
  book = await startDraftsBook(files)
  book.answer = () => `\`\`\`json\n${JSON.stringify(rows)}\n\`\`\``
  await book.run({ kind: 'drafts' })
}
const { stringify } = JSON
const accept = (facts: readonly string[] | 'all' | 'ticked') =>
  book.novel.invoke('codex:drafts:accept', {
    projectId: book.novel.projectId,
    facts: typeof facts === 'string' ? facts : [...facts],
  })
const cards = async () => {
  const folder = join(book.novel.project, '.creonow/characters')
  const names = (await readdir(folder)).toSorted()
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const))
}
const promptAt = async (chapter: number) => {
  const { projectId } = book.novel
  const { documents } = await book.novel.invoke('documents:list', { projectId })
  const { documentId = '', characters = 0 } = documents[chapter - 1] ?? {}
  const { systemPrompt, userContent } = await book.novel.invoke('context:assemble', {
    ...{ projectId, documentId, cursorPosition: characters, skillId: 'continue', stateless: true },
    additionalInput: '写石青瓷与林怀舟',
  })
  return systemPrompt + userContent
}
const idsOf = async (...values: readonly string[]) =>
  (await listDrafts(book)).drafts.flatMap(({ facts }) =>
    facts.filter(({ value }) => values.includes(value)).map(({ id }) => id),
  )

it('drafts are listed with their sentences and are in no prompt, no card and no file of the author', async () => {
  book = await startDraftsBook(files)
  const before = [await promptAt(1), await promptAt(2)]
  book.answer = () => stringify(rows)
  await book.run({ kind: 'drafts' })
  const { drafts, dropped, cutOff } = await listDrafts(book)
  expect(
    drafts.map(({ name, entryId, facts }) => [
      name,
      entryId,
      facts.map(({ value, clash, reservation, evidence }) => [
        value,
        clash,
        reservation,
        evidence.map(({ quote }) => quote),
      ]),
    ]),
  ).toEqual([
    [
      '石青瓷',
      undefined,
      [
        ['小瓷', false, undefined, ['石青瓷今年十九岁，人称小瓷。']],
        ['十九岁', true, 'clash', ['石青瓷今年十九岁，人称小瓷。']],
        ['二十岁', true, 'clash', ['石青瓷今年二十岁']],
        ['守灯人', false, undefined, ['接过了守灯人的差事。']],
      ],
    ],
    [
      '林怀舟',
      'lin',
      [
        ['铜尺', false, undefined, ['林怀舟是雾港人，腰间挂着一把铜尺。']],
        ['brass ruler', false, undefined, ['The brass ruler of 林怀舟 broke.']],
      ],
    ],
  ])
  expect([dropped, cutOff]).toEqual([{ notInText: 1, otherChapter: 0, incomplete: 0 }, 0])
  expect([await promptAt(1), await promptAt(2)]).toEqual(before)
  expect(await cards()).toEqual([['林怀舟.md', author]])
})

it('accepted facts are in the prompts from their chapter on, behind what the author wrote', async () => {
  await start()
  const answer = await accept('ticked')
  expect(answer).toEqual({
    accepted: 4,
    created: [{ id: expect.any(String), name: '石青瓷' }],
    changed: [{ id: 'lin', name: '林怀舟' }],
    failed: [],
  })
  expect(await promptAt(1)).toContain('所有物：铜尺')
  expect(await promptAt(1)).not.toContain('身份：守灯人')
  expect(await promptAt(2)).toContain('身份：守灯人')
  expect((await promptAt(2)).includes('年龄：')).toBe(false)
  const [[, lin = ''] = []] = await cards()
  expect(lin.startsWith('---\nid: lin\nname: 林怀舟\naliases: [ 老林 ]\n')).toBe(true)
  expect(lin.endsWith('---\n出身：雾港\n')).toBe(true)
  const { entry } = await book.novel.invoke('codex:read', { projectId: book.novel.projectId, id: 'lin' })
  const [first] = (await book.novel.invoke('documents:list', { projectId: book.novel.projectId })).documents
  expect(entry.progressions[0]).toEqual({
    ...{ id: expect.stringMatching(/^p_/), from: first?.documentId, text: '所有物：铜尺', field: '所有物' },
    ...{ value: '铜尺', by: 'model' },
    evidence: [{ quote: '林怀舟是雾港人，腰间挂着一把铜尺。', chapter: first?.documentId }],
  })
  expect(
    (await listDrafts(book)).drafts.map(({ name, facts }) => [name, facts.map(({ value }) => value)]),
  ).toEqual([['石青瓷', ['十九岁', '二十岁']]])
})

it('some facts are accepted and the others stay, none of them is an empty choice, and rejected ones do not come again', async () => {
  await start()
  expect(await accept(await idsOf('守灯人'))).toMatchObject({ accepted: 1, changed: [] })
  expect(await accept([])).toEqual({ accepted: 0, created: [], changed: [], failed: [] })
  const { projectId } = book.novel
  const rejected = await book.novel.invoke('codex:drafts:reject', {
    projectId,
    facts: await idsOf('十九岁', '铜尺'),
  })
  expect(rejected).toEqual({ rejected: 2 })
  const left = (await listDrafts(book)).drafts.flatMap(({ facts }) => facts.map(({ value }) => value))
  expect(left.toSorted()).toEqual(['brass ruler', '二十岁', '小瓷'].toSorted())
  await book.run({ kind: 'drafts', readings: 2 })
  expect((await listDrafts(book)).drafts.flatMap(({ facts }) => facts)).toHaveLength(3)
})

it('accepting at the same time, again, or after a kill before the decision was noted makes nothing twice', async () => {
  await start()
  await Promise.all([accept('all'), accept('all'), accept('ticked')])
  const once = await cards()
  await writeFile(join(book.novel.project, '.creonow/cache/drafts/decisions.jsonl'), '{"accepted":["f_')
  expect((await listDrafts(book)).drafts).toEqual([])
  expect(await accept('all')).toMatchObject({ accepted: 0, created: [] })
  expect(await cards()).toEqual(once)
  expect(once.map(([name]) => name)).toEqual(['林怀舟.md', '石青瓷.md'].toSorted())
})

it('a sentence that the author has rewritten since takes its fact out of the list', async () => {
  await start()
  const path = join(book.novel.project, 'manuscript/002-灯.md')
  await writeFile(path, files['manuscript/002-灯.md'].replace('接过了守灯人的差事', 'became a clerk'))
  const values = (await listDrafts(book)).drafts.flatMap(({ facts }) => facts.map(({ value }) => value))
  expect(values).not.toContain('守灯人')
  expect(values).toContain('二十岁')
})

it('a name that two cards of the author have is accepted into neither, with a sentence', async () => {
  await start()
  const second = author
    .replace('id: lin', 'id: lin2')
    .replace('林怀舟', '林怀舟（二）')
    .replace('老林', '老林, 林怀舟')
  await writeFile(join(book.novel.project, '.creonow/characters/林二.md'), second)
  const answer = await accept('all')
  expect(answer.failed.map(({ name, error }) => [name, error.code])).toEqual([['老林', 'CONFLICT']])
  expect(answer.failed[0]?.error.message).toContain('老林')
  expect((await cards()).slice(0, 2).map(([, text]) => text)).toEqual(
    expect.arrayContaining([author, second]),
  )
})
