import { expect, test } from 'vitest'
import { readTitles, type TestTitle, titlesOf } from '../../scripts/conformance/testTitles.ts'
import { root } from './temporaryTree.ts'

/** A predicate in front of which a reader misses the subject. */
const verbs = new Set(
  'are can come comes does do find finds get gets give gives go goes has have is keep keeps leave leaves let lets make makes may must put puts refuse refuses say says send sends show shows stay stays take takes tell tells'.split(
    ' ',
  ),
)
/** Papers that are not in the repository, and words that only its authors use. */
const refused =
  /\b(?:(?:issue|ruling|spec) #?\d|D\d{1,2}\b|\d{3} [A-Z]\d|(?:talks?|ladders?|fates?|heirs?|strangers?|leftovers?|echo(?:es)?|twins?|vouch(?:es|ed)?|doubt\w*|yardsticks?|shel(?:f|ves))\b)/i

/** Why a title is no sentence; '' when nothing speaks against it. A word is one in any script, not a placeholder. */
function faultOf({ parts }: TestTitle): string {
  const joined = parts.join(' ').replace(/%[.\d]*[a-z#]|\$\{[^}]*\}|\$\w+/g, ' ')
  const words = joined.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  if (words.length < 3 && !/\p{Script=Han}/u.test(joined)) return 'fewer than three words'
  if (verbs.has(joined.split(' ')[0] ?? '')) return 'no subject'
  return refused.test(joined) ? 'a refused word' : ''
}

test('every test has a title that reads as a sentence with a subject, together with its suites', () => {
  const titles = readTitles(root)
  const faults = titles.flatMap((title) => {
    const fault = faultOf(title)
    return fault === '' ? [] : [`${title.file}: ${title.line} ${fault}: ${title.parts.join(' ')}`]
  })
  expect(faults).toEqual([])
  expect(titles.length).toBeGreaterThan(2000)
})

test('a title without subject, of two words, or with a word of its authors alone is reported', () => {
  const text = `it('keeps the last choice', run)
describe('the last choice', () => it.each(rows)('%s is kept', run))
test.describe('a talk', () => test('is stored after a reload', run))
it('%s passes', () => app.invoke('documents:list', {}))`
  expect(titlesOf('a.test.ts', text).map((title) => [title.line, faultOf(title)])).toEqual([
    [1, 'no subject'],
    [2, ''],
    [3, 'a refused word'],
    [4, 'fewer than three words'],
  ])
})
