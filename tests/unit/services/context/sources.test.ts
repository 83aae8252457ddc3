import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import {
  toInspected,
  toPart,
  toReceipt,
  toResult,
} from '../../../../main/src/services/context/core/explain.ts'
import { defineSource, layerOrder, type Source } from '../../../../main/src/services/context/index.ts'
import { createRedactor } from '../../../../main/src/services/redaction/index.ts'
import { engineOf, requestFor, rule, tokenizer } from '../../../support/engine.ts'
import { draftOf, type Planted, sourceOf } from '../../../support/planted.ts'

const key = `sk-${'aB3dE5gH7jK9mN1pQ3sT5'}`
const chapter = '林远把信折好。\n许三娘没有回头。\n'

/** An entry whose every word holds the secret. */
const leaky = (source: string): Planted => ({
  source,
  path: '.creonow/characters/林远.md',
  title: `林远 ${key}`,
  label: `人物 林远 ${key}`,
  text: `他的密码是 ${key}。`.repeat(400),
  forms: { short: `林远，密码 ${key}。`.repeat(200), line: `密码 ${key}`.repeat(40), name: `林远 ${key}` },
  score: 0.5,
  confidence: 1,
  reason: { code: 'passage', params: { rank: 1, terms: ['密码', key] } },
})

describe('a source that does not redact', () => {
  it.each([
    ['codexEntries', 40_000],
    ['codexEntries', 6000],
    ['codexAlways', 40_000],
    ['codexAlways', 6000],
    ['settingsFiles', 40_000],
    ['passages', 40_000],
  ])(
    'lets no secret into prompt, inspection or receipt: %s in a window of %i',
    async (name, windowTokens) => {
      const engine = engineOf([sourceOf(name, async () => [leaky(name)])])
      const assembly = await engine.assemble(
        requestFor(chapter, { model: { id: 'm', windowTokens, outputReserveTokens: 500 } }),
      )
      const placed = layerOrder.flatMap((layer) => assembly.placed[layer])
      const everything = JSON.stringify([
        assembly.systemPrompt,
        assembly.userContent,
        assembly.trim,
        placed.map((one) => toInspected(one, sha256Hex, (text) => text)),
        placed.map((one) => toPart(one, sha256Hex)),
        toReceipt(assembly, toResult(assembly, null), 'r', '2026-01-01T00:00:00.000Z'),
      ])
      expect(everything).toContain('林远')
      expect(everything).not.toContain(key.slice(0, 12))
    },
  )
})

/** The real tokenizer and redactor, and how often they are asked. */
function watched() {
  const real = createRedactor()
  const asked = { counted: 0, redacted: 0 }
  return {
    asked,
    tokenizer: {
      ...tokenizer,
      count(text: string) {
        asked.counted += 1
        return tokenizer.count(text)
      },
    },
    redactor: {
      ...real,
      redact(...of: Parameters<typeof real.redact>) {
        asked.redacted += 1
        return real.redact(...of)
      },
    },
  }
}

describe('a draft that names the value it was made from', () => {
  const values = ['不写梦', '林远不会大声喊叫'].map((text) => rule(text))
  const remembered = (order: (of: readonly Planted[]) => readonly Planted[]): Source =>
    sourceOf('constraints', async ({ documentId }) =>
      order(documentId === 'manuscript/010.md' ? values : values.slice(1)).map((value, position) => ({
        ...value,
        position,
        of: value,
      })),
    )

  it('costs no redaction and no count when the same request comes again', async () => {
    const { asked, ...options } = watched()
    const engine = engineOf([remembered((all) => all)], options)
    const first = await engine.assemble(requestFor(chapter, { stateless: true }))
    expect(asked.redacted).toBeGreaterThan(2)
    expect(asked.counted).toBeGreaterThan(2)
    Object.assign(asked, { counted: 0, redacted: 0 })
    const second = await engine.assemble(requestFor(chapter, { stateless: true }))
    expect(asked).toEqual({ counted: 0, redacted: 0 })
    expect(second.promptHash).toBe(first.promptHash)
  })

  it('is printed in its place of now, wherever it was in another chapter', async () => {
    // By id the second comes first, so only the position puts it second.
    const named = values.map((value, at) => ({ ...value, item: `c${9 - at}` }))
    const source = sourceOf('constraints', async ({ documentId }) =>
      (documentId === 'manuscript/010.md' ? named : named.slice(1)).map((value, position) => ({
        ...value,
        position,
        of: values[named.indexOf(value)] ?? value,
      })),
    )
    const engine = engineOf([source])
    await engine.assemble(requestFor(chapter, { documentId: 'manuscript/009.md' }))
    const { systemPrompt } = await engine.assemble(requestFor(chapter))
    expect(systemPrompt).toContain('1. 不写梦\n2. 林远不会大声喊叫\n')
  })

  it('stands behind the other one once its chapter was moved behind it', async () => {
    const passages = ['雾里没有灯。', 'The fog bell rang.'].map((text, at) => ({
      ...{
        source: 'passages',
        text,
        path: `manuscript/00${at + 1}.md`,
        from: 0,
        to: text.length,
        score: 0.5,
      },
    }))
    let order = passages
    const source = defineSource({
      ...sourceOf('passages', async () => []),
      read: async () =>
        passages.map((passage) => ({ ...draftOf(passage), order: order.indexOf(passage), of: passage })),
    })
    const engine = engineOf([source])
    const places = async () => {
      const { userContent } = await engine.assemble(requestFor(chapter, { stateless: true }))
      return passages
        .map(({ text }) => text)
        .toSorted((a, b) => userContent.indexOf(a) - userContent.indexOf(b))
    }
    const before = await places()
    order = order.toReversed()
    expect([before, await places()]).toEqual([
      ['雾里没有灯。', 'The fog bell rang.'],
      ['The fog bell rang.', '雾里没有灯。'],
    ])
  })
})

describe('a source that fails while its drafts are finished', () => {
  it.each(['label', 'score'] as const)(
    'costs its own drafts and nothing else when %s throws',
    async (what) => {
      const broken = () => {
        throw new Error('broken')
      }
      const source = defineSource({
        ...sourceOf('codexEntries', async () => []),
        read: async () => [draftOf({ source: 'codexEntries', text: '灯塔', path: 'e' })],
        [what]: broken,
      })
      const { notices, userContent } = await engineOf([source]).assemble(requestFor(chapter))
      expect(notices).toEqual([{ code: 'KG_UNAVAILABLE', params: {} }])
      expect(userContent).toContain('许三娘没有回头。')
    },
  )
})
