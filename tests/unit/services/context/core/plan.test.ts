import { expect, it } from 'vitest'
import { countCodePoints } from '../../../../support/chunks.ts'
import { engineOf, passage, requestFor, setting } from '../../../../support/engine.ts'
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
