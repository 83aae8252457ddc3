import { expect, it } from 'vitest'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import { toPart } from '../../../../../main/src/services/context/core/explain.ts'
import { countCodePoints } from '../../../../support/chunks.ts'
import { engineOf, passage, requestFor, rule, setting } from '../../../../support/engine.ts'
import { sourceOf } from '../../../../support/planted.ts'

/** What a tokenizer of another maker may add where two blocks meet: the whole counts more than its parts. */
const seamTokens = 30
const glued = {
  id: 'glued',
  exact: true,
  additive: false,
  count: (text: string) =>
    countCodePoints(text) + seamTokens * Math.max(0, (text.match(/^<<</gmu)?.length ?? 0) - 1),
}

const chapter = '\u3000\u3000林远把铜匣埋在石桥下，𠮷田看着。\r\n'.repeat(400)
const engine = engineOf(
  [
    sourceOf('settingsFiles', async () => [setting('雾港.md', '雾港的雾从不散。'.repeat(200))]),
    sourceOf('passages', async () =>
      [3, 5, 7].map((at) => passage(at, '潮水退了一半。'.repeat(60), at / 10)),
    ),
  ],
  { tokenizer: glued },
)

it('a prompt whose parts count less than the whole is cut until the whole has room', async () => {
  for (const window of [6000, 7500, 9000, 12_000]) {
    const model = { id: 'fake', windowTokens: window, outputReserveTokens: 500 }
    const { systemPrompt, userContent, tokenCount, budget } = await engine.assemble(
      requestFor(chapter, { model, stateless: true }),
    )
    const counted = glued.count(systemPrompt + userContent)
    expect({ window, tokenCount, fits: counted <= budget.promptTokens }).toEqual({
      window,
      tokenCount: counted,
      fits: true,
    })
    // Full, but for what a seam or a passage would need.
    expect(counted).toBeGreaterThan(budget.promptTokens - 500)
  }
})

it('a prompt that never has room, however much is cut, is refused after sixteen counts', async () => {
  let counts = 0
  const model = { id: 'fake', windowTokens: 6000, outputReserveTokens: 500 }
  const stubborn = {
    ...glued,
    count(text: string) {
      if (!text.includes('<<<规则>>>') || !text.includes('<<<即时>>>')) return glued.count(text)
      counts += 1
      return 5501
    },
  }
  const refused = engineOf([], { tokenizer: stubborn }).assemble(
    requestFor(chapter, { model, stateless: true }),
  )
  await expect(refused).rejects.toMatchObject({ code: 'CONTEXT_INPUT_TOO_LARGE', details: { why: 'floors' } })
  expect(counts).toBe(16)
})

it('the best of more than 200 pieces are sent, with a notice', async () => {
  const many = Array.from({ length: 201 }, (_, at) => passage(at, `第${at}次涨潮。`, at / 201))
  const { notices, placed } = await engineOf([sourceOf('passages', async () => many)]).assemble(
    requestFor(chapter, { model: { id: 'fake', windowTokens: 64_000, outputReserveTokens: 500 } }),
  )
  expect(notices).toEqual([{ code: 'CONTEXT_RETRIEVED_CHUNK_LIMIT', params: { limit: 200 } }])
  expect(
    placed.retrieved.flatMap(({ chunk, reason }) => (reason === 'not_selected' ? [chunk.text] : [])),
  ).toEqual(['第0次涨潮。'])
})

it("the author's rules are sent whole beyond their share, with a notice, in Chinese and in English", async () => {
  const rules = ['林远从不提起铜匣。', 'Ann never crosses the bridge.'].map((text) => rule(text.repeat(120)))
  const { notices, systemPrompt } = await engineOf([sourceOf('constraints', async () => rules)]).assemble(
    requestFor(chapter, { model: { id: 'fake', windowTokens: 12_000, outputReserveTokens: 500 } }),
  )
  expect(notices).toEqual([{ code: 'CONTEXT_RULES_OVERBUDGET', params: {} }])
  for (const { text } of rules) expect(systemPrompt).toContain(text)
})

it('the receipt of a part names the item of its file, and none where the file is one text', async () => {
  const one = rule('林远从不提起铜匣。', { item: 'c1' })
  const sources = [
    sourceOf('constraints', async () => [one]),
    sourceOf('settingsFiles', async () => [setting('雾港.md', '雾港的雾从不散。')]),
  ]
  const { placed } = await engineOf(sources).assemble(requestFor('雾来了。'))
  const parts = [...placed.rules, ...placed.settings].map((one) => toPart(one, sha256Hex))
  expect(parts.map((part) => [part.sourceName, 'item' in part, part.item])).toEqual([
    ['constraints', true, 'c1'],
    ['settingsFiles', false, undefined],
  ])
})

it('an entry that is whole in Rules is not read in Retrieved once more, in Chinese and in English', async () => {
  const texts = ['林远是守灯人的儿子，从不提起铜匣。', 'Ann keeps the light, and never crosses the bridge.']
  const entryOf = (source: string) =>
    sourceOf(source, async () =>
      texts.map((text, at) => ({ source, path: `.creonow/characters/${at}.md`, text, score: 0.9 })),
    )
  const sources = [entryOf('codexAlways'), entryOf('codexEntries')]
  const { systemPrompt, userContent } = await engineOf(sources).assemble(requestFor('雾来了。'))
  for (const text of texts)
    expect([systemPrompt.includes(text), userContent.includes(text)]).toEqual([true, false])
})
