import { expect, it } from 'vitest'
import { createBookTerms } from '../../../../../main/src/services/retrieval/ranking/bookTerms.ts'
import { distinctiveTerms, readPassage } from '../../../../../main/src/services/retrieval/ranking/reasons.ts'

const passage = '　　林遠的銅哨，\r\n𠮷田借走了。Ｌａｍｐ 7'

it('a passage is read once, and again when the book has got terms since then that it did not have', () => {
  const book = createBookTerms(() => 1)
  book.apply({ id: 1, text: '林远守灯。' })
  const all = () => true
  const first = readPassage(book, passage)
  expect([...distinctiveTerms(first, all).values()]).toEqual(['林远'])
  expect(readPassage(book, passage)).toBe(first)
  book.apply({ id: 2, text: passage })
  const again = readPassage(book, passage)
  // No single characters, and nothing that begins or ends with grammar.
  expect([...distinctiveTerms(again, all).values()]).toEqual(['林远', '铜哨', '𠮷田', '田借', '借走', 'lamp'])
  for (const [id, term] of distinctiveTerms(again, all)) expect(book.idOf(term)).toBe(id)
  expect(again.folded).toBe('  林远的铜哨,\r\n𠮷田借走了。lamp 7')
  expect(readPassage(book, passage)).toBe(again)
})
