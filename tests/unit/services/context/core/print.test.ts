import { expect, it } from 'vitest'
import { createBlockCounter } from '../../../../../main/src/services/context/core/blockCounter.ts'
import { toPart } from '../../../../../main/src/services/context/core/explain.ts'
import { printPrompt } from '../../../../../main/src/services/context/core/print.ts'
import { drop, include, type Placed, shorten } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf, countCodePoints, kept } from '../../../../support/chunks.ts'
import { passage } from '../../../../support/engine.ts'

it('three blocks of one source and path have three names', () => {
  const counter = createBlockCounter({ count: countCodePoints, language: 'zh', additive: true })
  const same = ['甲', '乙', '丙'].map((text) => chunkOf(passage(1, text, 0.5)))
  const layers = { rules: [], settings: [], retrieved: kept(same), immediate: [] }
  const ids = printPrompt(layers, 'zh', counter).blocks.map(({ blockId }) => blockId)
  const id = 'retrieved:passages:manuscript/001.md#0-1'
  expect(ids).toEqual(['template', 'rules', 'settings', 'retrieved', id, `${id}~2`, `${id}~3`])
})

it('a late piece is behind the text before the cursor, and without one in front of what follows', () => {
  const counter = createBlockCounter({ count: countCodePoints, language: 'zh', additive: true })
  const late = chunkOf(passage(2, '𠮷田听着。', 0.5))
  const of = (source: string) =>
    chunkOf({ source, path: 'manuscript/010.md', from: 0, to: 4, text: '雾散了。' })
  const idsOf = (immediate: readonly string[], come = [late]) => {
    const layers = { rules: [], settings: [], retrieved: kept([late]), immediate: kept(immediate.map(of)) }
    const { blocks } = printPrompt(layers, 'zh', counter, { chunks: new Set(come), rounds: new Map() })
    return blocks.map(({ blockId }) => blockId.replace(/^(\w+):(\w+):.*$/u, '$1:$2')).slice(3)
  }
  expect([idsOf(['textBefore', 'textAfter']), idsOf(['textAfter']), idsOf(['textAfter'], [])]).toEqual([
    ['immediate', 'immediate:textBefore', 'late', 'late:passages', 'immediate:textAfter'],
    ['immediate', 'late', 'late:passages', 'immediate:textAfter'],
    ['retrieved', 'retrieved:passages', 'immediate', 'immediate:textAfter'],
  ])
})

it('an ending is counted once', () => {
  let counted = 0
  const count = (text: string) => {
    counted += 1
    return text.length
  }
  const { tail } = createBlockCounter({ count, language: 'zh', additive: false })
  const of = tail(chunkOf({ source: 'textBefore', text: '雾来了。' }))
  expect([of(2), of(2), counted]).toEqual([of(2), of(2), 1])
})

it('a receipt says in which form a piece was shown, of what is not whole', () => {
  const chunk = chunkOf({ source: 'codexEntries', path: '.creonow/characters/林远.md', text: '林远守灯。' })
  const part = (placed: Placed) => {
    const { action, level, trimReason } = toPart(placed, (some) => some)
    return { action, level, trimReason }
  }
  expect([part(include(chunk)), part(shorten(chunk, 'line', '林远，守灯人')), part(drop(chunk))]).toEqual([
    { action: 'kept', trimReason: 'within_budget' },
    { action: 'trimmed', level: 'line', trimReason: 'over_budget' },
    { action: 'dropped', trimReason: 'over_budget' },
  ])
})

it('a receipt says how much was shown only of what was cut', () => {
  const units = (text: string, fetchedChars?: number) => {
    const chunk = chunkOf({ source: 'settingsFiles', text })
    const [placed] = kept([fetchedChars === undefined ? chunk : { ...chunk, fetchedChars }])
    return placed && toPart(placed, (some) => some).units
  }
  expect([units(''), units('雾来了。'), units('雾来了。', 4), units('雾来了。', 5)]).toEqual([
    undefined,
    undefined,
    undefined,
    4,
  ])
})
