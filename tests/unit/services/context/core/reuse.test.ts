import { describe, expect, it } from 'vitest'
import { createBlockCounter } from '../../../../../main/src/services/context/core/blockCounter.ts'
import {
  coversRange,
  divide,
  formOf,
  inForm,
  type RebuildReason,
} from '../../../../../main/src/services/context/core/reuse.ts'
import { type Chunk, drop, include, shorten } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf, countCodePoints } from '../../../../support/chunks.ts'
import { passage } from '../../../../support/engine.ts'

const counter = createBlockCounter({ count: countCodePoints, language: 'zh', additive: true })
const found = (n: number, score: number, units = 100) => chunkOf(passage(n, '雾'.repeat(units), score))
const entry = (name: string, units: number) =>
  chunkOf({
    source: 'codexEntries',
    path: `.creonow/characters/${name}.md`,
    text: `${name}${'岛'.repeat(units)}`,
    score: 0.9,
  })

/** Passages 1 to 3 stand, beside a room that is short of the new ones. */
const stood = [found(1, 0.5), found(2, 0.45), found(3, 0.4)]
const news = [found(11, 0.9), found(12, 0.85), found(13, 0.8), found(14, 0.75), found(15, 0.7)]

const options = { placement: 'behind', totalTokens: 10_000 } as const

const wearOf = (
  frozen: Parameters<typeof divide>[0]['frozen'],
  chosen: readonly Chunk[],
): RebuildReason | undefined => divide({ frozen, appended: [] }, chosen, counter, options).rebuildReason

it('a piece is printed in the very form of last time, whole where it has that form no more', () => {
  const whole = { ...entry('林远', 40), forms: { short: '林远，守灯人。', name: '林远（亡）' } }
  const cut = {
    ...include(whole),
    text: '岛岛岛',
    start: 2,
    action: 'trimmed',
    reason: 'over_budget',
  } as const
  for (const placed of [include(whole), drop(whole), shorten(whole, 'name', '林远（亡）'), cut]) {
    const again = inForm(whole, formOf(placed))
    expect(again).toEqual(placed)
    expect(inForm(whole, formOf(placed))).toBe(again)
  }
  expect(inForm(whole, { level: 'line' })).toEqual(include(whole))
})

it('a passage that is part of a printed one is that one, and a longer one around it comes late', () => {
  const part = (from: number, to: number) => chunkOf(passage(1, '雾'.repeat(to - from), 0.5, { from, to }))
  const lateOf = (standing: Chunk, today: Chunk) =>
    divide(
      { frozen: [include(entry('许三娘', 4000)), include(standing)], appended: [] },
      [entry('许三娘', 4000), today],
      counter,
      options,
    ).appended.map(({ chunk }) => chunk)
  const [short, long] = [part(100, 200), part(0, 400)]
  expect([lateOf(long, short), lateOf(short, long)]).toEqual([[], [long]])
})

it('a source that does not state how many may come late has none that do', () => {
  const { maxAppended, ...quiet } = found(1, 0.5).source
  const [standing, today] = [found(1, 0.5), found(2, 0.9)].map((chunk) => ({ ...chunk, source: quiet }))
  if (!standing || !today) throw new Error('two were made')
  const frozen = [include(entry('许三娘', 4000)), include(standing)]
  const { appended, deferred } = divide(
    { frozen, appended: [] },
    [entry('许三娘', 4000), standing, today],
    counter,
    options,
  )
  expect({ late: appended, waiting: deferred }).toEqual({ late: [], waiting: [today] })
})

describe('a late piece for Retrieved', () => {
  it('makes it anew where everything had room last time', () => {
    const frozen = [include(entry('林远', 500)), ...stood.map(include)]
    expect(wearOf(frozen, [entry('林远', 500), ...stood, ...news])).toBe('deferred')
  })

  it('makes a full one anew only when more than two would take the place of what is not among the best', () => {
    const full = (...standing: Chunk[]) => [
      include(entry('林远', 500)),
      ...standing.map(include),
      drop(found(9, 0.1)),
    ]
    const today = [entry('林远', 500), ...stood, ...news]
    // Three of the new ones have no room late; of what stands none is among the five best.
    expect(wearOf(full(...stood), today)).toBe('deferred')
    // Two places are too few to read everything again.
    expect(wearOf(full(...stood.slice(1), entry('许三娘', 80)), [...today, entry('许三娘', 80)])).toBe(
      undefined,
    )
  })

  it('does not wait when it must be there: an entry that finds no room', () => {
    const frozen = [include(entry('林远', 100))]
    const chosen = [entry('林远', 100), ...Array.from({ length: 40 }, (_, at) => entry(`许三娘${at}`, 300))]
    expect(wearOf(frozen, chosen)).toBe('required')
  })

  it('leads to a new layer when a quarter of it would not be chosen today', () => {
    expect(wearOf(stood.map(include), stood.slice(1))).toBe('unselected')
    expect(wearOf(stood.map(include), stood)).toBe(undefined)
  })
})

it.each([
  [{ from: 0, to: 100 }, { from: 0, to: 100 }, true],
  [{ from: 0, to: 100 }, { from: 40, to: 120 }, true],
  [{ from: 0, to: 100 }, { from: 60, to: 160 }, false],
  [{ from: 0, to: 100 }, { from: 50, to: 150 }, false],
  [{ from: 0, to: 0 }, { from: 0, to: 0 }, true],
  [{ from: 0, to: 0 }, { from: 0, to: 10 }, false],
  [{ from: 5, to: 5 }, { from: 6, to: 6 }, false],
  [{}, { from: 0, to: 10 }, true],
  [{ from: 0, to: 10 }, {}, true],
  [{ from: 7 }, { from: 7 }, true],
  [{ from: 7 }, { from: 7, to: 9 }, false],
])('a printed range %j shows %j mostly: %s', (previous, today, covers) => {
  const path = 'manuscript/001.md'
  expect(coversRange({ path, ...previous }, { path, ...today })).toBe(covers)
})
