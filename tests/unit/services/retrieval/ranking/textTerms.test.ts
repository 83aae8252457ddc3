import { expect, it } from 'vitest'
import { createBookTerms } from '../../../../../main/src/services/retrieval/ranking/bookTerms.ts'
import { eachTerm, termsOfLast } from '../../../../../main/src/services/retrieval/ranking/textTerms.ts'
import { fold, pairsOf, runsOf } from '../../../../../main/src/services/retrieval/terms.ts'

const texts = [
  '　　林遠的銅哨，\r\n𠮷田借走了。Ｌａｍｐ 7',
  'The lamp went out; 林远 did not see it.\n雾，灯。𠮷',
  `${'a'.repeat(70)} e\u0301 １２ ｶﾞ\u200b灯塔`,
  '',
]

it.each(texts)('the terms of a text are read from it as ranges as they are as strings (%#)', (text) => {
  const book = createBookTerms(() => 1)
  book.apply({ id: 1, text: texts.join('\n').replace('灯塔', '') })
  const folded = fold(text)
  const visited: [id: number, term: string][] = []
  eachTerm(book, folded, (id, from, to) => visited.push([id, folded.slice(from, to)]))
  const terms = runsOf(folded).flatMap(({ kind, text: run }) =>
    kind === 'word' ? [run] : [...run, ...pairsOf(run)],
  )
  expect(visited).toEqual(terms.map((term) => [book.idOf(term), term]))
  expect([...termsOfLast(book, text, [])(text.length)]).toEqual([
    ...new Set(terms.map((term) => book.idOf(term)).filter((id) => id >= 0)),
  ])
})

it('a line that was read before has the terms that the book has got since then', () => {
  const book = createBookTerms(() => 1)
  const termsNow = () => termsOfLast(book, '灯塔', [])(2).length
  expect(termsNow()).toBe(0)
  book.apply({ id: 1, text: '灯塔' })
  expect(termsNow()).toBe(3)
})
