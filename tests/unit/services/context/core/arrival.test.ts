import { describe, expect, it } from 'vitest'
import { arrivalPlace, arrivals, placesIn } from '../../../../../main/src/services/context/core/arrival.ts'
import { createBlockCounter } from '../../../../../main/src/services/context/core/blockCounter.ts'
import { include } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf, countCodePoints } from '../../../../support/chunks.ts'
import { passage } from '../../../../support/engine.ts'

const counter = createBlockCounter({ count: countCodePoints, language: 'zh', additive: true })

describe('the place of what arrives', () => {
  it.each([
    ['雾来了。\n灯还亮着。', 0, 5],
    ['雾来了。\n\u3000\u3000灯还亮着。', 0, 5],
    ['One.\r\nTwo.\r\nThree', 0, 12],
    // Nothing visible follows the last line end: the one before it.
    ['甲。\n乙。\n', 0, 3],
    ['甲。\n\n乙。', 0, 4],
    ['𠮷。\n\n\n', 0, undefined],
    ['只有一段', 0, undefined],
    ['', 0, undefined],
    ['\n甲', 0, 1],
    ['\n\n\n', 0, undefined],
    ['\n\n甲', 0, 2],
    ['\n', 0, undefined],
    // The window shows the last paragraph only, or ends of it.
    ['雾来了。\n灯还亮着。', 5, undefined],
    ['雾来了。\n灯还亮着。', 7, undefined],
    // Some tokenizers join a slash with the line break before it.
    ['甲。\n/乙', 0, undefined],
  ])('in %j from %i is %s', (text, windowStart, place) => {
    expect(arrivalPlace(text, windowStart)).toBe(place)
  })

  const told =
    '林远守灯，许三娘收信，谁也没有说话，潮水一夜一夜地涨上来，又一夜一夜地退下去，灯还亮着，雾一直没有散。'
  const cursor =
    '他走到门口，又停了下来，手里的铜哨还是凉的，风从海上来，吹得油灯一暗，影子在墙上晃了两晃，没有人再开口说话，只有'
  it.each([
    ['a sentence that goes on', `${told}\n${told}便道：\n${cursor}`],
    ['a reply', `${told}\n${told}\n“你来了。”${cursor}`],
    ['lines of a poem', `${told}\n${'酒未开樽句未裁。\n寻春问腊到蓬莱。\n'.repeat(5)}不求大士`],
    ['too little text to write on from', `${told}\n${told}${cursor}。\n他停了。`],
    [
      'the same in English',
      `He had gone out.\nShe ${'waited and '.repeat(8)}sat, saying:\n"I ${'never '.repeat(12)}`,
    ],
  ])('is not in front of %s while an earlier one is near', (_, text) => {
    const first = text.indexOf('\n') + 1
    const place = arrivalPlace(text, 0) ?? 0
    const rest = text.slice(place)
    expect({ place, isFirst: place === first, rest: rest.trim().length >= 60 }).toEqual({
      ...{ place: first, isFirst: true, rest: true },
    })
  })

  it('is the last where none is near that rests', () => {
    const text = `${told}\n${'雾'.repeat(700)}：\n“好。”\n他说`
    expect(arrivalPlace(text, 0)).toBe(text.lastIndexOf('\n') + 1)
  })

  it('stays where it is, and moves to the cursor when nothing visible follows it any more', () => {
    const text = '甲。\n乙。\n丙'
    const before = chunkOf({
      source: 'textBefore',
      path: 'manuscript/001.md',
      text,
      from: 0,
      to: text.length,
    })
    const [old, lost, fresh] = [1, 2, 3].map((n) => chunkOf(passage(n, '铜哨。', 0.5)))
    if (!old || !lost || !fresh) throw new Error('three were made')
    const stored = new Map([
      [old, 3],
      [lost, 5],
    ])
    const places = placesIn([include(before)], new Set([old, lost, fresh]), stored)
    expect([...places.values()]).toEqual([3, 6, 6])
    expect(placesIn([], new Set([old]), stored)).toEqual(new Map())
  })
})

describe('what arrives in the text', () => {
  const room = 10_000
  const reason = { code: 'active', params: { rank: 1, terms: ['铜哨'] } } as const
  const texts = (units: number) =>
    arrivals(
      [
        chunkOf(
          passage(1, `${'雾很大。'.repeat(60)}铜哨在抽屉里，没有人吹过它。${'灯灭了。'.repeat(60)}`, 0.9, {
            reason,
          }),
        ),
        chunkOf({
          source: 'codexEntries',
          path: '.creonow/characters/林远.md',
          text: '林远守灯。'.repeat(units),
          score: 0.9,
        }),
      ],
      room,
      counter,
    ).map(({ text, action, reason }) => ({ text, action, reason }))

  it('brings of a passage the sentences it was found for, and says that it leaves room', () => {
    const [entry, found] = texts(10)
    expect(found).toMatchObject({ action: 'trimmed', reason: 'reserve' })
    expect(found?.text).toContain('铜哨在抽屉里，没有人吹过它。')
    expect(countCodePoints(found?.text ?? '')).toBeLessThanOrEqual(120)
    expect(entry).toEqual({ text: '林远守灯。'.repeat(10), action: 'kept', reason: 'within_budget' })
  })

  it('brings clauses of a passage whose sentence is too long', () => {
    const long = `${'他沿着石阶往上走，数到第三十级停下，'.repeat(12)}摸到了铜哨，${'听见雾里有人咳嗽，'.repeat(12)}`
    const [part] = arrivals([chunkOf(passage(1, long, 0.9, { reason }))], room, counter)
    expect(part?.text).toContain('摸到了铜哨，')
    expect(countCodePoints(part?.text ?? '')).toBeLessThanOrEqual(120)
  })

  it('brings the beginning of an entry that is larger than its share of the budget', () => {
    const [entry] = texts(100)
    expect(entry).toMatchObject({ action: 'trimmed', reason: 'reserve' })
    expect(entry?.text.startsWith('林远守灯。')).toBe(true)
    expect(entry?.text.length).toBeLessThanOrEqual(0.03 * room)
  })
})
