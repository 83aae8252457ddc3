import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import english from 'an-array-of-english-words' with { type: 'json' }
import { expect, test } from 'vitest'
import { identifiersBelow, identifiersOf, wordsOf } from './identifiers.ts'
import { root } from './temporaryTree.ts'

/** Words of no field, that need a dictionary of their own: refused as any word of a name. */
const refused = new Set(
  (
    'kept keep keeps keeping held hold holds holding known found asked ask asks asking wanted said ' +
    'say says tell tells told telling spoken unsaid taken seen late look looks looked looking ' +
    'standing stood stand stands waiting waits past pasts alone doubtful doubts doubt gone lost ' +
    'leftover leftovers worth settled settle bare surroundings unread beside besides patience begin ' +
    'begun began talk talks learn learnt learns ladder climb climber law guess performing perform ' +
    'unready outworn wear handed mended mend healing likeness nearness sought twin yardstick shelf ' +
    'entrance door knock resting vouch vouches vouching orders passed swap echo loud loudest heard ' +
    'stage greatest fate heir follower followers outgrown overfull noted owed stranger unkept'
  ).split(' '),
)
/** Refused as a whole name only. */
const refusedAlone = new Set(
  'one some made here others there most least why places pieces words room chosen'.split(' '),
)

/** Names that others rely on. */
const exempt = new Set([
  // Codes of errors, warnings and reasons.
  ...'NOT_FOUND CONSTRAINT_NOT_FOUND AI_MODEL_NOT_FOUND CHAT_NOT_KEPT HISTORY_NOT_KEPT'.split(' '),
  ...'CODEX_KNOWN_BY_UNKNOWN past_talk idTaken leftover taken mended looksLikeOrders'.split(' '),
  // Fields of channels and of the details of errors.
  ...'why most least words places doubtful doubts unread known asked likeness chosen waiting said'.split(' '),
  ...'lostTokens lostPrice keptRounds kept ask asking gone'.split(' '),
  // Fields of files in the project and data folders.
  ...'knownBy lateAliases stood late handedOn past lost'.split(' '),
  // Fields of drafts and runs in the page's journal.
  ...'lateRelations asking notKept'.split(' '),
  // A field of the browser's LockManager, and one of a paragraph in the package docx.
  'held',
  'keepNext',
])

/** A key of the sentences is a code, and behind it why: the code is the file's, the reason is checked. */
const withoutCode = (name: string): string => name.replace(/^[A-Z]+(?:_[A-Z]+)*_(?=[a-z])/, '')
const isRefused = (name: string): boolean => {
  const checked = withoutCode(name)
  if (exempt.has(checked)) return false
  return wordsOf(checked).some((word) => refused.has(word)) || refusedAlone.has(checked)
}
const inMain = identifiersBelow(['main/src', 'preload/src'])
const inRenderer = identifiersBelow(['renderer/src'])

const dictionary: ReadonlySet<string> = new Set(english)
const programmingWords = readFileSync(join(root, 'tests/arch/programmingWords.txt'), 'utf8')
  .trim()
  .split('\n')
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
const terms = new Set(glossary.toLowerCase().match(/[a-z]+/g))
const isWord = (word: string): boolean =>
  word.length === 1 || dictionary.has(word) || terms.has(word) || programmingWords.includes(word)

test.each([
  ['main and preload', inMain],
  ['the page', inRenderer],
])('no name of %s has a refused word', (_, names) => {
  expect(names.flatMap(({ name, at }) => (isRefused(name) ? [`${name} ${at}`] : []))).toEqual([])
})

test('a refused word in a name is reported, a listed name and a longer word are not', () => {
  const text =
    'export const keptText = 1; interface A { readonly some: 1; readonly knownBy: 1; readonly keeper: 1 }'
  const names = identifiersOf('a.ts', text).filter(({ name }) => isRefused(name))
  expect(names).toEqual([
    { name: 'keptText', at: 'a.ts:1' },
    { name: 'some', at: 'a.ts:1' },
  ])
})

test('every word of a name is English, a programming word or a term of the glossary', () => {
  const identifiers = [...inMain, ...inRenderer]
  const unknown = identifiers.flatMap(({ name, at }) =>
    wordsOf(name).some((word) => !isWord(word)) ? [`${name} ${at}`] : [],
  )
  expect(unknown).toEqual([])
  expect(identifiers.length).toBeGreaterThan(10_000)
  expect(isWord('qwzx')).toBe(false)
})

test('the glossary has at most 40 entries, the list of programming words at most 3,000', () => {
  expect(glossary.match(/^- \*\*/gm)?.length).toBeLessThanOrEqual(40)
  expect(programmingWords.length).toBeLessThanOrEqual(3000)
  expect(programmingWords).toEqual([...new Set(programmingWords)].sort())
})
