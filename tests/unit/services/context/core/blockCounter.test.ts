import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createBlockCounter,
  createCachedCounts,
} from '../../../../../main/src/services/context/core/blockCounter.ts'
import { chunkBlock } from '../../../../../main/src/services/context/core/template.ts'
import { chunkOf } from '../../../../support/chunks.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { tokenizer } from '../../../../support/engine.ts'
import { hostileText } from '../../../../support/hostile.ts'

const counterOf = (count: (text: string) => number) =>
  createBlockCounter({ count, language: 'zh', additive: true })
const textBefore = (text: string) => chunkOf({ source: 'textBefore', label: '光标之前', text })

describe('the counter of an ending', () => {
  it('counts an ending by pieces as it counts it whole', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(
        hostileText(60),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        (text, at) => {
          checked.when(text !== '' && at.length > 0)
          const chunk = textBefore(text)
          const tail = counterOf(tokenizer.count).tail(chunk)
          for (const start of [0, text.length, ...at.map((share) => Math.floor(share * text.length))])
            expect([start, tail(start)]).toEqual([
              start,
              tokenizer.count(chunkBlock(chunk, text.slice(start), 0, 'zh')),
            ])
        },
      ),
      { numRuns: 300 },
    )
    checked.expectShare(0.5)
  })

  it('does not count the whole chapter for every probe', () => {
    let units = 0
    const chunk = textBefore('雾从海面上爬过来，灯一盏接一盏暗下去。\n'.repeat(3000))
    const tail = counterOf((text) => {
      units += text.length
      return text.length
    }).tail(chunk)
    for (let start = 0; start < 50_000; start += 500) tail(start)
    expect(units).toBeLessThan(2 * chunk.text.length)
  })

  it('counts nothing again that another counter of the tokenizer has counted, or the same one for another caller', () => {
    const known = createCachedCounts()
    const chunk = textBefore('雾从海面上爬过来，灯一盏接一盏暗下去。\n'.repeat(50))
    let calls = 0
    const counter = () =>
      createBlockCounter({
        count: (text) => {
          calls += 1
          return text.length
        },
        language: 'zh',
        additive: true,
        cached: known,
      })
    const first = counter()
    const tokens = first.tail(chunk)(40)
    expect(first.tail(chunk)).toBe(first.tail(chunk))
    calls = 0
    expect([first.tail(chunk)(40), counter().tail(chunk)(40), calls]).toEqual([tokens, tokens, 0])
  })
})

describe('the counter of a piece', () => {
  it('counts each of its forms once, beside its position in a list', () => {
    const asked: string[] = []
    const { block } = counterOf((text) => {
      asked.push(text)
      return text.length
    })
    const rule = chunkOf({ source: 'constraints', path: 'c.json', text: '不写梦。' })
    const sizes = [block(rule, '不写梦。', 1), block(rule, '不写梦。', 2), block(rule, '不写', 1)]
    expect([block(rule, '不写梦。', 1), block(rule, '不写梦。', 2), block(rule, '不写', 1)]).toEqual(sizes)
    expect([asked.length, new Set(sizes).size]).toEqual([3, 3])
  })
})
