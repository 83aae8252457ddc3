import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Assembly,
  type ContextRequest,
  createMemorySessionState,
  type Reread,
  type Source,
} from '../../../../main/src/services/context/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { engineOf, passage, requestFor as requestForModel, tokenizer } from '../../../support/engine.ts'
import { type Planted, sourceOf } from '../../../support/planted.ts'

/** By a model for which what is found later is printed behind the text; in the text: `inText.test.ts`. */
const requestFor = (text: string, part: Partial<ContextRequest> = {}) => {
  const request = requestForModel(text, part)
  return { ...request, model: { ...request.model, appended: 'behind' as const } }
}

const sentence = '他沿着石阶往上走，数到第三十级停下，听见雾里有人咳嗽。'
const chapter = `${sentence.repeat(4)}\n`.repeat(12)
const entry = (name: string, part: Partial<Planted> = {}): Planted => ({
  source: 'codexEntries',
  path: `.creonow/characters/${name}.md`,
  label: `人物 ${name}`,
  text: `${name}是东礁的人。${'守灯的规矩由老人传下来。'.repeat(10)}`,
  forms: { short: `${name}，东礁的人。`, line: `${name}，东礁`, name },
  score: 0.9,
  ...part,
})
const old = [entry('林远'), entry('许三娘'), passage(1, '石阶一共十七级。'.repeat(40), 0.5)]

/** Sources of the app over material that the test changes: what was handed over once can be read again. */
function shelf(first: readonly Planted[]) {
  const shelf = { today: first, stored: new Map<string, Reread>() }
  const keep = (some: readonly Planted[]) => {
    for (const { path = '', text, forms } of some)
      if (!shelf.stored.has(path)) shelf.stored.set(path, { text, ...(forms ? { forms } : {}) })
    return some
  }
  const sources = ['codexEntries', 'passages', 'synopses'].map(
    (name): Source => ({
      ...sourceOf(name, async () => keep(shelf.today.filter(({ source }) => source === name))),
      reread: async ({ path }) => shelf.stored.get(path),
    }),
  )
  return { shelf, sources }
}

const retrievedOf = ({ blocks }: Assembly) =>
  blocks.flatMap(({ blockId, text }) => (blockId.startsWith('retrieved') ? [text] : [])).join('')
const idsOf = ({ blocks }: Assembly) =>
  blocks.flatMap(({ blockId }) => (/^(?:retrieved|late)/.test(blockId) ? [blockId] : []))
const grow = (times: number) => chapter + `${sentence}\n`.repeat(times)

describe('the printed Retrieved layer', () => {
  it('does not move: what is found later is printed behind the text before the cursor, as material', async () => {
    const { shelf: on, sources } = shelf(old)
    const engine = engineOf(sources)
    const first = await engine.assemble(requestFor(grow(0)))
    on.today = [entry('阿秀', { text: '阿秀是药铺的女儿。' }), ...old]
    const second = await engine.assemble(requestFor(grow(1)))
    expect(retrievedOf(second)).toBe(retrievedOf(first))
    expect(idsOf(second)).toEqual([...idsOf(first), 'late', 'late:codexEntries:.creonow/characters/阿秀.md'])
    const at = (some: string) => second.userContent.indexOf(some)
    expect(second.userContent).toContain(
      '\n\n<<<召回·补充>>>\n以下仍是召回的材料，可能有关，也可能无关；既不是正文，也不是接下来发生的事。续写从正文的结尾接下去，即最后一段「光标之前」或「光标之前·续」的最后一个字。\n<<<人物 阿秀>>>\n阿秀是药铺的女儿。\n<<<本次要求>>>',
    )
    expect(at('<<<召回·补充>>>')).toBeGreaterThan(at('<<<光标之前'))
    // Evidence and counts know it as Retrieved.
    expect(second.trim.find(({ sourceRef }) => sourceRef.includes('阿秀'))).toMatchObject({
      layer: 'retrieved',
      action: 'kept',
    })
    const tokens = (prefix: RegExp) =>
      second.blocks.reduce((sum, { blockId, tokens }) => (prefix.test(blockId) ? sum + tokens : sum), 0)
    expect(second.layerTokens.retrieved).toBe(tokens(/^(?:retrieved|late)/))
    expect(second.layerTokens.immediate).toBe(tokens(/^immediate/))
    expect(second.tokenCount).toBe(tokenizer.count(second.systemPrompt + second.userContent))
  })

  it('stays with what would not be chosen today, and through a restart', async () => {
    const state = createMemorySessionState()
    const { shelf: on, sources } = shelf([...old, entry('阿福', { text: '阿福。' })])
    const first = await engineOf(sources, { sessionState: state }).assemble(requestFor(grow(0)))
    on.today = old
    const second = await engineOf(sources, { sessionState: state }).assemble(requestFor(grow(1)))
    expect(retrievedOf(second)).toBe(retrievedOf(first))
  })

  it('has late items in order of arrival', async () => {
    const { shelf: on, sources } = shelf(old)
    const engine = engineOf(sources)
    await engine.assemble(requestFor(grow(0)))
    for (const [at, name] of ['乙', '甲', '丙'].entries()) {
      on.today = [entry(name, { text: `${name}来了。` }), ...on.today]
      await engine.assemble(requestFor(grow(at)))
    }
    const last = await engine.assemble(requestFor(grow(4)))
    expect(idsOf(last).filter((id) => id.startsWith('late:'))).toEqual(
      ['乙', '甲', '丙'].map((name) => `late:codexEntries:.creonow/characters/${name}.md`),
    )
  })

  it('has new words in the place of a piece whose source changed, and the plan names it', async () => {
    const { shelf: on, sources } = shelf(old)
    const engine = engineOf(sources)
    await engine.assemble(requestFor(grow(0)))
    on.today = [entry('林远', { text: '林远死在第九章。' }), ...old.slice(1)]
    const second = await engine.assemble(requestFor(grow(1)))
    expect(second.userContent).toContain('林远死在第九章。')
    expect(second.userContent).not.toContain('林远是东礁的人。')
    expect(second.delta.firstChange?.blockId).toBe('retrieved:codexEntries:.creonow/characters/林远.md')
  })

  it('drops a piece whose source was deleted, changed where nothing reads it today, or cannot be read', async () => {
    for (const [fate, shown] of [
      ['gone', false],
      ['changed', true],
      ['failing', false],
    ] as const) {
      const { shelf: on, sources } = shelf(old)
      const broken = sources.map(
        (source): Source =>
          source.name !== 'codexEntries'
            ? source
            : {
                ...source,
                reread: async (ref, request) => {
                  if (fate === 'failing') throw new Error('down')
                  return source.reread?.(ref, request)
                },
              },
      )
      const engine = engineOf(broken)
      await engine.assemble(requestFor(grow(0)))
      on.today = old.slice(1)
      if (fate === 'gone') on.stored.delete('.creonow/characters/林远.md')
      if (fate === 'changed') on.stored.set('.creonow/characters/林远.md', { text: '林远改了名。' })
      const second = await engine.assemble(requestFor(grow(1)))
      expect([fate, second.userContent.includes('林远是东礁的人。')]).toEqual([fate, false])
      expect([fate, second.userContent.includes('林远改了名。')]).toEqual([fate, shown])
      expect(second.delta.firstChange?.blockId.startsWith('retrieved:codexEntries')).toBe(true)
    }
  })

  it('redacts again what it reads again', async () => {
    const { shelf: on, sources } = shelf(old)
    const engine = engineOf(sources)
    await engine.assemble(requestFor(grow(0)))
    on.today = old.slice(1)
    on.stored.set('.creonow/characters/林远.md', {
      text: '林远的口令 sk-ant-api03-9f8e7d6c5b4a39281706f5e4d3c2b1a0',
    })
    const { userContent } = await engine.assemble(requestFor(grow(1)))
    expect(userContent).not.toContain('9f8e7d6c5b4a')
  })

  it('does not change with a skill that goes without Retrieved, and belongs to one model', async () => {
    const { shelf: on, sources } = shelf(old)
    const engine = engineOf(sources)
    const first = await engine.assemble(requestFor(grow(0)))
    const { skill } = requestFor('')
    const without: Partial<ContextRequest> = { skill: { ...skill, without: ['retrieved'] } }
    await engine.assemble(requestFor(grow(1), without))
    on.today = [entry('阿秀'), ...old]
    const after = await engine.assemble(requestFor(grow(1)))
    expect(retrievedOf(after)).toBe(retrievedOf(first))
    const model = { id: 'other', windowTokens: 32_768, outputReserveTokens: 4096 }
    const other = await engine.assemble(requestFor(grow(1), { model }))
    expect(idsOf(other)).toContain('retrieved:codexEntries:.creonow/characters/阿秀.md')
    expect(idsOf(other)).not.toContain('late')
  })
})

describe('a re-base', () => {
  it('comes when late items are more than a quarter, and moves them in, in the order of keys', async () => {
    const { shelf: on, sources } = shelf(old)
    const engine = engineOf(sources)
    await engine.assemble(requestFor(grow(0)))
    on.today = [...Array.from({ length: 9 }, (_, at) => entry(`人${at}`, { forms: {} })), ...old]
    const second = await engine.assemble(requestFor(grow(1)))
    const stateless = await engine.assemble(requestFor(grow(1), { stateless: true }))
    expect(idsOf(second)).not.toContain('late')
    expect(idsOf(second)).toEqual(idsOf(stateless))
  })

  it('comes when more than a quarter would not be chosen any more', async () => {
    const { shelf: on, sources } = shelf(old)
    const engine = engineOf(sources)
    await engine.assemble(requestFor(grow(0)))
    on.today = old.slice(0, 1)
    const second = await engine.assemble(requestFor(grow(1)))
    expect(idsOf(second)).toEqual(['retrieved', 'retrieved:codexEntries:.creonow/characters/林远.md'])
  })

  it('comes with the window: the anchor stays until it moves, and frozen parts with it', async () => {
    const { shelf: on, sources } = shelf(old)
    const engine = engineOf(sources)
    const model = { id: 'fake', windowTokens: 5000, outputReserveTokens: 500 }
    let before: Assembly | undefined
    let moved = 0
    let stayed = 0
    for (let at = 0; at < 60; at++) {
      on.today = at % 7 === 6 ? [entry(`人${at}`, { text: `人${at}。` }), ...on.today] : on.today
      const now = await engine.assemble(requestFor(grow(at * 4), { model }))
      const partsOf = (one: Assembly | undefined) =>
        (one?.blocks ?? []).flatMap(({ part, text }) => (part === 'frozen' ? [text] : []))
      const parts = partsOf(now)
      const startOf = (one: Assembly | undefined) =>
        one?.placed.immediate.find(({ chunk }) => chunk.source.anchored)?.start
      if (before && startOf(before) === startOf(now)) {
        stayed += 1
        expect(parts.slice(0, partsOf(before).length)).toEqual(partsOf(before))
      } else if (before) {
        moved += 1
        expect(idsOf(now)).not.toContain('late')
      }
      before = now
    }
    expect([moved > 1, stayed > 40]).toEqual([true, true])
  })

  it('makes a first and a stateless request equal: neither has anything late', async () => {
    const { shelf: on, sources } = shelf(old)
    const engine = engineOf(sources)
    await engine.assemble(requestFor(grow(0)))
    on.today = [entry('阿秀'), ...old]
    const stateless = await engine.assemble(requestFor(grow(1), { stateless: true }))
    const fresh = await engineOf(sources).assemble(requestFor(grow(1)))
    expect(stateless.promptHash).toBe(fresh.promptHash)
    expect(idsOf(stateless)).not.toContain('late')
  })
})

describe('the late passages without room for all', () => {
  const found = (n: number) => passage(n, `第${n}封信还在抽屉里。`.repeat(14), 0.4)
  const lateOf = (one: Assembly) => idsOf(one).filter((id) => id.startsWith('late:'))
  async function onDays(...days: readonly (readonly Planted[])[]) {
    const { shelf: on, sources } = shelf(old)
    const engine = engineOf(sources)
    const all = [await engine.assemble(requestFor(grow(0)))]
    for (const [at, today] of days.entries()) {
      on.today = [...old, ...today]
      all.push(await engine.assemble(requestFor(grow(at + 1))))
    }
    return all
  }

  it('lose one that would not be chosen today, and Retrieved is unchanged', async () => {
    const [first, second, third] = await onDays([found(2)], [found(3)])
    expect(lateOf(second as Assembly)).toEqual([expect.stringContaining('2')])
    expect(lateOf(third as Assembly)).toEqual([expect.stringContaining('3')])
    expect(retrievedOf(third as Assembly)).toBe(retrievedOf(first as Assembly))
  })

  it('may be two; with a third, Retrieved is made anew with all of them', async () => {
    const [first, two, three] = await onDays(
      [found(2), found(3), found(4)],
      [found(2), found(3), found(4), found(5)],
    )
    expect(lateOf(two as Assembly)).toHaveLength(1)
    expect(retrievedOf(two as Assembly)).toBe(retrievedOf(first as Assembly))
    expect(lateOf(three as Assembly)).toEqual([])
    for (const n of [2, 3, 4, 5]) expect(retrievedOf(three as Assembly)).toContain(`第${n}封信`)
  })
})

it('the engine never goes over the budget and counts exactly, whatever comes and goes', async () => {
  const checked = countedChecks()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray([...'甲乙丙丁戊己庚辛']), { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 4000, max: 9000 }),
      async (steps, windowTokens) => {
        const { shelf: on, sources } = shelf(old)
        const engine = engineOf(sources)
        let isAppended = false
        const model = { id: 'fake', windowTokens, outputReserveTokens: 200 }
        for (const [at, names] of steps.entries()) {
          on.today = [...old, ...names.map((name) => entry(name, { text: `${name}是谁。` }))]
          const one = await engine.assemble(requestFor(grow(at * 3), { model }))
          isAppended ||= idsOf(one).includes('late')
          expect(one.tokenCount).toBe(tokenizer.count(one.systemPrompt + one.userContent))
          expect(one.tokenCount).toBeLessThanOrEqual(one.budget.promptTokens)
          for (const name of names) expect(one.userContent).toContain(name)
        }
        checked.when(isAppended)
      },
    ),
    { numRuns: 30 },
  )
  checked.expectShare(0.4)
})

it('the engine makes Retrieved anew for a passage that would never have room behind the text', async () => {
  const { shelf: on, sources } = shelf([passage(1, '石阶一共十七级。', 0.5)])
  const engine = engineOf(sources)
  await engine.assemble(requestFor(grow(0)))
  on.today = [passage(2, '父亲的铜哨在抽屉里。'.repeat(20), 0.6), ...on.today]
  const { userContent, blocks } = await engine.assemble(requestFor(grow(1)))
  expect(userContent).toContain('父亲的铜哨在抽屉里。')
  expect(blocks.some(({ appended }) => appended)).toBe(false)
})
