import { describe, expect, it } from 'vitest'
import { createBlockCounter } from '../../../../../main/src/services/context/core/blockCounter.ts'
import { applyFetchLimit, fitLayer } from '../../../../../main/src/services/context/core/layerFit.ts'
import { type Chunk, include, type LayerName } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf, countCodePoints, kept } from '../../../../support/chunks.ts'
import { engineOf, passage, requestFor, setting, tokenizer } from '../../../../support/engine.ts'
import { type Planted, realSource, sourcesOf } from '../../../../support/planted.ts'

const counter = createBlockCounter({ count: countCodePoints, language: 'zh', additive: true })
const file = (name: string, text: string) => chunkOf(setting(name, text))
const preference = (id: string, confidence: number, units: number) =>
  chunkOf({ source: 'preferences', path: `memory:${id}`, confidence, text: '短'.repeat(units) })
const found = (n: number, score: number, part: Partial<Planted> = {}) =>
  chunkOf(passage(n, '雾'.repeat(100), score, part))

function hold(layer: LayerName, chunks: readonly Chunk[], tokens: number) {
  const placed = applyFetchLimit(layer, kept(chunks), tokens, counter)
  return {
    tokens: counter.layer(layer, placed),
    rows: placed.map(({ chunk, action, text }) => `${chunk.ref.path} ${action} ${text.length}`),
  }
}

describe('holdToLimit', () => {
  it('lets files that are too long give way, and not the few words of preferences', () => {
    const files = [file('乙.md', '九个字的一句雾港话。\n'.repeat(30)), file('甲.md', '潮水每日两次。')]
    const { tokens, rows } = hold('settings', [...files, preference('p1', 0.4, 20)], 200)
    expect(rows).toEqual([
      expect.stringMatching(/乙\.md trimmed \d+$/),
      expect.stringMatching(/甲\.md dropped 0$/),
      'memory:p1 kept 20',
    ])
    expect(tokens).toBeLessThanOrEqual(200)
  })

  it('drops the weakest passages first, neighbours by their own score, entries never', () => {
    const entry = chunkOf({ source: 'codexEntries', path: 'e', text: '条'.repeat(300), score: 0.7 })
    const passages = Array.from({ length: 8 }, (_, i) => found(i, 0.1 + i / 20))
    const { rows } = hold('retrieved', [entry, ...passages], 560)
    expect(rows).toEqual([
      'e kept 300',
      ...[0, 1, 2, 3].map((n) => `manuscript/00${n}.md dropped 0`),
      ...[4, 5, 6, 7].map((n) => `manuscript/00${n}.md kept 100`),
    ])
  })

  it('limits a source without limits or steps by those of its layer all the same', () => {
    const source = { ...realSource('settingsFiles'), name: 'wiki', shrinkSteps: [] }
    const article = (n: number, confidence: number): Chunk => ({
      ...file(`${n}.md`, '雾'.repeat(100)),
      confidence,
      source,
    })
    expect(hold('settings', [article(1, 0.5), article(2, 0.4), article(3, 0.6)], 250).rows).toEqual([
      '.creonow/settings/1.md kept 100',
      '.creonow/settings/2.md dropped 0',
      '.creonow/settings/3.md kept 100',
    ])
  })

  it('touches nothing that is required or pinned', () => {
    const pinned = found(1, 0, { pinned: true })
    expect(hold('retrieved', [pinned], 10).rows).toEqual(['manuscript/001.md kept 100'])
    const style = chunkOf({ source: 'styleSheet', path: 'style.md', text: '短'.repeat(100) })
    expect(hold('rules', [style], 10).rows).toEqual(['style.md kept 100'])
  })
})

it('a numbered list is as large as it is printed, or by a digit larger where it comes to ten', () => {
  const difference = (length: number) => {
    const text = (at: number) => ({ item: `${at}`, text: `第${at}条：不写梦。` })
    const rules = kept(
      Array.from({ length }, (_, at) => chunkOf({ source: 'constraints', path: 'c', ...text(at) })),
    )
    const { placed, tokens } = fitLayer({ layer: 'rules', placed: rules, spaceTokens: 1000, counter })
    expect(placed).toEqual(rules)
    return tokens - counter.layer('rules', rules)
  }
  expect([difference(1), difference(8), difference(12)]).toEqual([0, 0, 1])
})

describe('a passage for which there is little space', () => {
  const sentences = ['雾港的人都起得很早。', '林远把铜匣埋在灯塔下面。', '码头上没有别的声音。']
  const told = sentences.map((one) => one.repeat(14)).join('\n')
  const about = (...terms: string[]): Chunk => ({
    ...chunkOf(passage(1, told, 0.5, { from: 0, to: told.length })),
    reason: { code: 'passage', params: { rank: 1, terms } },
  })
  const cut = (chunk: Chunk, spaceTokens: number) =>
    fitLayer({ layer: 'retrieved', placed: kept([chunk]), spaceTokens, counter, givesBack: true })

  it('shows the sentences for which it is here, before it is left out', () => {
    const chunk = about('码头')
    const all = cut(chunk, 1000)
    const { placed, tokens } = cut(chunk, all.tokens - 10)
    expect(placed).toEqual([
      { ...include(chunk), text: told.slice(10), start: 10, action: 'trimmed', reason: 'over_budget' },
    ])
    expect(tokens).toBe(all.tokens - 10)
    expect(cut(chunk, all.tokens - 250).placed[0]?.action).toBe('dropped')
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
