import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeBatches, textOfPart } from '../../../../main/src/services/drafts/batches.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

test('short chapters share a request, a long one has several of its own, in the order of the book', () => {
  const sizes = [4000, 5000, 9500, 40_000, 100].map((units, index) => ({ documentId: `c_${index}`, units }))
  const part = (documentId: string, index: number, parts: number) => ({ documentId, part: index, parts })
  expect(makeBatches(sizes, 18_000)).toEqual([
    [part('c_0', 0, 1), part('c_1', 0, 1)],
    [part('c_2', 0, 1)],
    [part('c_3', 0, 3)],
    [part('c_3', 1, 3)],
    [part('c_3', 2, 3)],
    [part('c_4', 0, 1)],
  ])
  expect(makeBatches([], 18_000)).toEqual([])
})

test('the parts of a chapter joined are the chapter, each ends behind a line, and no character is cut in two', () => {
  const checked = countedChecks()
  const paragraph = fc.array(fc.constantFrom('林', '𠮷', 'a', '。'), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(
      fc.array(paragraph, { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      (paragraphs, parts) => {
        const text = paragraphs.map((characters) => characters.join('')).join('\n')
        const all = Array.from({ length: parts }, (_, part) => textOfPart(text, { part, parts }))
        expect(all.join('')).toBe(text)
        for (const each of all) expect(each.isWellFormed()).toBe(true)
        checked.when(parts > 1 && all.slice(0, -1).some((each) => each.endsWith('\n')))
      },
    ),
  )
  checked.expectShare(0.3)
  expect(textOfPart('一段很长没有换行的文字', { part: 0, parts: 2 })).toBe('一段很长没有')
})
