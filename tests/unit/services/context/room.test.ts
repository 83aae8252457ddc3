import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAppError } from '../../../../main/src/lib/appError.ts'
import {
  type Assembly,
  type ContextRequest,
  layerOrder,
} from '../../../../main/src/services/context/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { engineOf, passage, requestFor, rule, setting, tokenizer } from '../../../support/engine.ts'
import { type Planted, sourcesOf } from '../../../support/planted.ts'

/** What is left of the prompt's tokens. */
const freeIn = ({ budget, tokenCount }: Assembly) => budget.promptTokens - tokenCount
const actionsOf = ({ placed }: Assembly) =>
  new Set(layerOrder.flatMap((layer) => placed[layer].map(({ action, reason }) => `${action} ${reason}`)))
const windowOf = (windowTokens: number) => ({
  id: 'fake',
  windowTokens,
  outputReserveTokens: Math.min(4096, Math.floor(windowTokens / 4)),
})
const stateless = (planted: readonly Planted[], text: string, windowTokens: number) =>
  engineOf(sourcesOf(planted)).assemble(
    requestFor(text, { stateless: true, model: windowOf(windowTokens), deadlineMs: 2000 }),
  )
const endless = (units: number) => '雾港没有魔法只有潮水和灯塔'.repeat(units).slice(0, units)
const sentences = (units: number) =>
  '雾港没有魔法，只有潮水。Ann waited for the tide. '.repeat(units).slice(0, units)

describe('a world file that fits', () => {
  it.each([
    ['of 8,000 characters in one paragraph, in a large window', 128_000, [8000]],
    ['of 2,000 characters in one paragraph, in a small window', 8192, [2000]],
    ['of 20,000 characters, in a middling window', 32_768, [20_000]],
    ['one of ten of 300 characters, in a tiny window', 6000, Array.from({ length: 10 }, () => 300)],
  ])('is sent whole: %s', async (_, windowTokens, lengths) => {
    const files = lengths.map((units, at) => setting(`世界${at}.md`, endless(units)))
    const assembly = await stateless([...files, rule('不写梦')], '林远推开门。', windowTokens)
    expect(actionsOf(assembly)).toEqual(new Set(['kept within_budget']))
    expect(assembly.notices).toEqual([])
    for (const { text } of files) expect(assembly.systemPrompt).toContain(text)
  })
})

/** Tokens that the text behind a cut needs for its next sentence. */
const nextSentenceTokens = (text: string, from: number) =>
  tokenizer.count(text.slice(from, from + firstSentence(text.slice(from))))

const firstSentence = (text: string) => {
  const match =
    /^[^。！？…；.!?\r\n]*(?:[。！？…；]+[”’」』）〕】》]*|[.!?]+["')\]”’]*[ \t]+|\r\n|[\r\n])/.exec(text)
  return match?.[0].length ?? text.length
}

/** A setting, a passage or a rule of any size, in sentences, in one run, or in paragraphs. */
const textOf = fc
  .tuple(fc.integer({ min: 1, max: 4000 }), fc.constantFrom('endless', 'sentences', 'paragraphs'))
  .map(([units, kind]) =>
    kind === 'endless'
      ? endless(units)
      : kind === 'sentences'
        ? sentences(units)
        : `${sentences(80)}\n`.repeat(Math.ceil(units / 80)),
  )
const project = fc.record({
  rules: fc.array(fc.constantFrom('不写梦', '第一人称', 'No dreams'), { maxLength: 3 }),
  files: fc.array(textOf, { maxLength: 6 }),
  preferences: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }),
  passages: fc.array(textOf, { maxLength: 6 }),
  episodes: fc.array(textOf, { maxLength: 3 }),
  chapter: fc.integer({ min: 0, max: 6000 }),
  windowTokens: fc.oneof(
    fc.integer({ min: 1100, max: 9000 }),
    fc.constantFrom(16_000, 32_768, 128_000, 1_000_000),
  ),
})
type Project = typeof project extends fc.Arbitrary<infer T> ? T : never

const plantedOf = ({ rules, files, preferences, passages, episodes }: Project): Planted[] => [
  ...rules.map((text, at) => rule(text, { item: `own${at}`, position: at })),
  ...files.map((text, at) => setting(`世界${at}.md`, text)),
  ...preferences.map((confidence, at) => ({
    ...{ source: 'preferences', path: `memory:p${at}`, label: '写作偏好' },
    ...{ confidence: confidence / 10, text: `对话要短，少用形容词，第${at}条。` },
  })),
  ...passages.map((text, at) => passage(at + 1, text, 0.6 - at / 20)),
  ...episodes.map((text, at) => ({
    ...{ source: 'episodes', path: `memory:e${at}`, label: '以前的一次', score: 0.4, text },
  })),
]

async function assembled(one: Project, part: Partial<ContextRequest> = {}): Promise<Assembly | undefined> {
  const chapter = sentences(one.chapter)
  try {
    return await engineOf(sourcesOf(plantedOf(one))).assemble(
      requestFor(chapter, {
        stateless: true,
        model: windowOf(one.windowTokens),
        deadlineMs: 5000,
        ...part,
      }),
    )
  } catch (error) {
    if (isAppError(error, 'CONTEXT_INPUT_TOO_LARGE')) return undefined
    throw error
  }
}

/** More than a marker line takes, for what was dropped whole. */
const markerTokens = 40

describe('a stateless request of any project', () => {
  it('sends everything whole where it fits, and else leaves less free than the next sentence needs', async () => {
    const [whole, cut] = [countedChecks(), countedChecks()]
    await fc.assert(
      fc.asyncProperty(project, fc.constantFrom('write', 'chat', 'planning'), async (one, profile) => {
        const assembly = await assembled(one, { profile })
        const { estimate } = assembly ?? {}
        const size = estimate ? layerOrder.reduce((sum, layer) => sum + estimate[layer], 0) : 0
        const fits = assembly !== undefined && size <= assembly.budget.total
        whole.when(fits)
        cut.when(assembly !== undefined && !fits)
        if (!assembly) return
        if (fits) expect(actionsOf(assembly)).toEqual(new Set(['kept within_budget']))
        if (fits) expect(assembly.notices).toEqual([])
        const free = freeIn(assembly)
        for (const { chunk, text, action, start } of assembly.placed.settings) {
          if (action === 'kept') continue
          // A profile has a part of its own for preferences.
          if (chunk.source.part === 'preferences') continue
          const next = nextSentenceTokens(chunk.text, start + text.length)
          const marker = action === 'dropped' ? markerTokens : 0
          expect([chunk.label, free < Math.min(next, 220) + marker]).toEqual([chunk.label, true])
        }
      }),
      { numRuns: Number(process.env.CREONOW_RUNS ?? 150) },
    )
    whole.expectShare(0.3)
    cut.expectShare(0.2)
  })

  it('cuts Retrieved before Settings, and Settings before the share of the chapter', async () => {
    const checks = countedChecks()
    await fc.assert(
      fc.asyncProperty(project, async (one) => {
        const assembly = await assembled(one)
        if (!assembly) return
        const { settings, retrieved } = assembly.placed
        const isCut = settings.some(({ action }) => action !== 'kept')
        checks.when(isCut)
        if (isCut) expect(retrieved.filter(({ action }) => action === 'kept')).toEqual([])
      }),
      { numRuns: 100 },
    )
    checks.expectShare(0.1)
  })
})
