import fc from 'fast-check'
import { passage, rule, setting } from './engine.ts'
import type { Planted } from './planted.ts'

/** Text made of what breaks cutters, counters and markers. */
export const hostileText = (maxLength = 40) =>
  fc
    .array(
      fc.constantFrom(
        '林远把信折好。',
        '“走！”',
        '雾港的潮水涨了又落，',
        '\n',
        '\r\n',
        '\r',
        '\n\n',
        '\u3000\u3000',
        ' ',
        '\t',
        '/',
        '12',
        'Ann said. ',
        '𠮷',
        '👨‍👩‍👧‍👦',
        '\uD83D',
        '<<<规则>>>',
        '[创作约束 - 不可违反]',
        '<|endoftext|>',
        '…………',
        'a'.repeat(60),
      ),
      { maxLength },
    )
    .map((parts) => parts.join(''))

/** Prose long enough that budgets bite, with hostile pieces in it. */
export const longText = fc.tuple(fc.integer({ min: 0, max: 160 }), hostileText()).map(([lines, odd]) =>
  Array.from(
    { length: lines },
    (_, i) => `第${i}夜，雾从东礁爬上来，灯一盏接一盏暗下去。${i % 3 === 0 ? '\n' : ''}`,
  )
    .join('')
    .concat(odd),
)

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const named = (text: string, i: number) => (text === '' ? `空${i}` : text)

export interface Material {
  readonly planted: readonly Planted[]
  readonly text: string
  readonly cursor: number
  readonly window: number
}

/** Four layers of any size, a chapter, a cursor in it and a window of the model. */
export const material: fc.Arbitrary<Material> = fc
  .record({
    own: fc.array(hostileText(6), { maxLength: 5 }),
    derived: fc.array(fc.tuple(hostileText(20), unit), { maxLength: 6 }),
    settings: fc.array(fc.tuple(longText, unit), { maxLength: 4 }),
    passages: fc.array(fc.tuple(longText, unit), { maxLength: 8 }),
    text: fc.oneof(
      longText,
      fc.tuple(longText, fc.integer({ min: 2, max: 5 })).map(([part, times]) => part.repeat(times)),
    ),
    // Doubles crowd near 0: nearly every cursor would be at the start.
    at: fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
    window: fc.integer({ min: 1200, max: 12_000 }),
  })
  .map(({ own, derived, settings, passages, text, at, window }) => ({
    planted: [
      ...own.map((one, i) => rule(named(one, i), { item: `own${i}`, position: i })),
      ...derived.map(([one, score], i) =>
        rule(`${one}${'旧事重提。'.repeat(40)}`, {
          source: 'codexAlways',
          path: `.creonow/codex/${i}.md`,
          label: `角色${i}`,
          score,
          forms: { short: `${one}短`, name: `角色${i}` },
        }),
      ),
      ...settings.map(([one, confidence], i) => setting(`${i}.md`, one, { confidence })),
      ...passages.map(([one, score], i) =>
        passage(i, one, score, { from: i * 10_000, to: i * 10_000 + one.length }),
      ),
    ],
    text,
    cursor: Math.floor(at * text.length),
    window,
  }))
