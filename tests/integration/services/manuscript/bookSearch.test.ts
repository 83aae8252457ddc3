import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChannelInput, ChannelOutput } from '../../../../main/src/contract/index.ts'
import { createExpressionThread } from '../../../../main/src/services/manuscript/index.ts'
import { startApp, type TestApp } from '../../../support/app.ts'
import { idOf } from '../../../support/chapterId.ts'

type Query = ChannelInput<'book:search'>['query']
type Page = ChannelOutput<'book:search'>

/** Chapters that have broken editors before, by name. */
const strange = {
  '020-换行.md': '# 换行\r\n　　林远把信折好。\r\n　　“林远山？”林远问。\r\n',
  '021-标记.md': '\uFEFF# 标记\n林远𠮷野ＬＩＮ lin，林遠。\n',
  '022-混.md': '甲林远\r乙林远\r\n丙林远\n\n丁',
}

let app: TestApp
beforeEach(async () => {
  app = await startApp({}, async ({ project }) => {
    for (const name of await readdir(join(project, 'manuscript')))
      await writeFile(join(project, 'manuscript', name), `# ${name}\n阿簪唱水。\n`)
    for (const [name, text] of Object.entries(strange))
      await writeFile(join(project, 'manuscript', name), text)
    await mkdir(join(project, '.creonow', 'characters'), { recursive: true })
    await writeFile(join(project, '.creonow', 'characters', '林远山.md'), '---\nname: 林远山\n---\n祖父。\n')
  })
})
afterEach(() => app.remove())

/** The number of a strange file's name, by its chapter. */
const numberOf = (documentId: string) =>
  Object.keys(strange)
    .find((name) => idOf(`manuscript/${name}`) === documentId)
    ?.slice(0, 3) ?? documentId

const literal = (text: string, fold = false): Query => ({ text, mode: 'literal', fold })

async function search(query: Query, replacement?: string): Promise<Page['chapters']> {
  const chapters: Page['chapters'][number][] = []
  let from: string | undefined
  for (;;) {
    const input = { projectId: app.projectId, query, hitsPerChapter: 100 }
    const page = await app.invoke('book:search', {
      ...input,
      ...(replacement === undefined ? {} : { replacement }),
      ...(from === undefined ? {} : { from }),
    })
    chapters.push(...page.chapters)
    if (page.next === null) return chapters
    from = page.next
  }
}
const found = async (query: Query) =>
  Object.fromEntries(
    (await search(query)).map(({ documentId, hits }) => [
      numberOf(documentId),
      hits.map(({ line, text }) => [line, text]),
    ]),
  )
async function replace(query: Query, replacement: string, except: Readonly<Record<string, number[]>> = {}) {
  const chapters = (await search(query, replacement)).map(({ documentId, hash, count }) => ({
    ...{ documentId, hash, count },
    except: except[numberOf(documentId)] ?? [],
  }))
  return app.invoke('book:replace', { projectId: app.projectId, query, replacement, chapters })
}
const bytes = async () =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(join(app.project, 'manuscript'))).map(async (name) => [
        name,
        (await readFile(join(app.project, 'manuscript', name))).toString('base64'),
      ]),
    ),
  )
const file = (name: keyof typeof strange) => readFile(join(app.project, 'manuscript', name), 'utf8')

test('characters, folded characters, an expression and a name each find what they mean', async () => {
  expect(await found(literal('林远'))).toEqual({
    '020': [
      [2, '林远'],
      [3, '林远'],
      [3, '林远'],
    ],
    '021': [[2, '林远']],
    '022': [
      [1, '林远'],
      [2, '林远'],
      [3, '林远'],
    ],
  })
  expect(await found(literal('林远', true))).toMatchObject({
    '021': [
      [2, '林远'],
      [2, '林遠'],
    ],
  })
  expect(await found(literal('LIN', true))).toEqual({
    '021': [
      [2, 'ＬＩＮ'],
      [2, 'lin'],
    ],
  })
  expect(await found({ text: '林远$', mode: 'regex', fold: false })).toMatchObject({
    '022': [
      [1, '林远'],
      [2, '林远'],
      [3, '林远'],
    ],
  })
  // 林远山 is a name of the codex.
  expect((await found({ text: '林远', mode: 'name', fold: false }))['020']).toEqual([
    [2, '林远'],
    [3, '林远'],
  ])
})

test('replacing writes only what was chosen, and one undo restores every byte', async () => {
  const before = await bytes()
  const done = await replace({ text: '林远', mode: 'name', fold: false }, '林怀舟', { '022': [1] })
  expect(done.chapters.map(({ documentId, count }) => [numberOf(documentId), count])).toEqual([
    ['020', 2],
    // 林远𠮷 may be another name.
    ['021', 1],
    ['022', 2],
  ])
  expect(await file('020-换行.md')).toBe('# 换行\r\n　　林怀舟把信折好。\r\n　　“林远山？”林怀舟问。\r\n')
  expect(await file('021-标记.md')).toBe('\uFEFF# 标记\n林远𠮷野ＬＩＮ lin，林怀舟。\n')
  expect(await file('022-混.md')).toBe('甲林怀舟\r乙林远\r\n丙林怀舟\n\n丁')
  const undone = await app.invoke('edits:undo', { projectId: app.projectId, editId: done.editId ?? '' })
  expect([undone.restored.length, undone.skipped]).toEqual([3, []])
  expect(await bytes()).toEqual(before)
})

test('each replaced chapter keeps a version from before, and so does taking it back', async () => {
  const { editId } = await replace(literal('林远'), '远')
  await app.invoke('edits:undo', { projectId: app.projectId, editId: editId ?? '' })
  const documentId = 'manuscript/022-混.md'
  const { versions } = await app.invoke('history:list', { projectId: app.projectId, documentId })
  expect(versions.map(({ cause }) => cause)).toEqual(['undo', 'replace'])
  const texts = versions.map(({ versionId }) =>
    app.invoke('history:read', { projectId: app.projectId, documentId, versionId }),
  )
  expect((await Promise.all(texts)).map(({ text }) => text)).toEqual([
    '甲远\r乙远\r\n丙远\n\n丁',
    strange['022-混.md'],
  ])
})

test('a longer name without an entry is left as it is and counted, and what was not shown is not replaced', async () => {
  const grandfather = '　　林远山说：“起雾了。”林远山却不动。林远走过去，林远山站起来，林远山说：“走。”\r\n'
  const path = join(app.project, 'manuscript', '023-祖父.md')
  const codex = join(app.project, '.creonow', 'characters', '林远山.md')
  await rm(codex)
  await writeFile(path, `# 祖父\r\n${grandfather.repeat(3)}`)
  const query: Query = { text: '林远', mode: 'name', fold: false }
  const asked = { projectId: app.projectId, query, hitsPerChapter: 100 }
  const page = await app.invoke('book:search', asked)
  const grandfathers = page.chapters.find(({ title }) => title === '祖父')
  expect([grandfathers?.hits.map(({ after }) => after[0]), page.doubtful]).toEqual([['走', '走', '走'], 14])
  // Without what the book taught, all of them would be the name itself.
  await writeFile(path, '# 祖父\r\n　　林远山。林远走了。')
  const later = await app.invoke('book:search', asked)
  const chapters = later.chapters.map(({ documentId, hash, count }) => ({
    ...{ documentId, hash, except: [] },
    count: documentId === idOf('manuscript/023-祖父.md') ? count + 1 : count,
  }))
  const done = await app.invoke('book:replace', {
    ...{ projectId: app.projectId, query, replacement: '他' },
    chapters,
  })
  expect(done.skipped.map(({ title, why }) => [title, why])).toEqual([['祖父', 'changed']])
})

test('chapters that were changed or deleted after the search are left as they are and named', async () => {
  const query = literal('林远')
  const chapters = (await search(query)).map(({ documentId, hash, count }) => ({
    ...{ documentId, hash, count },
    except: [],
  }))
  // Also where nothing is left to replace.
  await writeFile(join(app.project, 'manuscript', '021-标记.md'), '他走了。')
  const { trashId } = await app.invoke('documents:delete', {
    projectId: app.projectId,
    documentId: 'manuscript/022-混.md',
  })
  const done = await app.invoke('book:replace', {
    projectId: app.projectId,
    query,
    replacement: '他',
    chapters,
  })
  expect(done.skipped.map(({ documentId, why }) => [numberOf(documentId), why])).toEqual([
    ['021', 'changed'],
    ['022', 'gone'],
  ])
  expect(done.chapters.map(({ title }) => title)).toEqual(['换行'])
  expect(await file('021-标记.md')).toBe('他走了。')
  await app.invoke('documents:restore', { projectId: app.projectId, trashId })
})

test('replacing by what is there already writes nothing, and an expression uses its groups', async () => {
  expect(await replace(literal('林远'), '林远')).toEqual({ editId: null, chapters: [], skipped: [] })
  const done = await replace({ text: '“(林远山)？”', mode: 'regex', fold: false }, '「$1？」')
  expect(done.chapters).toEqual([{ documentId: idOf('manuscript/020-换行.md'), title: '换行', count: 1 }])
  expect(await file('020-换行.md')).toContain('「林远山？」林远问。\r\n')
})

test('a wrong expression is refused, and so are half a surrogate pair and a page of a deleted chapter', async () => {
  const asked = { projectId: app.projectId, hitsPerChapter: 10 }
  const query: Query = { text: '(林', mode: 'regex', fold: false }
  expect(await app.codeOf('book:search', { ...asked, query })).toBe('INVALID_ARGUMENT')
  expect(
    await app.codeOf('book:search', { ...asked, query: literal('林'), from: 'manuscript/没有.md' }),
  ).toBe('CONFLICT')
  const chapters = [{ documentId: 'manuscript/022-混.md', hash: 'a'.repeat(64), count: 1, except: [] }]
  const half = { projectId: app.projectId, query: literal('林'), replacement: '坏\uD83D', chapters }
  expect(await app.codeOf('book:replace', half)).toBe('INVALID_ARGUMENT')
})

test('an expression that would never end is stopped and refused, and the next one is answered', async () => {
  const expressions = createExpressionThread({ limitMs: 200 })
  const query = (text: string): Query => ({ text, mode: 'regex', fold: false })
  const endless = expressions.find(query('^(雾+)+$'), '')
  await expect(endless(`${'雾'.repeat(60)}港`)).rejects.toMatchObject({ code: 'SEARCH_TOO_SLOW' })
  expect(await expressions.find(query('港'), '海')('雾港')).toEqual([{ from: 1, to: 2, replacement: '海' }])
  await expressions.dispose()
})

test('a name of white space alone is nobody’s, and is answered', async () => {
  for (const text of [' ', '　', '\r\n']) expect(await search({ text, mode: 'name', fold: true })).toEqual([])
})
