import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  createTextCounter,
  createTokenizer,
  type SplittingTokenizer,
} from '../../../../main/src/services/tokens/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { tableStore } from '../../../support/tokenTables.ts'
import { hostileText } from './reference.ts'

let tokenizer: SplittingTokenizer

beforeAll(async () => {
  tokenizer = await createTokenizer('o200k_base', { store: tableStore })
})

test('an edit at a seam leaves no stale count behind', () => {
  const edit = fc.record({ from: fc.nat(120), removed: fc.nat(12), insert: hostileText(4) })
  const checked = countedChecks()
  fc.assert(
    fc.property(hostileText(60), fc.array(edit, { maxLength: 8 }), (start, edits) => {
      let text = start
      const counter = createTextCounter(tokenizer, start)
      checked.when(edits.some(({ from, insert }) => from < start.length && insert !== ''))
      for (const { from, removed, insert } of edits) {
        const to = from + removed
        text = text.slice(0, from) + insert + text.slice(to)
        expect(counter.replace(from, to, insert)).toBe(tokenizer.count(text))
      }
      expect({ tokens: counter.tokens, length: counter.length }).toEqual({
        tokens: tokenizer.count(text),
        length: text.length,
      })
    }),
    { numRuns: 4000 },
  )
  checked.expectShare(0.4)
})

test('an edit inside a long paragraph leaves no stale count behind', () => {
  const clause = "雾从港口漫上来，林远把信折好；“don't look 2024 back”。"
  const edit = fc.record({ from: fc.nat(1500), removed: fc.nat(300), insert: hostileText(3) })
  const checked = countedChecks()
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      checked.when(edits.some(({ from, insert }) => from < clause.length * 40 && insert !== ''))
      let text = clause.repeat(40)
      const counter = createTextCounter(tokenizer, text)
      for (const { from, removed, insert } of edits) {
        text = text.slice(0, from) + insert + text.slice(from + removed)
        expect(counter.replace(from, from + removed, insert)).toBe(tokenizer.count(text))
      }
    }),
    { numRuns: 300 },
  )
  checked.expectShare(0.8)
})

test('a keystroke costs the pieces around it alone', () => {
  const text = '\u3000\u3000雾从港口漫上来，林远把信折好。\n'.repeat(10_000)
  let counted = 0
  const spy: SplittingTokenizer = {
    ...tokenizer,
    count(part) {
      counted += part.length
      return tokenizer.count(part)
    },
  }
  const counter = createTextCounter(spy, text)
  counted = 0
  for (const at of [0, 9, 100_000, text.length]) counter.replace(at, at, '远')
  expect(counted).toBeLessThan(4 * 4 * 200)
})

test('a novel can be pasted', () => {
  const novel = '林远来了。\n'.repeat(200_000)
  const counter = createTextCounter(tokenizer, '甲\n乙')
  expect(counter.replace(1, 1, novel)).toBe(tokenizer.count(`甲${novel}\n乙`))
})
