import { describe, expect, it } from 'vitest'
import { trimLayers } from '../../../../../main/src/services/context/core/trim.ts'
import type { Chunk } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf, kept } from '../../../../support/chunks.ts'
import {
  input,
  instruction,
  passage,
  prose,
  small,
  textBefore,
  tokensIn,
  trimmed,
} from '../../../../support/trimming.ts'

describe('the planning of floors', () => {
  it('counts a pinned entry as its name in the floor of Retrieved, and others not at all', () => {
    const text = '林远，港务处的记录员，左手少一截小指。'.repeat(40)
    const entry = (pinned: boolean) => ({
      ...chunkOf({ source: 'codexEntries', path: '.creonow/characters/林远.md', label: '林远', text }),
      forms: { name: '林远' },
      ...(pinned && { pinned }),
    })
    const floorsOf = (retrieved: readonly Chunk[]) => {
      const result = trimLayers(input({ retrieved, total: 1 }))
      return result.ok ? 0 : result.floors.retrieved
    }
    const named = tokensIn('retrieved', {
      ...trimmed({ total: 100_000 }).placed,
      retrieved: kept([{ ...entry(true), text: '林远' }]),
    })
    expect([floorsOf([entry(false)]), floorsOf([entry(true), passage(1, 0.5)])]).toEqual([0, named])
  })

  it('has selection, instruction and the sentence at the cursor in the floor of Immediate, whatever the minimum', () => {
    const zero = {
      ...small,
      settings: { ratio: 0.1, minimumTokens: 0 },
      immediate: { ratio: 0.5, minimumTokens: 0 },
    }
    const selection = chunkOf({
      source: 'selection',
      path: 'manuscript/010.md',
      from: 0,
      to: 40,
      text: prose(5),
    })
    const sentence = '他没有回头。'
    const immediate = [textBefore(`${prose(40)}${sentence}`), selection, instruction]
    const given = (total: number) => input({ total, layers: zero, retrieved: [passage(1, 1)], immediate })
    const layers = { rules: given(0).rules, settings: [], retrieved: [], immediate: [] }
    const least = kept([{ ...textBefore(sentence), text: sentence }, selection, instruction])
    const floors = {
      ...{ rules: tokensIn('rules', layers), settings: 0, retrieved: 0 },
      immediate: tokensIn('immediate', { ...layers, immediate: least }),
    }
    const needed = floors.rules + floors.immediate
    expect(trimLayers(given(needed - 1))).toEqual({ ok: false, floors })
    expect(trimLayers(given(needed)).ok).toBe(true)
  })

  it('has the instruction alone in that floor where nothing stands before the cursor', () => {
    const zero = { ...small, immediate: { ratio: 0.5, minimumTokens: 0 } }
    const result = trimLayers(input({ total: 1, layers: zero, immediate: [instruction] }))
    const immediate = tokensIn('immediate', {
      rules: [],
      settings: [],
      retrieved: [],
      immediate: kept([instruction]),
    })
    expect(result).toMatchObject({ ok: false, floors: { immediate } })
  })

  it('refuses a pinned piece without a form as short as its name that needs the floor of another layer', () => {
    const pinned = { ...passage(1, 1), forms: { name: '第一章' }, pinned: true }
    const result = (total: number) => trimLayers(input({ retrieved: [pinned], total }))
    const fitting = Array.from({ length: 600 }, (_, total) => total).find((total) => result(total).ok) ?? 0
    const refused = result(fitting - 1)
    if (refused.ok) throw new Error('it fits')
    const { rules, settings, retrieved, immediate } = refused.floors
    expect(rules + settings + retrieved + immediate).toBe(fitting)
    expect({ immediate, isCut: retrieved > 200 }).toEqual({ immediate: 200, isCut: true })
  })

  it('reports which floors do not fit instead of cutting Rules', () => {
    const huge = kept([chunkOf({ source: 'styleSheet', path: '.creonow/rules/style.md', text: prose(200) })])
    expect(trimLayers(input({ rules: huge, total: 500 }))).toMatchObject({ ok: false })
  })
})
