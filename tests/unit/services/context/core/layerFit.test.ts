import { describe, expect, it } from 'vitest'
import { createBlockCounter } from '../../../../../main/src/services/context/core/blockCounter.ts'
import { fitLayer, limitSources } from '../../../../../main/src/services/context/core/layerFit.ts'
import { type Chunk, include } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf, countCodePoints, kept } from '../../../../support/chunks.ts'
import { engineOf, passage, requestFor, setting, tokenizer } from '../../../../support/engine.ts'
import { realSource, sourcesOf } from '../../../../support/planted.ts'

const counter = createBlockCounter({ count: countCodePoints, language: 'zh', additive: true })
const file = (name: string, text: string) => chunkOf(setting(name, text))
const preference = (id: string, confidence: number, units: number) =>
  chunkOf({ source: 'preferences', path: `memory:${id}`, confidence, text: '短'.repeat(units) })

function fitted(chunks: readonly Chunk[], spaceTokens: number) {
  const { placed, tokens } = fitLayer({ layer: 'settings', placed: kept(chunks), spaceTokens, counter })
  expect(tokens).toBe(counter.layer('settings', placed))
  return {
    tokens,
    rows: placed.map(({ chunk, action, text }) => `${chunk.ref.path} ${action} ${text.length}`),
  }
}

describe('Settings beyond their space', () => {
  it('lose what is least sure first, whole lines of it, then the end of the last file', () => {
    const files = [file('甲.md', '潮水每日两次。'), file('乙.md', '九个字的一句雾港话。\n'.repeat(30))]
    const { tokens, rows } = fitted([...files, preference('p1', 0.4, 20)], 300)
    expect(rows).toEqual([
      '.creonow/settings/甲.md kept 7',
      expect.stringMatching(/乙\.md trimmed \d+$/),
      'memory:p1 dropped 0',
    ])
    expect(300 - tokens).toBeLessThan('九个字的一句雾港话。\n'.length)
  })

  it('are cut behind a sentence where no paragraph ends, and inside one that would leave much unused', () => {
    const prose = fitted([file('甲.md', '雾港没有魔法，只有潮水。'.repeat(40))], 300)
    expect(prose.rows).toEqual([expect.stringMatching(/甲\.md trimmed \d+$/)])
    expect(300 - prose.tokens).toBeLessThan('雾港没有魔法，只有潮水。'.length)
    const endless = fitted([file('甲.md', '雾'.repeat(900))], 300)
    expect([endless.tokens, endless.rows]).toEqual([300, [expect.stringMatching(/甲\.md trimmed \d+$/)]])
  })

  it('leave out a source without steps by how sure it is', () => {
    const source = { ...realSource('settingsFiles'), name: 'wiki', shrinkSteps: [] }
    const article = (n: number, confidence: number): Chunk => ({
      ...file(`${n}.md`, '雾'.repeat(100)),
      confidence,
      source,
    })
    expect(fitted([article(1, 0.5), article(2, 0.4), article(3, 0.6)], 250).rows).toEqual([
      '.creonow/settings/1.md kept 100',
      '.creonow/settings/2.md dropped 0',
      '.creonow/settings/3.md kept 100',
    ])
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

describe('a limit of what sources deliver', () => {
  const long = (name: string, part = {}) => chunkOf(setting(name, '雾港的旧事。'.repeat(100), part))

  it('cuts the source that delivers much, and neither what is pinned nor what its source requires', () => {
    const required = { ...long('必.md'), source: { ...realSource('settingsFiles'), required: true } }
    const chunks = [long('长.md'), long('钉.md', { pinned: true }), required, preference('p1', 0.4, 20)]
    const limited = limitSources('settings', kept(chunks), 400, counter)
    expect(limited.map(({ chunk, action }) => [chunk.ref.path, action])).toEqual([
      ['.creonow/settings/长.md', 'trimmed'],
      ['.creonow/settings/钉.md', 'kept'],
      ['.creonow/settings/必.md', 'kept'],
      ['memory:p1', 'kept'],
    ])
    expect(limitSources('settings', kept(chunks), 4000, counter)).toEqual(kept(chunks))
  })
})
