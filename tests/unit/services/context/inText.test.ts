import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Assembly,
  type ContextRequest,
  createMemorySessionState,
  type Source,
} from '../../../../main/src/services/context/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { engineOf, passage, requestFor, tokenizer } from '../../../support/engine.ts'
import { type Planted, sourceOf } from '../../../support/planted.ts'

const books = {
  zh: {
    sentence: '他沿着石阶往上走，数到第三十级停下，听见雾里有人咳嗽。',
    name: '阿秀',
    says: '阿秀是药铺的女儿。',
  },
  en: {
    sentence: 'He climbed the steps, stopped at the thirtieth, and heard a cough in the fog. ',
    name: 'Ada',
    says: 'Ada is the daughter of the chemist.',
  },
} as const
const goesOn = { zh: '<<<光标之前·续>>>\n', en: '<<<Before the cursor, continued>>>\n' } as const

const entry = (name: string, text: string): Planted => ({
  source: 'codexEntries',
  path: `.creonow/characters/${name}.md`,
  label: name,
  text,
  score: 0.9,
})
const old = [entry('林远', '林远守灯。'.repeat(40)), passage(1, '石阶一共十七级。'.repeat(40), 0.5)]

/** Sources of the app over material that the test changes; what they have had once can be read again. */
function material(first: readonly Planted[]) {
  const material = { now: first, stored: new Map<string, string>() }
  const sources = ['codexEntries', 'passages'].map(
    (name): Source => ({
      ...sourceOf(name, async () => {
        const own = material.now.filter(({ source }) => source === name)
        for (const { path = '', text } of own) material.stored.set(path, text)
        return own
      }),
      reread: async ({ path }) => {
        const text = material.stored.get(path)
        return text === undefined ? undefined : { text }
      },
    }),
  )
  return { material, sources }
}

const commonUnits = (a: string, b: string) => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}
const lateIn = ({ blocks }: Assembly) =>
  blocks
    .filter(({ appended }) => appended)
    .map(({ text }) => text)
    .join('')
const isRebuilt = (one: Assembly) => lateIn(one) === ''

describe.each(['zh', 'en'] as const)('what is found while the author writes on, in %s', (language) => {
  const { sentence, name, says } = books[language]
  const chapter = `${sentence.repeat(4)}\n`.repeat(12)
  const grow = (times: number) => chapter + `${sentence}\n`.repeat(times)
  const request = (text: string, more: Partial<ContextRequest> = {}) =>
    requestFor(text, { language, ...more })

  it('is printed at the last paragraph end before the cursor, and the text goes on behind it', async () => {
    const { material: now, sources } = material(old)
    const engine = engineOf(sources)
    await engine.assemble(request(grow(0)))
    now.now = [entry(name, says), ...old]
    const open = sentence.repeat(3)
    const second = await engine.assemble(request(`${grow(1)}${open}`))
    expect(second.userContent).toContain(`<<<${name}>>>\n${says}\n${goesOn[language]}${open}\n`)
    expect(second.tokenCount).toBe(tokenizer.count(second.systemPrompt + second.userContent))
    expect(second.layerTokens.retrieved).toBe(
      second.blocks.reduce(
        (sum, { layer, appended, tokens }) => (layer === 'retrieved' || appended ? sum + tokens : sum),
        0,
      ),
    )
  })

  it('stays there byte for byte while the text grows, through a restart, so that it is sent once', async () => {
    const state = createMemorySessionState()
    const { material: now, sources } = material(old)
    const assemble = (text: string) => engineOf(sources, { sessionState: state }).assemble(request(text))
    await assemble(grow(0))
    now.now = [entry(name, says), ...old]
    let before = await assemble(`${grow(1)}${sentence}`)
    for (let at = 2; at < 8; at++) {
      now.now = [entry(`${name}${at}`, says), ...old]
      const next = await assemble(`${grow(at)}${sentence}`)
      const place = before.userContent.lastIndexOf(goesOn[language]) + goesOn[language].length
      expect(commonUnits(before.userContent, next.userContent)).toBeGreaterThanOrEqual(place)
      before = next
    }
    expect(before.userContent.split(goesOn[language])).toHaveLength(8)
  })

  it('is printed behind the text where a model is set to have it there', async () => {
    const { material: now, sources } = material(old)
    const engine = engineOf(sources)
    const model = { ...requestFor('').model, appended: 'behind' as const }
    await engine.assemble(request(grow(0), { model }))
    now.now = [entry(name, says), ...old]
    const { userContent } = await engine.assemble(request(`${grow(1)}${sentence}`, { model }))
    expect(userContent).not.toContain(goesOn[language])
    expect(userContent.indexOf(says)).toBeGreaterThan(userContent.lastIndexOf(sentence))
  })

  it('moves with its paragraph when the text in front of it was edited, and to the cursor when that is gone', async () => {
    const { material: now, sources } = material(old)
    const engine = engineOf(sources)
    await engine.assemble(request(grow(0)))
    now.now = [entry(name, says), ...old]
    // Paragraphs that differ, so that each place is one of a kind.
    const open = sentence.repeat(3)
    const text = `${grow(1)}A1${open}\nB2${open}`
    await engine.assemble(request(text))
    const changed = text.replace('\n', '*\n')
    const edited = await engine.assemble(request(`${changed}\nC3${open}`))
    expect(edited.userContent).toContain(`${goesOn[language]}B2`)
    const cut = await engine.assemble(request(`${changed.replace(`A1${open}`, 'D4')}\nC3${open}`))
    expect(cut.userContent).toContain(`${goesOn[language]}C3`)
  })

  it('is left as it was by one look further up, and belongs to that place from the second request there', async () => {
    const { material: now, sources } = material(old)
    const engine = engineOf(sources)
    const long = grow(40)
    await engine.assemble(request(long))
    now.now = [entry(name, says), ...old]
    const text = `${long}${sentence}`
    const before = await engine.assemble(request(text))
    const up = grow(5)
    now.now = [entry('丙', '丙来了。'), ...old]
    await engine.assemble(request(text, { cursorPosition: up.length }))
    now.now = [entry(name, says), ...old]
    expect((await engine.assemble(request(text))).userContent).toBe(before.userContent)
    now.now = [entry('丙', '丙来了。'), ...old]
    for (let times = 0; times < 2; times++)
      await engine.assemble(request(text, { cursorPosition: up.length }))
    expect((await engine.assemble(request(text))).userContent).toContain('丙来了。')
  })
})

describe('material is made anew', () => {
  const chapter = `${books.zh.sentence.repeat(4)}\n`.repeat(12)
  const grow = (times: number) => chapter + `${books.zh.sentence}\n`.repeat(times)
  const news = [entry('阿秀', '阿秀是药铺的女儿。'), ...old]

  it('with a rule that changes, behind which everything is read again in any case', async () => {
    const { material: now, sources } = material(old)
    const rules = { text: '不许下雪。' }
    const engine = engineOf([
      ...sources,
      sourceOf('constraints', async () => [{ source: 'constraints', path: 'c.json', item: 'c1', ...rules }]),
    ])
    await engine.assemble(requestFor(grow(0)))
    now.now = news
    expect(isRebuilt(await engine.assemble(requestFor(grow(1))))).toBe(false)
    rules.text = '不许打雷。'
    const changed = await engine.assemble(requestFor(grow(2)))
    expect([isRebuilt(changed), changed.userContent.includes('阿秀是药铺的女儿。')]).toEqual([true, true])
  })

  it('when no cache can have the last request any more: after an hour, or twelve requests elsewhere', async () => {
    const clock = { now: 1_000_000 }
    const { material: now, sources } = material(old)
    const engine = engineOf(sources, { clock: { now: () => clock.now, monotonic: () => 0 } })
    const elsewhere = async (times: number) => {
      for (let at = 0; at < times; at++)
        await engine.assemble(requestFor(grow(at), { documentId: 'manuscript/002.md' }))
    }
    const written = async (times: number) => isRebuilt(await engine.assemble(requestFor(grow(times))))
    await written(0)
    now.now = news
    expect([await written(1), await written(2)]).toEqual([false, false])
    clock.now += 3_600_001
    expect(await written(3)).toBe(true)
    now.now = [entry('丙', '丙来了。'), ...news]
    expect(await written(4)).toBe(false)
    await elsewhere(12)
    expect(await written(5)).toBe(false)
    await elsewhere(13)
    expect(await written(6)).toBe(true)
  })

  it('when what arrived is five times as much as what was there', async () => {
    const { material: now, sources } = material([entry('林远', '林远守灯。')])
    const engine = engineOf(sources)
    await engine.assemble(requestFor(grow(0)))
    now.now = [entry('林远', '林远守灯。'), entry('阿秀', '阿秀是药铺的女儿。'.repeat(10))]
    const second = await engine.assemble(requestFor(grow(1)))
    expect(second.blocks.some(({ appended }) => appended)).toBe(false)
    expect(second.userContent).toContain('阿秀是药铺的女儿。')
  })
})

it('a request fits its budget, counts exactly and has every entry, whatever arrives and wherever the cursor goes', async () => {
  const checked = countedChecks()
  const { sentence } = books.zh
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.subarray([...'甲乙丙丁戊己庚辛']), fc.nat({ max: 30 })), {
        minLength: 3,
        maxLength: 9,
      }),
      fc.integer({ min: 4000, max: 9000 }),
      async (steps, windowTokens) => {
        const { material: now, sources } = material(old)
        const engine = engineOf(sources)
        let arrived = 0
        const model = { id: 'fake', windowTokens, outputReserveTokens: 200 }
        for (const [names, lines] of steps) {
          now.now = [...old, ...names.map((name) => entry(name, `${name}是谁。`))]
          const text =
            `${sentence.repeat(4)}\n`.repeat(12) +
            Array.from({ length: lines }, (_, n) => `${n}${sentence}\n`).join('')
          const one = await engine.assemble(requestFor(text, { model }))
          arrived += one.blocks.filter(({ appended }) => appended).length
          expect(one.tokenCount).toBe(tokenizer.count(one.systemPrompt + one.userContent))
          expect(one.tokenCount).toBeLessThanOrEqual(one.budget.promptTokens)
          for (const name of names) expect(one.userContent).toContain(`${name}是谁。`)
          // The author's text is whole and in order, whatever is printed in it.
          const shown = one.blocks
            .filter(({ part, text: own }) => part && !own.startsWith('<<<'))
            .map(({ text: own }) => own)
            .join('')
          expect(text.endsWith(`${shown.trimEnd().slice(-200)}\n`) || shown.trimEnd() === '').toBe(true)
        }
        checked.when(arrived > 0)
      },
    ),
    { numRuns: 40 },
  )
  checked.expectShare(0.4)
})
