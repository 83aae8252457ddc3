import fc from 'fast-check'
import { Tiktoken } from 'js-tiktoken/lite'
import { createBytePairEncoder } from '../../../../main/src/services/tokens/bpe.ts'
import {
  buildRankTable,
  type EncodingName,
  loadRankSource,
  type RankTable,
} from '../../../../main/src/services/tokens/rankTable.ts'
import { nextSplit } from '../../../../main/src/services/tokens/split.ts'

export const encodings: readonly EncodingName[] = ['o200k_base', 'cl100k_base']

const references = new Map<EncodingName, Promise<(text: string) => number[]>>()

/**
 * js-tiktoken's ids, special tokens as ordinary text. Quadratic in a piece: keep texts short. Made once for the test
 * files of a process: reading its tables takes it more than a second.
 */
export function createReference(encoding: EncodingName): Promise<(text: string) => number[]> {
  const known = references.get(encoding) ?? makeReference(encoding)
  references.set(encoding, known)
  return known
}

async function makeReference(encoding: EncodingName) {
  const source =
    encoding === 'o200k_base'
      ? (await import('js-tiktoken/ranks/o200k_base')).default
      : (await import('js-tiktoken/ranks/cl100k_base')).default
  const reference = new Tiktoken(source)
  return (text: string): number[] => reference.encode(text, [], [])
}

const tables = new Map<EncodingName, Promise<RankTable>>()

/** The table that encoders are made of, which they only read; made once for the test files of a process too. */
export function tableOf(encoding: EncodingName): Promise<RankTable> {
  const known = tables.get(encoding) ?? makeTable(encoding)
  tables.set(encoding, known)
  return known
}

const makeTable = async (encoding: EncodingName) => buildRankTable(encoding, await loadRankSource(encoding))

export async function createEncoder(encoding: EncodingName) {
  const table = await tableOf(encoding)
  return createBytePairEncoder(table, table.pattern)
}

/** For properties with thousands of runs: vitest's own comparison takes longer than most of what is compared. */
export function checkIds(ids: readonly number[], expected: readonly number[], text: string): void {
  if (ids.join() !== expected.join()) throw new Error(`ids differ for ${JSON.stringify(text)}`)
}

const fragments = [
  ...[
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    ' ',
    '  ',
    '\t',
    '\u3000',
    '\u3000\u3000',
    '\u00A0',
    '\u2028',
    '\uFEFF',
    '\v',
  ],
  ...[
    '/',
    '//',
    '\n/',
    '。',
    '，',
    '！',
    '？',
    '；',
    '：',
    '”',
    '“',
    '……',
    '——',
    '.',
    '!',
    "'",
    '’',
    '"',
    '-',
    '<|',
  ],
  ...["'s", "'S", "'ll", "'RE", "'d", "don't", "林's", 'Hello', 'WORLD', 'iPhone', 'é', 'ß', 'ǅ', 'ʰ', 'ª'],
  ...['林', '远', '雾港', '的', '龘', '㐀', '々', '〇', 'の', 'カ', '한', 'ำ', 'ก', 'ش'],
  ...['1', '12', '2024', '１', '½', '٣', 'Ⅳ', '①', '㈠'],
  ...['\u0301', '\u20DD', '\uFE0F', '\u200D', '\u200B', 'ि'],
  ...['😀', '👨‍👩‍👧', '🇨🇳', '𠮷', '𝒳', '𝟙', '\uD83D', '\uDE00', '\uD800', '<|endoftext|>', '<|endofprompt|>'],
]

/** Strings of what sits at the seams of the patterns: white space, line breaks, slashes, marks, surrogates. */
export function hostileText(maxFragments: number): fc.Arbitrary<string> {
  const fragment = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...fragments) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) },
  )
  return fc.array(fragment, { maxLength: maxFragments, size: 'max' }).map((parts) => parts.join(''))
}

/** Chinese characters without anything between them. */
export function hanText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const common = fc.constantFrom(
    ...'的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过',
  )
  const any = fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCharCode(code))
  return fc.array(fc.oneof(common, any), { minLength, maxLength, size: 'max' }).map((parts) => parts.join(''))
}

/** Numbers in [0, 1) by a linear congruence: the same in every run, and faster than fast-check for many thousands. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The stuff of `hostileText`, without its shrinking. */
export function hostileSample(random: () => number, maxFragments: number): string {
  const parts = Array.from({ length: Math.floor(random() * (maxFragments + 1)) }, () => {
    const kind = random()
    if (kind < 0.85) return fragments[Math.floor(random() * fragments.length)] ?? ''
    return String.fromCharCode(Math.floor(random() * (kind < 0.95 ? 0x10000 : 0x180)))
  })
  return parts.join('')
}

/** The pieces that a text is counted by; joined they are the text again. */
export function splitForCounting(text: string, minPieceUtf16?: number): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const to = nextSplit(text, from, minPieceUtf16)
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}
