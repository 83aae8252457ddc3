import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../bench/measuring.ts'
import { createSources } from '../../../../main/src/services/sources/index.ts'
import type { PlanOfChapter, PlanPort } from '../../../../main/src/services/sources/ports.ts'
import { bookOf, sceneOf } from '../../../support/book.ts'
import { continueSkill } from '../../../support/engine.ts'

const names = createSources({} as never).map(({ name }) => name)
const planOf = (text: string, ...beats: readonly string[]): PlanOfChapter => ({
  text,
  beats: beats.map((beat) => ({ text: beat, isWritten: false })),
})
const portOf = (planned: Readonly<Record<string, PlanOfChapter>>, order: readonly string[]): PlanPort => ({
  planOf: async (_projectId, documentId) => planned[documentId],
  async nextPlans(_projectId, documentId, count) {
    const at = order.indexOf(documentId)
    return order.slice(at + 1, at + 1 + count).flatMap((id) => {
      const plan = planned[id]
      return plan ? [{ title: id, plan }] : []
    })
  },
  povName: async () => undefined,
})

describe('the plans of a book', () => {
  it('are in 10,000 prompts whole in their own chapter, one line in the two before it, and nowhere else', async () => {
    const random = createRandom(20_261_126)
    const skills = [
      continueSkill,
      { ...continueSkill, id: 'critique', output: 'show' as const },
      { ...continueSkill, id: 'synopsis', output: 'show' as const, reads: 'chapter' as const },
    ]
    let [prompts, told, withheld] = [0, 0, 0]
    const faults: string[] = []
    while (prompts < 10_000) {
      const order = Array.from({ length: 8 }, (_, at) => `c_${at}`)
      const has = order.map(() => random() < 0.7)
      const secretsOf = (at: number) => [`首${at}密`, `尾${at}密`, `拍${at}密`]
      const planned = Object.fromEntries(
        order.flatMap((id, at) => {
          const [first = '', last = '', beat = ''] = secretsOf(at)
          return has[at] ? [[id, planOf(`${first}，the tide\n${last}`, beat)]] : []
        }),
      )
      const documents = order.map((documentId, at) => {
        return { documentId, title: `第${at}章`, kind: 'chapter' as const, chapterNumber: at + 1 }
      })
      const texts = Object.fromEntries(order.map((id) => [id, '雾。'.repeat(20)]))
      const book = bookOf({ plans: portOf(planned, order), documents, texts })
      for (const [here, documentId] of order.entries())
        for (const skill of skills) {
          prompts += 1
          const scene = sceneOf('雾散了。', { documentId, skill })
          const drafts = await Promise.all(names.map(async (name) => (await book.read(name, scene)).drafts))
          // What a line is a short form of decides what is hidden in it, and is not printed.
          const said = JSON.stringify(drafts, (field, value) => (field === 'shortOf' ? undefined : value))
          for (const [at] of order.entries()) {
            const isNear = at === here + 1 || at === here + 2
            const expected = skill.reads || !has[at] ? 0 : at === here ? 3 : isNear ? 1 : 0
            const found = secretsOf(at).filter((secret) => said.includes(secret))
            const wanted = secretsOf(at).slice(0, expected)
            if (found.join() !== wanted.join()) faults.push(`${skill.id} ${here}: ${found} for ${wanted}`)
            told += wanted.length
            withheld += 3 - wanted.length
          }
        }
    }
    expect(faults.slice(0, 5)).toEqual([])
    expect([told > 20_000, withheld > 150_000]).toEqual([true, true])
  })

  it('are told of the next chapters by a line of theirs, cut where it is long', async () => {
    const order = ['a', 'b', 'c']
    const planned = { b: planOf(`${'长'.repeat(119)}𠮷野`), c: planOf('', 'Wei rows out\nand back') }
    const book = bookOf({ plans: portOf(planned, order) })
    const { drafts } = await book.read('nextPlans', sceneOf('雾。', { documentId: 'a' }))
    expect(drafts.map(({ text }) => text)).toEqual([`- b：${'长'.repeat(119)}…\n- c：Wei rows out`])
  })

  it('are read again by their own place, and by no other', async () => {
    const planned = { b: planOf('She rows out.') }
    const book = bookOf({ plans: portOf(planned, ['manuscript/005.md', 'b']) })
    const { drafts } = await book.read('nextPlans', sceneOf('雾。', { documentId: 'manuscript/005.md' }))
    const { path = '', item = '' } = drafts[0]?.ref ?? {}
    expect(await book.reread('nextPlans', path, { item })).toEqual({ text: '- b：She rows out.' })
    expect(await book.reread('nextPlans', path)).toBeUndefined()
    expect(await book.reread('nextPlans', path, { item: 'another' })).toBeUndefined()
    expect(await book.reread('nextPlans', 'another.json', { item })).toBeUndefined()
  })

  it('of a chapter without title, scene, viewpoint or plan tell nothing of where one is', async () => {
    const book = bookOf({ plans: portOf({}, []) })
    expect((await book.read('chapterPosition', sceneOf('雾。', { title: '' }))).drafts).toEqual([])
  })
})

describe('a synopsis in the place of a plan', () => {
  const synopsisOf = (source: 'user' | 'model') => ({
    list: async () => [
      {
        documentId: 'manuscript/005.md',
        path: '.creonow/synopses/5.json',
        text: '他走了。',
        stale: false,
        source,
      },
    ],
  })
  const textsOf = async (source: 'user' | 'model', text: string) =>
    (await bookOf({ synopses: synopsisOf(source) }).read('chapterPlan', sceneOf(text))).drafts.map(
      (draft) => draft.text,
    )

  it('is one by the author, or one of a chapter that has no text', async () => {
    expect([
      await textsOf('user', '# 第五章\n\n雾散了。'),
      await textsOf('model', '# 第五章\n\n'),
      await textsOf('model', '# 第五章\n\n雾散了。'),
    ]).toEqual([['他走了。'], ['他走了。'], []])
  })
})

describe('where the cursor is', () => {
  const read = async (text: string, part: Parameters<typeof sceneOf>[1] = {}) =>
    (await bookOf().read('chapterPosition', sceneOf(text, part))).drafts.map((draft) => draft.text)

  it.each([
    ['the last heading before it', '# 章\n\n## 夜渡\n潮退了。\n### The pier ##\n雾。', '场景：The pier'],
    ['a heading at the very beginning', '## 夜渡\n潮退了。', '场景：夜渡'],
    ['none where there is only the chapter’s', '# 章\n\n雾。##不是', undefined],
    ['none for signs without a heading', '##\n####### 七\n雾。', undefined],
  ])('tells %s', async (_what, text, scene) => {
    expect(await read(text)).toEqual([['章：第五章', ...(scene ? [scene] : [])].join('\n')])
  })

  it('tells no heading that stands behind it', async () => {
    const text = '雾。\n## 夜渡\n潮退了。'
    expect(await read(text, { cursorPosition: 2 })).toEqual(['章：第五章'])
  })

  it('is told in English in an English book', async () => {
    const text = '## The pier\nThe tide turned.'
    expect(await read(text, { language: 'en', title: 'Five' })).toEqual(['Chapter: Five\nScene: The pier'])
  })
})
