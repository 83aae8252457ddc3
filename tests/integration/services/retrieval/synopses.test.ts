import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../support/app.ts'

let test: TestApp
let chapters: { documentId: string; path: string | null; hash: string }[]
beforeEach(async () => {
  test = await startApp()
  chapters = (await test.invoke('documents:list', { projectId: test.projectId })).documents.filter(
    ({ kind }) => kind === 'chapter',
  )
})
afterEach(() => test.remove())

const save = (documentId: string, text: string) =>
  test.invoke('retrieval:synopses:save', { projectId: test.projectId, documentId, text })
const list = async () =>
  (await test.invoke('retrieval:synopses:list', { projectId: test.projectId })).synopses
const folder = () => join(test.project, '.creonow', 'synopses')

async function injected(documentId: string, skillId = 'continue') {
  const { chunks } = await test.invoke('context:inspect', {
    projectId: test.projectId,
    documentId,
    cursorPosition: 0,
    skillId,
  })
  const listed = chunks.filter(({ source, layer }) => source.includes('/synopses/') && layer === 'retrieved')
  return listed.map(({ score, text }) => ({ score, text }))
}

describe('synopses', () => {
  it('preserve what was written elsewhere when a change is based on an older state', async () => {
    const documentId = chapters[0]?.documentId ?? ''
    const saveOver = (text: string, base: string) =>
      test.invoke('retrieval:synopses:save', { projectId: test.projectId, documentId, text, base })
    await saveOver('林远回港。', '')
    await expect(saveOver('许三娘等他。', '')).rejects.toThrow('CONFLICT')
    await saveOver('许三娘等他，𠮷。', '林远回港。')
    expect((await list()).map(({ text }) => text)).toEqual(['许三娘等他，𠮷。'])
  })

  it('are files next to the project, stale once the chapter has changed, deleted when blanked', async () => {
    const [first] = chapters
    if (!first) throw new Error('the sample has no chapter')
    expect(await list()).toEqual([])
    expect(await save(first.documentId, '林远回到雾港。')).toEqual({ saved: true })
    const [name] = (await readdir(folder())).filter((it) => it.endsWith('.json'))
    expect(name).toBe(`${first.documentId}.json`)
    expect(JSON.parse(await readFile(join(folder(), name ?? ''), 'utf8'))).toEqual({
      version: 2,
      chapter: first.documentId,
      documentHash: first.hash,
      text: '林远回到雾港。',
      source: 'user',
    })
    expect(await list()).toEqual([
      expect.objectContaining({ documentId: first.documentId, text: '林远回到雾港。', stale: false }),
    ])
    const { text, hash } = await test.invoke('documents:read', {
      projectId: test.projectId,
      documentId: first.documentId,
    })
    await test.invoke('documents:save', {
      projectId: test.projectId,
      documentId: first.documentId,
      text: `${text}又起雾了。`,
      baseHash: hash,
    })
    expect((await list()).map(({ stale }) => stale)).toEqual([true])
    const path = join(folder(), name ?? '')
    const good = await readFile(path, 'utf8')
    await writeFile(path, `${good.slice(0, -4)},`)
    const { notices } = await test.invoke('context:inspect', {
      ...{ projectId: test.projectId, documentId: first.documentId },
      ...{ cursorPosition: 0, skillId: 'continue' },
    })
    const broken = notices.filter(({ code }) => code === 'FILE_BROKEN').map(({ params }) => params)
    expect(broken).toEqual([expect.objectContaining({ path: `.creonow/synopses/${name}` })])
    expect(await test.invoke('retrieval:synopses:list', { projectId: test.projectId })).toMatchObject({
      synopses: [{ text: '林远回到雾港。' }],
      warnings: [expect.stringContaining('FILE_BROKEN: ')],
      notices: [{ code: 'FILE_BROKEN', params: { path: `.creonow/synopses/${name}` } }],
    })
    await writeFile(path, good)
    expect(await save(first.documentId, ' \n')).toEqual({ saved: false })
    expect(await list()).toEqual([])
  })

  it('are refused for a chapter that does not exist, and a broken file is no synopsis', async () => {
    const input = { projectId: test.projectId, documentId: 'manuscript/../../x.md', text: '逃出去' }
    expect(await test.codeOf('retrieval:synopses:save', input)).toBe('PATH_OUTSIDE_PROJECT')
    const absent = { ...input, documentId: 'manuscript/无.md' }
    expect(await test.codeOf('retrieval:synopses:save', absent)).toBe('NOT_FOUND')
    const [first] = chapters
    const name = first?.path?.replace('manuscript/', '').replace('.md', '.json') ?? ''
    await mkdir(folder(), { recursive: true })
    await writeFile(join(folder(), name), '{"text": ')
    expect(await list()).toEqual([])
    const { projectId } = test
    const again = { projectId, documentId: first?.documentId ?? '', text: '梗概。' }
    expect(await test.codeOf('retrieval:synopses:save', again)).toBe('FILE_BROKEN')
    expect(await readFile(join(folder(), name), 'utf8')).toBe('{"text": ')
  })

  it('are the user’s by the word of the format, and by the word of earlier versions', async () => {
    const [first] = chapters
    const name = first?.path?.replace('manuscript/', '').replace('.md', '.json') ?? ''
    await mkdir(folder(), { recursive: true })
    for (const [source, shown] of [
      ['user', 'user'],
      ['author', 'user'],
      ['model', 'model'],
    ]) {
      const file = { documentHash: first?.hash, text: `梗概 ${source}`, source }
      await writeFile(join(folder(), name), JSON.stringify(file))
      expect(await list()).toEqual([
        expect.objectContaining({ text: `梗概 ${source}`, source: shown, stale: false }),
      ])
    }
  })
})

describe('the context of a continuation', () => {
  it('has the synopses of the last three chapters in front of it, the nearest weighing most, and no others', async () => {
    for (const [at, { documentId }] of chapters.slice(0, 7).entries()) {
      await save(documentId, `第${at + 1}章的梗概。`)
    }
    expect(await injected(chapters[4]?.documentId ?? '')).toEqual([
      { score: 0.6, text: '第2章的梗概。' },
      { score: 0.65, text: '第3章的梗概。' },
      { score: 0.7, text: '第4章的梗概。' },
    ])
    expect(await injected(chapters[0]?.documentId ?? '')).toEqual([])
    expect(await injected(chapters[4]?.documentId ?? '', 'polish')).toEqual([])
  })

  it('invents nothing where a chapter has no synopsis', async () => {
    expect(await injected(chapters[4]?.documentId ?? '')).toEqual([])
    await save(chapters[0]?.documentId ?? '', '太远的一章。')
    expect(await injected(chapters[4]?.documentId ?? '')).toEqual([])
    await save(chapters[3]?.documentId ?? '', '刚过去的一章。')
    expect(await injected(chapters[4]?.documentId ?? '')).toEqual([{ score: 0.7, text: '刚过去的一章。' }])
  })
})
