import { describe, expect, it } from 'vitest'
import { withinFetchLimits } from '../../../../../main/src/services/context/core/fetchLimits.ts'
import type { Chunk } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf, countCodePoints } from '../../../../support/chunks.ts'
import { engineOf, passage, requestFor, setting, tokenizer } from '../../../../support/engine.ts'
import { type Planted, realSource, sourcesOf } from '../../../../support/planted.ts'

const file = (name: string, text: string) => chunkOf(setting(name, text))
const preference = (id: string, confidence: number, units: number) =>
  chunkOf({ source: 'preferences', path: `memory:${id}`, confidence, text: '短'.repeat(units) })
const found = (n: number, score: number, part: Partial<Planted> = {}) =>
  chunkOf(passage(n, '雾'.repeat(100), score, part))

function within(part: { settings?: readonly Chunk[]; retrieved?: readonly Chunk[] }, tokens: number) {
  const chunks = { rules: [], settings: [], retrieved: [], immediate: [], ...part }
  const limits = { settingsTokens: tokens, retrievedTokens: tokens, immediateTokens: 0 }
  const { chunks: left, trim } = withinFetchLimits(chunks, limits, countCodePoints)
  return {
    left: [...left.settings, ...left.retrieved]
      .map(({ ref, text }) => `${ref.path} ${text.length}`)
      .toSorted(),
    trim: trim.map(({ sourceRef, reason, beforeChars }) => `${sourceRef} ${reason} ${beforeChars}`),
  }
}

describe('withinFetchLimits', () => {
  it('holds files and preferences together to the one limit of their layer', () => {
    const settings = [file('甲.md', '九个字的一句雾港话。'.repeat(5)), file('乙.md', `${'字'.repeat(51)}。`)]
    const preferences = [preference('p1', 0.9, 20), preference('p2', 0.4, 20)]
    expect(within({ settings: [...settings, ...preferences] }, 100)).toEqual({
      // 乙 comes before 甲 in code points, so 甲 is the one to be cut, after a sentence.
      left: ['.creonow/settings/乙.md 52', '.creonow/settings/甲.md 20', 'memory:p1 20'],
      trim: ['memory:p2 over_budget 20'],
    })
  })

  it('drops the weakest passages first, the best five and synopses last, entries never', () => {
    const entry = chunkOf({ source: 'codexEntries', path: 'e', text: '条'.repeat(300), score: 0.7 })
    const passages = Array.from({ length: 8 }, (_, i) => found(7 - i, 0.1 + (7 - i) / 20))
    const neighbour = found(9, 0.4, { source: 'codexNeighbours', path: 'n' })
    const { left, trim } = within({ retrieved: [entry, ...passages, neighbour] }, 700)
    expect(trim.map((row) => row.split('#')[0]?.split(' ')[0])).toEqual([
      'manuscript/000.md',
      'manuscript/001.md',
      'manuscript/002.md',
      'n',
      'manuscript/003.md',
    ])
    expect(left.length).toBe(5)
  })

  it('holds a source that says nothing of limits to its layer’s all the same', () => {
    const { held: _held, ...source } = realSource('passages')
    const clipping = (n: number, score: number): Chunk => ({ ...found(n, score), source })
    expect(within({ retrieved: [clipping(1, 0.5), clipping(2, 0.4), clipping(3, 0.6)] }, 250)).toEqual({
      left: ['manuscript/001.md 100', 'manuscript/003.md 100'],
      trim: ['manuscript/002.md#0-100 over_budget 100'],
    })
  })
})

describe('capacity', () => {
  it('is never exceeded by sources of the app, whatever shares the author gave them', async () => {
    const fill = (text: string, tokens: number) => text.repeat(Math.floor(tokens / tokenizer.count(text)))
    const share = (ratio: number) => ({ ratio, minimumTokens: 0 })
    const budget = { rules: share(0), settings: share(0.25), retrieved: share(0.25), immediate: share(0.5) }
    const settings = setting('甲.md', fill('雾港没有魔法。\n', 30_000))
    const text = fill('潮水涨了又落。', 900)
    const passages = Array.from({ length: 40 }, (_, i) => passage(i, text, 0.5))
    const chapter = fill('许三娘没有回头。\n', 80_000)
    const { tokenCount, budget: used } = await engineOf(sourcesOf([settings, ...passages])).assemble(
      requestFor(chapter, {
        budget,
        cursorPosition: chapter.length - 3000,
        model: { id: 'big', windowTokens: 200_000, outputReserveTokens: 4096 },
        deadlineMs: 2000,
      }),
    )
    expect(tokenCount).toBeLessThanOrEqual(used.maxInputTokens)
  })
})
