import { expect, test } from 'vitest'
import { inChapters } from '../../../../renderer/src/features/bookSearch/listedChapters.ts'

test('places of listed words are told by chapter, each chapter once and in the order of the book', () => {
  const place = (documentId: string, from: number) => ({ documentId, title: `第${documentId}章`, from })
  const [a, b, c] = [place('一', 3), place('一', 9), place('二', 1)]
  expect(inChapters([a, b, c])).toEqual([
    { documentId: '一', title: '第一章', hits: [a, b] },
    { documentId: '二', title: '第二章', hits: [c] },
  ])
})
