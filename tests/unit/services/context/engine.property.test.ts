import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAppError } from '../../../../main/src/lib/appError.ts'
import type { DeltaPlan } from '../../../../main/src/services/context/core/delta.ts'
import { templateText } from '../../../../main/src/services/context/core/template.ts'
import {
  type Assembly,
  type ContextRequest,
  defaultBudget,
  layerOrder,
  type Source,
} from '../../../../main/src/services/context/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { continueSkill, engineOf, requestFor, tokenizer } from '../../../support/engine.ts'
import { type Material, material } from '../../../support/hostile.ts'
import { type Planted, realSource, sourceOf, sourcesOf } from '../../../support/planted.ts'

/**
 * The new prompt, made from the blocks of the previous one and those that are not the same any more, both as
 * text by block id. Throws a RangeError when a block that the plan needs is missing.
 */
function applyDelta(
  previousBlocksText: ReadonlyMap<string, string>,
  delta: Pick<DeltaPlan, 'blocks'>,
  changedBlocksText: ReadonlyMap<string, string>,
): string {
  return delta.blocks
    .map(({ blockId, state }) => {
      const text = (state === 'same' ? previousBlocksText : changedBlocksText).get(blockId)
      if (text === undefined) throw new RangeError(`the delta needs the text of ${blockId}`)
      return text
    })
    .join('')
}

const inRules = ({ source }: Planted) => realSource(source).layer === 'rules'
const isAuthors = ({ source }: Planted) => realSource(source).required === true

const requestOf = ({ text, cursor, window }: Material, part: Partial<ContextRequest> = {}) =>
  requestFor(text, {
    cursorPosition: cursor,
    model: { id: 'fake', windowTokens: window, outputReserveTokens: 200 },
    stateless: true,
    ...part,
  })

/** The assembly, or undefined when the material cannot be sent at all. */
async function assembled(one: Material, part: Partial<ContextRequest> = {}): Promise<Assembly | undefined> {
  try {
    return await engineOf(sourcesOf(one.planted)).assemble(requestOf(one, part))
  } catch (error) {
    if (isAppError(error) && error.code === 'CONTEXT_INPUT_TOO_LARGE') return undefined
    throw error
  }
}

const promptOf = ({ systemPrompt, userContent }: Assembly) => systemPrompt + userContent
/** Runs a property over any material; at least 30 % of its runs must have checked something. */
async function check(work: (one: Material) => Promise<boolean>, numRuns = 60) {
  const checks = countedChecks()
  await fc.assert(
    fc.asyncProperty(material, async (one) => checks.when(await work(one))),
    { numRuns },
  )
  checks.expectShare(0.3)
}

describe('any material', () => {
  it('is counted exactly in its final bytes and never over budget', () =>
    check(async (one) => {
      const assembly = await assembled(one)
      if (!assembly) return false
      expect(assembly.tokenCount).toBe(tokenizer.count(promptOf(assembly)))
      expect(assembly.tokenCount).toBeLessThanOrEqual(assembly.budget.promptTokens)
      const { rules, settings, retrieved, immediate } = assembly.layerTokens
      expect(rules + settings + retrieved + immediate).toBe(assembly.tokenCount - assembly.templateTokens)
      return true
    }))

  it('leaves no layer below its floor, give or take the marker line and one piece, when it was cut', () =>
    check(async (one) => {
      const assembly = await assembled(one)
      if (!assembly) return false
      const { estimate, layerTokens, request } = assembly
      const slackOfOneCut = 64
      for (const layer of ['settings', 'retrieved', 'immediate'] as const) {
        const floor = Math.min(request.budget[layer].minimumTokens, estimate[layer])
        expect([layer, layerTokens[layer] >= floor - slackOfOneCut]).toEqual([layer, true])
      }
      return true
    }))

  it('is refused for its floors only when they do not fit, whatever minimums the author set', async () => {
    const refused = countedChecks()
    const assembledOnes = countedChecks()
    await fc.assert(
      fc.asyncProperty(
        material,
        fc.array(fc.nat(3000), { minLength: 4, maxLength: 4 }),
        async (one, least) => {
          const [rules = 0, settings = 0, retrieved = 0, immediate = 0] = least
          const budget = {
            rules: { ...defaultBudget.rules, minimumTokens: rules },
            settings: { ...defaultBudget.settings, minimumTokens: settings },
            retrieved: { ...defaultBudget.retrieved, minimumTokens: retrieved },
            immediate: { ...defaultBudget.immediate, minimumTokens: immediate },
          }
          const engine = engineOf(sourcesOf(one.planted))
          const error = await engine.assemble(requestOf(one, { budget })).then(
            ({ tokenCount, budget: { promptTokens } }) => {
              expect(tokenCount).toBeLessThanOrEqual(promptTokens)
              return undefined
            },
            (cause: unknown) => cause,
          )
          const isRefused = isAppError(error, 'CONTEXT_INPUT_TOO_LARGE')
          refused.when(isRefused)
          assembledOnes.when(error === undefined)
          expect(isRefused || error === undefined).toBe(true)
          if (!isRefused) return
          const { why, layers } = error.details as { why: string; layers: Record<string, number> }
          const total = one.window - 200 - tokenizer.count(templateText('zh'))
          const floors = layerOrder.reduce((sum, layer) => sum + (layers[layer] ?? 0), 0)
          expect(why === 'rules' ? layers.rules : floors).toBeGreaterThan(total)
        },
      ),
      { numRuns: 100 },
    )
    refused.expectShare(0.1)
    assembledOnes.expectShare(0.1)
  })

  it('has evidence for what was fetched and what the prompt has of it', () =>
    check(async (one) => {
      const assembly = await assembled(one)
      if (!assembly) return false
      const sum = (of: 'beforeChars' | 'afterChars') => assembly.trim.reduce((all, row) => all + row[of], 0)
      const escapes = assembly.redaction.reduce((all, { matchCount }) => all + matchCount, 0)
      const after = assembly.placed.immediate.find(({ chunk }) => chunk.source.name === 'textAfter')?.chunk
      const fetched =
        one.planted.reduce((all, { text }) => all + text.length, 0) +
        one.cursor +
        ((after?.ref.to ?? 0) - (after?.ref.from ?? 0)) +
        continueSkill.instruction.zh.length
      expect(sum('beforeChars')).toBe(fetched + escapes)
      expect(sum('afterChars')).toBe(charactersFromSources(assembly))
      return true
    }))

  it('has a text before that ends at the cursor and starts at a paragraph, else a sentence, else a grapheme', () =>
    check(async (one) => {
      const assembly = await assembled(one)
      const item = assembly?.placed.immediate.find(({ chunk }) => chunk.source.name === 'textBefore')
      if (!item || item.action === 'dropped') return false
      expect(item.chunk.text.endsWith(item.text)).toBe(true)
      expect(item.text).toBe(item.chunk.text.slice(item.start))
      const whole = item.chunk.text
      if (item.start === 0) return true
      const ahead = whole.slice(0, item.start)
      const atSentence = /[。！？…；”.!?"\n\r][”’」』）〕】》"')\]]*[ \t]*$/.test(ahead)
      const segments = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(whole)]
      expect([atSentence || segments.some(({ index }) => index === item.start)]).toEqual([true])
      return true
    }))

  it('has all its rules after trimming, and no constraint of the author is ever missing', () =>
    check(async (one) => {
      const assembly = await assembled(one)
      if (!assembly) return false
      const own = assembly.placed.rules.filter(({ chunk }) => chunk.source.required)
      expect(own.length).toBe(one.planted.filter((planted) => inRules(planted) && isAuthors(planted)).length)
      expect(own.every(({ action }) => action === 'kept')).toBe(true)
      for (const [i, { text }] of own.entries()) expect(assembly.systemPrompt).toContain(`${i + 1}. ${text}`)
      return true
    }, 40))

  it('has rules that depend on their limit, not on how much the other layers have', () =>
    check(async (one) => {
      const assembly = await assembled(one)
      if (!assembly) return false
      // Rules depend on their line, not on how much the other layers hold.
      const alone = await assembled({
        ...one,
        planted: one.planted.filter(inRules),
        text: '',
        cursor: 0,
      })
      const rulesOf = (some: Assembly | undefined) =>
        some?.placed.rules.map(({ chunk, text }) => [chunk.ref.item ?? chunk.ref.path, text])
      expect(rulesOf(alone)).toEqual(rulesOf(assembly))
      return true
    }, 40))

  it('gives the same bytes and the same hashes from shuffled sources', async () => {
    const checks = countedChecks()
    await fc.assert(
      fc.asyncProperty(
        material.chain((one) =>
          fc.record({
            one: fc.constant(one),
            shuffled: fc.shuffledSubarray([...one.planted], { minLength: one.planted.length }),
          }),
        ),
        async ({ one, shuffled }) => {
          const first = await assembled(one)
          const second = await assembled({ ...one, planted: shuffled })
          checks.when(first !== undefined)
          expect(second?.promptHash).toBe(first?.promptHash)
          expect(second?.stablePrefixHash).toBe(first?.stablePrefixHash)
          expect(second?.trim.length).toBe(first?.trim.length)
        },
      ),
      { numRuns: 60 },
    )
    checks.expectShare(0.4)
  })

  it('gives a stateless result that depends on nothing but the request, whatever runs in between', () =>
    check(async (one) => {
      const engine = engineOf(sourcesOf(one.planted))
      const settled = (request: ContextRequest) =>
        engine.assemble(request).then(
          ({ timings: _timings, request: _request, ...rest }) => rest,
          (error: { code: string }) => ({ code: error.code }),
        )
      const single = await settled(requestOf(one))
      const results = await Promise.all([
        settled(requestOf({ ...one, cursor: 0 }, { stateless: false })),
        settled(requestOf(one)),
        settled(requestOf(one, { stateless: false, conversationId: 'c1' })),
        settled(requestOf(one)),
      ])
      expect(results[1]).toEqual(single)
      expect(results[3]).toEqual(single)
      return !('code' in single)
    }, 40))
})

describe('delta', () => {
  it('applied to the previous prompt gives the new one, byte for byte', async () => {
    const checks = countedChecks()
    await fc.assert(
      fc.asyncProperty(material, material, fc.boolean(), async (one, other, sameMaterial) => {
        const current = { planted: one.planted }
        const engine = engineOf(
          ['constraints', 'codexAlways', 'settingsFiles', 'passages'].map(
            (name): Source =>
              sourceOf(name, async () => current.planted.filter(({ source }) => source === name)),
          ),
        )
        const run = (some: Material) =>
          engine.assemble(requestOf({ ...some, window: 12_000 }, { stateless: false })).catch(() => undefined)
        const first = await run(one)
        if (!sameMaterial) current.planted = other.planted
        const second = await run(
          sameMaterial ? { ...one, cursor: Math.min(one.cursor + 7, one.text.length) } : other,
        )
        checks.when(first !== undefined && second !== undefined)
        if (!first || !second) return
        const changed = blocksOf(second)
        for (const { blockId, state } of second.delta.blocks) if (state === 'same') changed.delete(blockId)
        // Bytes are UTF-8, in which halves of different surrogate pairs are one and the same.
        const bytesOf = (text: string) => text.toWellFormed()
        expect(bytesOf(applyDelta(blocksOf(first), second.delta, changed))).toBe(bytesOf(promptOf(second)))
        if (second.delta.kind === 'append-only')
          expect(bytesOf(promptOf(second)).startsWith(bytesOf(promptOf(first)))).toBe(true)
        const reused = second.delta.blocks.reduce((all, { tokens }) => all + tokens, 0)
        expect(second.delta.reusedTokens + (second.delta.firstChange?.tokensAfter ?? 0)).toBe(reused)
      }),
      { numRuns: 60 },
    )
    checks.expectShare(0.5)
  })
})

const blocksOf = ({ blocks }: Assembly) => new Map(blocks.map(({ blockId, text }) => [blockId, text]))

/** Worked out from the printed blocks: template, marker lines, numbers and added line ends taken away. */
function charactersFromSources(assembly: Assembly): number {
  const { blocks } = assembly
  expect(blocks.map(({ text }) => text).join('')).toBe(promptOf(assembly))
  const printed = layerOrder.flatMap((layer) =>
    assembly.placed[layer].filter(({ action }) => action !== 'dropped'),
  )
  expect(blocks.filter(({ text }) => !text.endsWith('\n'))).toEqual([])
  const material: { blockId: string; text: string }[] = []
  for (const { blockId, layer, part, text } of blocks) {
    const last = material.at(-1)
    const goesOn = part !== undefined && !blockId.endsWith('@0')
    if (goesOn && last) last.text += text
    else if (layer !== null && blockId !== layer) material.push({ blockId, text })
  }
  expect(material.length).toBe(printed.length)
  return material.reduce((all, { blockId, text }, i) => {
    const body = blockId.startsWith('rules:constraints:')
      ? text.replace(/^\[创作约束 - 不可违反\]\n/, '').replace(/^\d+\. /, '')
      : text.slice(text.indexOf('\n') + 1)
    // The text before the cursor always gets one more, see `chunkBlock`.
    const one = printed[i]
    const ownLineEnd = one?.text.endsWith('\n') && !one.chunk.source.anchored
    return all + body.length - (ownLineEnd ? 0 : 1)
  }, 0)
}
