import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entryFile } from '../../../../bench/project.ts'
import type { ChannelInput, ChannelName } from '../../../../main/src/contract/index.ts'
import { startApp, type TestApp } from '../../../support/app.ts'

const fifth = 'manuscript/005-数水谣.md'
let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.remove())

const inProject = <C extends ChannelName>(channel: C, input: object = {}) =>
  app.invoke(channel, { projectId: app.projectId, ...input } as ChannelInput<C>)
const call = <C extends ChannelName>(channel: C, input: object = {}) =>
  app.invoke(channel, { projectId: app.projectId, documentId: fifth, ...input } as ChannelInput<C>)
const bookFile = () => join(app.project, '.creonow/book.json')
const stored = async () => {
  const { documentId } = await call('plan:get')
  const { chapters } = JSON.parse(await readFile(bookFile(), 'utf8'))
  return chapters.find(({ id }: { id: string }) => id === documentId)
}
async function set(change: object, documentId = fifth) {
  const { hash } = await call('plan:get', { documentId })
  return call('plan:set', { documentId, baseHash: hash, ...change })
}
const bytes = async () => {
  const folder = join(app.project, 'manuscript')
  const names = (await readdir(folder)).sort()
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]))
}

describe('the plan of a chapter', () => {
  it('is stored in the book, with ids for new beats, and no chapter file changes', async () => {
    const before = await bytes()
    const { plan, pov } = await set({
      plan: { text: '退潮那夜。', beats: [{ text: '阿簪数水' }, { text: 'Wei rows out 𠮷' }] },
      pov: 'weibo',
    })
    const ids = plan?.beats.map(({ id }) => id) ?? []
    expect(ids.map((id) => /^b_[a-z0-9]{10}$/.test(id))).toEqual([true, true])
    expect([plan, pov]).toEqual([
      {
        text: '退潮那夜。',
        beats: [
          { id: ids[0], text: '阿簪数水' },
          { id: ids[1], text: 'Wei rows out 𠮷' },
        ],
      },
      'weibo',
    ])
    expect([(await stored()).plan, await bytes()]).toEqual([plan, before])
  })

  it('is refused where it was changed since it was read, and nothing is written', async () => {
    const { hash } = await call('plan:get')
    await set({ plan: { text: '甲', beats: [] } })
    const code = await app.codeOf('plan:set', {
      ...{ projectId: app.projectId, documentId: fifth, baseHash: hash },
      plan: { text: '乙', beats: [] },
    })
    expect([code, (await stored()).plan.text]).toEqual(['CONFLICT', '甲'])
  })

  it('goes with null, and what is absent stays', async () => {
    await set({ plan: { text: '甲', beats: [] }, pov: 'weibo' })
    const withoutPov = await set({ pov: null })
    const withoutPlan = await set({ plan: null })
    expect([withoutPov.plan?.text, withoutPov.pov, withoutPlan.plan, withoutPlan.pov]).toEqual([
      '甲',
      null,
      null,
      null,
    ])
  })

  it('has a status and a label of its own words in the book and the list, and null takes them out', async () => {
    const stated = await set({ status: 'revised', label: ' 支线·盐路 ' })
    const listed = async () => {
      const { documents } = await inProject('documents:list')
      const { status, label } = documents.find(({ documentId }) => documentId === stated.documentId) ?? {}
      return { status, label }
    }
    const seen = [await listed(), (await stored()).status]
    const { status, label } = await set({ status: null, pov: 'weibo' })
    expect([seen, status, label, await listed(), 'status' in (await stored())]).toEqual([
      [{ status: 'revised', label: '支线·盐路' }, 'revised'],
      ...[null, '支线·盐路', { status: undefined, label: '支线·盐路' }, false],
    ])
  })

  it('refuses a status of two lines, and a change that was read before another one', async () => {
    const { hash } = await call('plan:get')
    const code = (change: object) =>
      app.codeOf('plan:set', {
        ...{ projectId: app.projectId, documentId: fifth, baseHash: hash },
        ...change,
      } as ChannelInput<'plan:set'>)
    const lines = await code({ status: '一\n二' })
    await set({ status: 'draft' })
    expect([lines, await code({ label: '乙' })]).toEqual(['INVALID_ARGUMENT', 'CONFLICT'])
  })

  it('has its status and label after a rename, a move, a split, a merge and their undoing', async () => {
    const { documentId } = await set({ status: 'draft', label: '夜戏' })
    const stated = async (id = documentId) => {
      const { status, label } = await call('plan:get', { documentId: id })
      return [status, label]
    }
    const expected = ['draft', '夜戏']
    const renamed = await call('documents:rename', { documentId, title: '退潮' })
    await call('documents:move', { documentId })
    const { text } = await call('documents:read', { documentId })
    const middle = text.indexOf('\n\n', text.length / 2)
    const { splitId } = await call('documents:split', { documentId, offsetUtf16: middle, title: '后半' })
    const seen = [await stated(), await stated(splitId)]
    await set({ status: '自己的词' }, splitId)
    const { stepId } = await call('documents:merge', { documentId, nextId: splitId })
    seen.push(await stated())
    await call('documents:undo', { documentId, stepId })
    seen.push(await stated(), await stated(splitId))
    expect(renamed.documentId).toBe(documentId)
    expect(seen).toEqual([expected, expected, expected, expected, ['自己的词', '夜戏']])
  })

  it('leaves fields of newer versions of a plan and its beats where they are', async () => {
    const { documentId } = await call('plan:get')
    const book = JSON.parse(await readFile(bookFile(), 'utf8'))
    const chapter = book.chapters.find(({ id }: { id: string }) => id === documentId)
    chapter.plan = { text: '甲', mood: '冷', beats: [{ id: 'b_1', text: '一', weight: 3 }] }
    await writeFile(bookFile(), JSON.stringify(book))
    await set({ plan: { text: '乙', beats: [{ id: 'b_1', text: '二', written: { at: '2026-11-26' } }] } })
    expect((await stored()).plan).toEqual({
      text: '乙',
      mood: '冷',
      beats: [{ id: 'b_1', text: '二', weight: 3, written: { at: '2026-11-26' } }],
    })
  })

  it('is none of front matter and of no chapter at all', async () => {
    const codes = ['manuscript/000-卷首.md', 'manuscript/009-没有.md'].map((documentId) =>
      app.codeOf('plan:get', { projectId: app.projectId, documentId }),
    )
    expect(await Promise.all(codes)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  })

  it('survives renaming, moving, deleting and restoring its chapter, with its status', async () => {
    const { documentId } = await set({ plan: { text: '退潮那夜。', beats: [] }, status: 'final' })
    await call('documents:rename', { documentId, title: '退潮' })
    await call('documents:move', { documentId })
    await call('documents:delete', { documentId })
    const { items } = await inProject('documents:trash')
    await inProject('documents:restore', { trashId: items[0]?.trashId })
    const { plan, status } = await call('plan:get', { documentId })
    expect([plan?.text, status]).toEqual(['退潮那夜。', 'final'])
  })
})

describe('chapters to be written', () => {
  const titles = async () => (await inProject('documents:list')).documents.map(({ title }) => title)

  it('come in front of a chapter, behind one, at the end of a volume and of the book, in their order', async () => {
    await writeFile(join(app.project, 'manuscript/000-卷首.md'), '# 卷首\n\n题记。\n')
    const before = await titles()
    const [third] = (await inProject('documents:list')).documents.filter(({ title }) => title === before[3])
    const { documentId } = third ?? { documentId: '' }
    await inProject('volumes:create', { documentId, title: '第二卷' })
    const place = (at: string, of: string) => ({ place: { at, documentId: of } })
    await inProject('plan:insert', {
      chapters: [{ title: '甲' }, { title: '乙' }],
      ...place('before', documentId),
    })
    await inProject('plan:insert', { chapters: [{ title: '丙' }], ...place('after', documentId) })
    await inProject('plan:insert', { chapters: [{ title: '丁' }], ...place('volume', documentId) })
    await inProject('plan:insert', {
      chapters: [{ title: '戊' }],
      ...place('after', 'manuscript/000-卷首.md'),
    })
    await inProject('plan:insert', { chapters: [{ title: '己' }] })
    const expected = [
      ...[before[0], '戊', before[1], before[2], '甲', '乙', before[3], '丙'],
      ...[...before.slice(4), '丁', '己'],
    ]
    expect(await titles()).toEqual(expected)
    const { documents } = await inProject('documents:list')
    expect(documents.find(({ title }) => title === '丙')?.volume?.title).toBe('第二卷')
  })

  it('come with their beats in one step, and one undo takes all of them out again', async () => {
    const { documents } = await inProject('documents:list')
    const book = JSON.parse(await readFile(bookFile(), 'utf8'))
    const inserted = await inProject('plan:insert', {
      chapters: [
        { title: '夜渡', plan: { text: '偷渡。', beats: [{ text: '不点灯' }, { text: '三道湾' }] } },
        { title: '断桥' },
      ],
      place: { at: 'after', documentId: fifth },
    })
    const { plan } = await call('plan:get', { documentId: inserted.documentIds[0] })
    expect([plan?.text, plan?.beats.map(({ text }) => text), inserted.documentIds.length]).toEqual([
      ...['偷渡。', ['不点灯', '三道湾'], 2],
    ])
    await inProject('documents:undo', { documentId: inserted.documentId, stepId: inserted.stepId })
    expect((await inProject('documents:list')).documents).toEqual(documents)
    expect(JSON.parse(await readFile(bookFile(), 'utf8'))).toEqual(book)
  })

  it('stay when one of them was written or planned since, and none comes where the place is gone', async () => {
    const { documentId, documentIds, stepId } = await inProject('plan:insert', {
      chapters: [{ title: '夜渡' }, { title: '断桥' }],
    })
    await set({ status: 'idea' }, documentIds[1])
    const all = await titles()
    const undone = await app.codeOf('documents:undo', { projectId: app.projectId, documentId, stepId })
    const code = await app.codeOf('plan:insert', {
      ...{ projectId: app.projectId, chapters: [{ title: '旧信' }] },
      place: { at: 'before', documentId: 'manuscript/099-没有.md' },
    })
    expect([undone, code, await titles()]).toEqual(['CONFLICT', 'NOT_FOUND', all])
  })
})

describe('a prompt', () => {
  const promptOf = async (documentId: string, skillId = 'continue') => {
    const { text } = await call('documents:read', { documentId })
    const request = { documentId, cursorPosition: text.length, skillId, modelId: 'fake' }
    return (await call('context:assemble', request)).prompt
  }

  it('has the plan of its chapter whole, a line of those of the next two, and no other', async () => {
    const { documents } = await inProject('documents:list')
    const chapters = documents.filter(({ kind }) => kind === 'chapter').map(({ documentId }) => documentId)
    const { documentId: unwritten } = await inProject('documents:create', { title: '归潮', planned: true })
    chapters.push(unwritten)
    for (const [at, documentId] of chapters.entries())
      await set({ plan: { text: `开头${at}号\n后文${at}号`, beats: [{ text: `节拍${at}号` }] } }, documentId)
    const seen = []
    for (const [at, documentId] of chapters.entries()) {
      const prompt = await promptOf(documentId)
      const said = chapters.flatMap((_, other) =>
        [`开头${other}号`, `后文${other}号`, `节拍${other}号`].filter((word) => prompt.includes(word)),
      )
      const next = [at + 1, at + 2].filter((other) => other < chapters.length)
      seen.push(said)
      expect(said).toEqual([
        ...[`开头${at}号`, `后文${at}号`, `节拍${at}号`],
        ...next.map((other) => `开头${other}号`),
      ])
    }
    expect(seen).toHaveLength(12)
  })

  it('tells nothing of the next chapters where the book says so, and none to a synopsis', async () => {
    const { documents } = await inProject('documents:list')
    const [, , third, fourth] = documents.filter(({ kind }) => kind === 'chapter')
    await set({ plan: { text: '第四章的事', beats: [] } }, fourth?.documentId)
    await set({ plan: { text: '第三章的事', beats: [] } }, third?.documentId)
    const has = async (skillId?: string) => {
      const prompt = await promptOf(third?.documentId ?? '', skillId)
      return ['第三章的事', '第四章的事'].filter((word) => prompt.includes(word))
    }
    const seen = [await has(), await has('synopsis')]
    const file = join(app.project, '.creonow/project.json')
    const project = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...project, plansAhead: false }))
    expect([...seen, await has()]).toEqual([['第三章的事', '第四章的事'], [], ['第三章的事']])
  })

  it('has the entries that the plan names, though no text does', async () => {
    await inProject('documents:create', { title: '归潮', planned: true })
    const { documents } = await inProject('documents:list')
    const last = documents.at(-1)?.documentId ?? ''
    await writeFile(join(app.project, '.creonow/items/沉灯.md'), entryFile('沉灯', [], '灯里有盐。'))
    const before = await promptOf(last)
    await set({ plan: { text: '找到沉灯。', beats: [] } }, last)
    const after = await promptOf(last)
    expect([before.includes('灯里有盐'), after.includes('灯里有盐')]).toEqual([false, true])
  })

  it('tells chapter, scene, point of view and what of the plan is written, behind the text', async () => {
    const { text, hash } = await call('documents:read')
    await call('documents:save', { text: `${text}\n## 夜渡\n\n潮退了。`, baseHash: hash })
    const written = { at: '2026-11-26T08:00:00.000Z' }
    const beats = [{ text: '一', written }, { text: '二', written }, { text: '三' }, { text: '四', written }]
    await set({ plan: { text: '', beats }, pov: '魏伯' })
    const prompt = await promptOf(fifth)
    const place = prompt.indexOf(
      '<<<光标所在>>>\n章：第五章　数水谣\n场景：夜渡\n视角人物：魏伯\n计划中已经写了：1–2, 4\n',
    )
    expect([place > prompt.lastIndexOf('潮退了。'), prompt.includes('1. 一\n2. 二\n3. 三\n4. 四')]).toEqual([
      true,
      true,
    ])
  })
})
