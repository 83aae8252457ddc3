import { expect, test } from 'vitest'
import { declaredIdentifiers, sourcesBelow, wordsOf } from './identifiers.ts'
import { root, temporaryTree } from './temporaryTree.ts'

/** Refused as any camelCase part of a name that we declare: the code uses the field's words instead. */
const refusedParts = new Set(
  `alone ask asked asking asks bare began begin begun beside besides climb climber door doubt doubtful
    doubts echo entrance fate follower followers found gone greatest guess handed healing heard heir
    held hold holding holds keep keeping keeps kept knock known ladder late law learn learns learnt
    leftover leftovers likeness look looked looking looks lost loud loudest mend mended nearness noted
    orders outgrown outworn overfull owed passed past pasts patience perform performing resting said say
    says seen settle settled shelf sought spoken stage stand standing stands stood stranger surroundings
    swap taken talk talks tell telling tells told twin unkept unread unready unsaid vouch vouches
    vouching waiting waits wanted wear worth yardstick`.split(/\s+/),
)

/** Refused as a whole name only: it does not say what it names. */
const refusedNames = new Set(
  'chosen here least made most one others pieces places room some there why words'.split(' '),
)

/** Names that files of authors, clients of the channels or translations depend on. */
const exemptions: Readonly<Record<string, readonly string[]>> = {
  'fields and values of channels': [
    ...['words', 'why', 'places', 'doubtful', 'unread', 'known', 'chosen', 'doubts', 'taken', 'asked'],
    ...['lostTokens', 'lostPrice', 'mended', 'looksLikeOrders', 'keptRounds', 'leftover', 'idTaken', 'kept'],
    ...['past_talk', 'likeness'],
  ],
  'details of errors, read by their sentences': ['least', 'most', 'said', 'waiting'],
  'fields of stored files': ['knownBy', 'lateAliases', 'stood', 'late', 'handedOn'],
  'option of the command line': ['ask'],
  'grammatical tense of a book': ['past'],
}
/** Error and warning codes are stored and sent; their sentences are keyed by code and detail. */
const isCode = (name: string) => /^[A-Z]+(_[A-Z]+)+(_[a-zA-Z]+)?$/.test(name)
const exempt = new Set(Object.values(exemptions).flat())

/** The page's names that are still to be renamed; the number only goes down. */
const maxRefusedNamesOfPage = 146

function refused(folder: string, folders: readonly string[]): string[] {
  const files = folders.flatMap((name) => sourcesBelow(folder, name))
  const names = declaredIdentifiers(folder, files)
    .map((identifier) => identifier.name)
    .filter((name) => !exempt.has(name) && !isCode(name) && isRefused(name))
  return [...new Set(names)].sort()
}

function isRefused(name: string): boolean {
  const words = wordsOf(name)
  return (
    words.some((word) => refusedParts.has(word)) || (words.length === 1 && refusedNames.has(words.join()))
  )
}

test('main and preload declare no name with a refused word', () => {
  expect(refused(root, ['main/src', 'preload/src'])).toEqual([])
})

test('the page declares no more names with a refused word than before', () => {
  expect(refused(root, ['renderer/src']).length).toBeLessThanOrEqual(maxRefusedNamesOfPage)
})

test('every exemption is the name of something', () => {
  const names = declaredIdentifiers(root, sourcesBelow(root, 'main/src')).map(({ name }) => name)
  expect([...exempt].filter((name) => !names.includes(name))).toEqual([])
})

test('a refused word is found in variables, parameters, properties, types and import aliases', async () => {
  const tree = await temporaryTree({
    'main/src/a.ts': [
      "import { value as toldValue } from './b.ts'",
      'export interface Standing { readonly isHeld: boolean; readonly NOT_FOUND: 1 }',
      'export const keptRows = ({ rows: askedRows }: { rows: string }, some = toldValue) => askedRows + some',
      'const someRows = Promise.allSettled([])',
    ].join('\n'),
  })
  const names = refused(tree.path, ['main/src'])
  await tree.remove()
  expect(names).toEqual(['Standing', 'askedRows', 'isHeld', 'keptRows', 'some', 'toldValue'])
})
