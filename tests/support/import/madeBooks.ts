import { crossed } from './crossedBooks.ts'
import { families, special, units } from './headingFamilies.ts'
import { traps } from './importTraps.ts'
import type { MadeBook } from './making.ts'
import { nested } from './nestedBooks.ts'

/** The heads of a printed page stand in the middle of sentences. */
function withPageHeads(book: MadeBook): MadeBook {
  let heading = ''
  const lines = book.text.split('\n').flatMap((line, index) => {
    if (/^第.+章/.test(line)) heading = line
    const middle = Math.floor(line.length / 2)
    return line.startsWith('　　') && index % 3 === 0
      ? [line.slice(0, middle), heading, line.slice(middle)]
      : [line]
  })
  return { ...book, text: lines.join('\n') }
}

const plain = [...units, ...families, ...special, ...nested, ...traps]

export const madeBooks: readonly MadeBook[] = [...plain, ...crossed].map((book) =>
  book.name.startsWith('page heads') ? withPageHeads(book) : book,
)
