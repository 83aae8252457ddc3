import { describe, expect, it } from 'vitest'
import { createFinishedChunks, type MadeAgain } from '../../../../main/src/services/context/finish.ts'
import { type Draft, defineSource } from '../../../../main/src/services/context/index.ts'
import { createRedactor, type Redactor } from '../../../../main/src/services/redaction/index.ts'
import { engineOf, requestFor, tokenizer } from '../../../support/engine.ts'

/** Passages whose reason depends on where the cursor stands, as that of real ones does. */
function movingSource() {
  const values = Array.from({ length: 20 }, (_, at) => ({ text: `　　许三娘第${at}次提着灯走上石阶。` }))
  return defineSource<Draft>({
    name: 'passages',
    display: { name: { zh: '剪报', en: 'Clipping' }, card: 'title' },
    layer: 'retrieved',
    place: 3,
    stability: 'scene',
    shrinkSteps: [{ step: 'out', cutOrder: 1 }],
    missing: { code: 'RULES_UNAVAILABLE', params: {} },
    score: () => 0.5,
    read: async ({ projectId, cursorPosition }) =>
      values.map((value, at) => ({
        ref: { path: `manuscript/00${at}.md` },
        storeId: projectId,
        title: `第${at}章`,
        text: value.text,
        of: value,
        reason: { code: 'given', params: { text: `光标在${cursorPosition}` } },
      })),
  })
}

describe('a request that comes again', () => {
  it('is answered from the earlier decisions, although requests for other places came in between', async () => {
    let counted = 0
    const count = (text: string) => {
      counted += 1
      return tokenizer.count(text)
    }
    const counting = { ...tokenizer, count }
    const real = createRedactor()
    let redacted = 0
    const redact: Redactor['redact'] = (...asked) => {
      redacted += 1
      return real.redact(...asked)
    }
    const engine = engineOf([movingSource()], { tokenizer: counting, redactor: { ...real, redact } })
    const text = '　　林远推开门，雾从东礁漫上来。\r\n'.repeat(40)
    const places = Array.from({ length: 40 }, (_, at) =>
      requestFor(text, { cursorPosition: 200 + at * 5, stateless: true }),
    )
    const first = []
    for (const place of places) first.push(await engine.assemble(place))
    expect(counted).toBeGreaterThan(places.length * 20)
    expect(redacted).toBeGreaterThan(places.length)
    counted = 0
    redacted = 0
    for (const [at, place] of places.entries()) {
      const again = await engine.assemble(place)
      expect(again.blocks).toBe(first[at]?.blocks)
      expect(again.trim).toEqual(first[at]?.trim)
    }
    expect([counted, redacted]).toEqual([0, 0])
  })

  it('does not take the words of an earlier draft for those of a later one that names the same value', async () => {
    const value = {}
    let words = '　　许三娘提着灯。'
    const engine = engineOf([
      defineSource<Draft>({
        name: 'clippings',
        display: { name: { zh: '剪报', en: 'Clipping' }, card: 'title' },
        layer: 'retrieved',
        place: 3,
        stability: 'scene',
        shrinkSteps: [{ step: 'out', cutOrder: 1 }],
        missing: { code: 'RULES_UNAVAILABLE', params: {} },
        read: async ({ projectId }) => [
          {
            ref: { path: 'clippings/1' },
            storeId: projectId,
            title: '剪报',
            text: words,
            of: value,
            reason: { code: 'always', params: {} },
          },
        ],
      }),
    ])
    const request = requestFor('　　林远推开门。', { stateless: true })
    expect((await engine.assemble(request)).userContent).toContain('许三娘提着灯')
    words = '　　许三娘把灯吹灭了。'
    expect((await engine.assemble(request)).userContent).toContain('把灯吹灭了')
  })

  it('is another request when only the author’s instruction has changed', async () => {
    const engine = engineOf([])
    const ask = async (additionalInput: string) =>
      (await engine.assemble(requestFor('　　林远推开门。', { additionalInput, stateless: true })))
        .userContent
    expect(await ask('写雾')).toContain('写雾')
    expect(await ask('写灯')).toContain('写灯')
  })
  it('is another request when only the window is smaller', async () => {
    const engine = engineOf([movingSource()])
    const text = '　　林远推开门，雾从东礁漫上来。\r\n'.repeat(200)
    const within = async (windowTokens: number) =>
      (
        await engine.assemble(
          requestFor(text, {
            model: { id: 'fake', windowTokens, outputReserveTokens: 500 },
            stateless: true,
          }),
        )
      ).tokenCount
    expect(await within(32_000)).toBeGreaterThan(2500)
    expect(await within(3000)).toBeLessThanOrEqual(2500)
  })
})

describe('pieces that were read again', () => {
  const chunk = {} as MadeAgain['chunk'] // only its place in the cache matters

  it('retain no more than the bound of the chapters they were cut from, however often those change', () => {
    const { again } = createFinishedChunks()
    for (let at = 0; at < 300; at++)
      again.set(`passages ${at}`, {
        raw: { text: '雾', whole: `第${at}稿${'雾'.repeat(20_000)}` },
        version: 0,
        chunk,
      })
    const units = [...again.values()].reduce((sum, { raw }) => sum + (raw.whole?.length ?? 0), 0)
    expect(units).toBeLessThanOrEqual(2_000_000)
    expect(again.get('passages 299')?.raw.text).toBe('雾')
  })

  it('of a huge chapter stay for the next request', () => {
    const { again } = createFinishedChunks()
    const whole = '雾'.repeat(3_000_000)
    for (let at = 0; at < 20; at++)
      again.set(`passages ${at}`, { raw: { text: '雾', whole }, version: 0, chunk })
    expect(again.size).toBe(20)
  })
})
