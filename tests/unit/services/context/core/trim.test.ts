import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultBudget } from '../../../../../main/src/services/context/core/layers.ts'
import { trimLayers } from '../../../../../main/src/services/context/core/trim.ts'
import type { Chunk } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf } from '../../../../support/chunks.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import {
  counter,
  input,
  instruction,
  passage,
  prose,
  small,
  textBefore,
  tokensIn,
  tokensOf,
  trimmed,
} from '../../../../support/trimming.ts'

describe('trimLayers', () => {
  it('cuts nothing when everything fits', () => {
    const { placed } = trimmed({ retrieved: [passage(1, 0.5)] })
    expect(
      Object.values(placed)
        .flat()
        .map(({ action }) => action),
    ).toEqual(['kept', 'kept', 'kept', 'kept'])
  })

  it('cuts passages, then drops the weakest first, and does not touch the other layers', () => {
    const { placed } = trimmed({
      total: 1040,
      retrieved: [passage(1, 0.2), passage(2, 0.6), passage(3, 0.4)],
    })
    const left = Object.values(placed)
      .flat()
      .filter(({ action }) => action !== 'kept')
    expect(left.map(({ chunk, action, reason }) => [chunk.ref.path, action, reason])).toEqual([
      ['manuscript/001.md', 'dropped', 'over_budget'],
      ['manuscript/002.md', 'trimmed', 'over_budget'],
      ['manuscript/003.md', 'trimmed', 'over_budget'],
    ])
  })

  it('lets printed chunks give way to the floor of the window alone, not to a share that it does not fill', () => {
    const { placed } = trimmed({
      ...{ total: 1400, isReused: true },
      retrieved: [passage(1, 0.2), passage(2, 0.6), passage(3, 0.4)],
    })
    expect(placed.retrieved.map(({ action }) => action)).toEqual(['kept', 'kept', 'kept'])
    expect(placed.immediate.map(({ action }) => action)).toEqual(['trimmed', 'kept'])
    expect(tokensOf(placed)).toBeLessThanOrEqual(1400)
  })

  it('leaves room for later only when not everything fits: the last token counts', () => {
    const retrieved = [passage(1, 0.5), passage(2, 0.4)]
    const all = tokensOf(trimmed({ retrieved, total: 100_000 }).placed)
    const actions = (total: number) =>
      trimmed({ retrieved, total, leavesRoom: true }).placed.retrieved.map(({ action }) => action)
    expect([actions(all), actions(all - 1)]).toEqual([
      ['kept', 'kept'],
      ['trimmed', 'dropped'],
    ])
  })

  it('leaves room for passages that may come, and none at the cost of what was requested by name', () => {
    const entry = chunkOf({
      source: 'synopses',
      path: '.creonow/synopses.json',
      label: '前情',
      text: '潮退的时候，林远和𠮷野沿着旧码头走到第三十三级石阶，没有人说话。'.repeat(9),
    })
    const immediate = [textBefore(prose(40)), instruction]
    const of = (retrieved: readonly Chunk[]) =>
      tokensOf(trimmed({ retrieved, immediate, total: 100_000 }).placed)
    const actions = (total: number, first: Chunk) =>
      trimmed({
        retrieved: [first, passage(2, 0.4)],
        immediate,
        total,
        leavesRoom: true,
      }).placed.retrieved.map(({ action }) => action)
    expect([actions(of([entry]) + 5, entry), actions(of([passage(1, 0.5)]) + 5, passage(1, 0.5))]).toEqual([
      ['kept', 'dropped'],
      ['dropped', 'dropped'],
    ])
  })

  it('cuts settings by confidence, the last of equals first, at a paragraph end', () => {
    const file = (name: string, confidence: number) =>
      chunkOf({
        source: 'settingsFiles',
        path: `.creonow/settings/${name}.md`,
        label: name,
        text: prose(8),
        confidence,
      })
    const { placed } = trimmed({ total: 660, settings: [file('甲', 1), file('乙', 0.4), file('丙', 1)] })
    expect(placed.settings.map(({ chunk, action, text }) => [chunk.label, action, text.length])).toEqual([
      ['甲', 'kept', 82],
      ['乙', 'dropped', 0],
      ['丙', 'trimmed', 41],
    ])
  })

  it('cuts settings inside a paragraph rather than below their floor', () => {
    const text = `短。\n${'第一章之前谁也不知道真相，'.repeat(20)}`
    const settings = [chunkOf({ source: 'settingsFiles', text, confidence: 1 })]
    const layers = { ...small, settings: { ratio: 0.1, minimumTokens: 100 } }
    const { placed } = trimmed({ settings, layers, total: 500 })
    const [file] = placed.settings
    expect(file?.action).toBe('trimmed')
    expect(tokensIn('settings', placed)).toBe(100)
  })

  it('goes below the floor of Retrieved by a whole passage rather than refuse what fits', () => {
    const layers = { ...small, retrieved: { ratio: 0.25, minimumTokens: 400 } }
    const retrieved = [passage(1, 0.9), passage(2, 0.8)]
    // Room for one of them beside the floor of the text before: neither may leave without going below 400.
    const { placed } = trimmed({ layers, retrieved, total: 650 })
    expect(placed.retrieved.map(({ action }) => action)).toEqual(['kept', 'dropped'])
    expect(tokensOf(placed)).toBeLessThanOrEqual(650)
  })

  it('lets the last passage leave when the other layers are at their floors', () => {
    const layers = { ...small, retrieved: { ratio: 0.25, minimumTokens: 50 } }
    const { placed } = trimmed({ layers, retrieved: [passage(1, 0.9)], total: 450 })
    expect(placed.retrieved.map(({ action }) => action)).toEqual(['dropped'])
  })

  it('leaves the beginning of a settings file and the end of the previous chapter', () => {
    const settings = [chunkOf({ source: 'settingsFiles', text: prose(20), confidence: 1 })]
    const { placed } = trimmed({ settings, total: 600 })
    const [file] = placed.settings
    expect([file?.action, prose(20).startsWith(file?.text ?? '无')]).toEqual(['trimmed', true])
    const previous = chunkOf({
      source: 'previousChapter',
      path: 'manuscript/009.md',
      from: 0,
      to: 9,
      text: prose(40),
    })
    const immediate = [previous, textBefore(prose(40)), instruction]
    const end = trimmed({ immediate, total: 800 }).placed.immediate[0]
    expect([end?.action, prose(40).endsWith(end?.text ?? '无')]).toEqual(['trimmed', true])
  })

  it('moves the start of the text before the cursor last, and never its end', () => {
    const text = prose(400)
    const { placed, anchor } = trimmed({ total: 1200, immediate: [textBefore(text), instruction] })
    const window = placed.immediate.find(({ chunk }) => chunk.source.name === 'textBefore')
    expect(window?.text).toBe(text.slice(anchor))
    expect(text.endsWith(window?.text ?? 'nothing')).toBe(true)
    expect(window?.text.length).toBeGreaterThan(900)
    expect(text[(anchor ?? 0) - 1]).toBe('\n')
  })

  it('starts inside a paragraph rather than leave Immediate below its floor', () => {
    const long = `${'她数着石阶往上走，一级一级，没有回头。'.repeat(20)}\n${'雾又厚了一层。'.repeat(20)}`
    const layers = { ...small, immediate: { ratio: 0.5, minimumTokens: 400 } }
    const { placed } = trimmed({ layers, immediate: [textBefore(long), instruction], total: 440 })
    const start = placed.immediate[0]?.start ?? 0
    expect(long[start - 1]).toBe('。')
    expect(tokensOf(placed)).toBeGreaterThan(380)
  })

  it('leaves Retrieved when only the far part of a long chapter does not fit', () => {
    const { placed } = trimmed({
      total: 3000,
      immediate: [textBefore(prose(3000)), instruction],
      retrieved: [passage(1, 0.5), passage(2, 0.6)],
    })
    expect(placed.retrieved.map(({ action }) => action)).toEqual(['kept', 'kept'])
  })

  it('leaves selection and instruction whole when nothing else is left', () => {
    const selection = chunkOf({
      source: 'selection',
      path: 'manuscript/010.md',
      from: 0,
      to: 500,
      text: prose(40),
    })
    const after = chunkOf({
      source: 'textAfter',
      path: 'manuscript/010.md',
      from: 500,
      to: 900,
      text: prose(40),
    })
    const { placed } = trimmed({
      total: 560,
      immediate: [textBefore(prose(40)), after, selection, instruction],
      retrieved: [passage(1, 1)],
    })
    const fixed = placed.immediate.filter(({ chunk }) => chunk === selection || chunk === instruction)
    expect(fixed.map(({ action }) => action)).toEqual(['kept', 'kept'])
    expect(tokensOf(placed)).toBeLessThanOrEqual(560)
  })

  it('starts at the old anchor while it still fits, so that writing on only appends', () => {
    const text = prose(400)
    const first = trimmed({ total: 1200, immediate: [textBefore(text), instruction] })
    const moved = trimmed({
      total: 1200,
      immediate: [textBefore(`${text}又写了一句。`), instruction],
      fresh: false,
      anchor: 4000,
    })
    expect(moved.anchor).toBe(4000)
    expect(first.anchor).not.toBe(4000)
    const outgrown = trimmed({
      total: 1200,
      immediate: [textBefore(`${text}${prose(100)}`), instruction],
      fresh: false,
      anchor: first.anchor ?? 0,
    })
    const window = outgrown.placed.immediate.find(({ chunk }) => chunk.source.name === 'textBefore')
    expect(window?.text.length).toBeLessThan(700)
    expect(window?.text.length).toBeGreaterThan(450)
  })

  it('stays within the total and leaves every layer above its floor, for any mix', () => {
    const anyScore = fc.double({ min: 0, max: 1, noNaN: true })
    const checks = countedChecks()
    fc.assert(
      fc.property(
        fc.array(anyScore, { maxLength: 12 }),
        fc.array(fc.tuple(anyScore, fc.integer({ min: 0, max: 60 })), { maxLength: 5 }),
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 0, max: 6000 }),
        (scores, files, sentences, total) => {
          const given = input({
            total,
            retrieved: scores.map((score, i) => passage(i, score)),
            settings: files.map(([confidence, n], i) =>
              chunkOf({
                source: 'settingsFiles',
                path: `s${i}`,
                label: `s${i}`,
                text: prose(n),
                confidence,
              }),
            ),
            immediate: [...(sentences > 0 ? [textBefore(prose(sentences))] : []), instruction],
          })
          const result = trimLayers(given)
          checks.when(result.ok)
          if (!result.ok) return
          // A cut may fall at the start of a paragraph, so a layer can be below its floor by less than one.
          const maxParagraphTokens = 52
          const sizes = { settings: given.settings, immediate: given.immediate }
          for (const layer of ['settings', 'immediate'] as const) {
            const whole = counter.layer(layer, sizes[layer])
            const floor = Math.min(given.layers[layer].minimumTokens, whole)
            expect([layer, tokensIn(layer, result.placed) >= floor - maxParagraphTokens]).toEqual([
              layer,
              true,
            ])
          }
          expect(tokensOf(result.placed)).toBeLessThanOrEqual(total)
          const text = result.placed.immediate.find(({ chunk }) => chunk.source.name === 'textBefore')
          if (text) expect(text.chunk.text.endsWith(text.text)).toBe(true)
          expect(result.placed.rules.every(({ action }) => action === 'kept')).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
    checks.expectShare(0.5)
  })
  it('has default shares of 15, 10, 25 and 50 percent, with minimums of 500, 200, 0 and 2,000 tokens', () => {
    expect(Object.values(defaultBudget).map(({ ratio, minimumTokens }) => [ratio, minimumTokens])).toEqual([
      [0.15, 500],
      [0.1, 200],
      [0.25, 0],
      [0.5, 2000],
    ])
  })
})
