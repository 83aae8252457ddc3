import type { Mutant } from './mutant.ts'

/** A change that changes nothing anybody could see, found by hand, with the reason. */
export interface Equivalent {
  readonly path: string
  readonly code: string
  /** Only these changes of that line; all when absent. */
  readonly replacements?: readonly string[]
  readonly reason: string
}

export const equivalents: readonly Equivalent[] = [
  {
    path: 'main/src/services/redaction/apply.ts',
    code: 'while (start > 0 && tokenUnit.test(text.charAt(start - 1))) start--',
    replacements: ['1', '(-1)'],
    reason:
      'The 512 units of a name that are added in front reach the beginning from either; in front of it is no unit.',
  },
  {
    path: 'main/src/services/context/core/blockCounter.ts',
    code: 'count(chunkBlock(chunk, chunk.text.slice(start), 0, language))',
    replacements: ['1', '(-1)'],
    reason: 'What is cut from its start is not numbered, and only numbered chunks print their position.',
  },
  {
    path: 'main/src/services/context/core/blockCounter.ts',
    code: 'const whole = chunkBlock(chunk, text, 0, language)',
    replacements: ['1', '(-1)'],
    reason: 'What is cut from its start is not numbered, and only numbered chunks print their position.',
  },
  {
    path: 'main/src/services/context/core/allocate.ts',
    code: '{ hasRetrieval, rounds, profile, systemTokens = 0 }: AllocateFor,',
    replacements: ['1', '(-1)'],
    reason: 'Of a budget that is not empty the system has at least one token anyway.',
  },
  {
    path: 'main/src/services/context/core/rulesSelection.ts',
    code: 'const isNamed = ({ score = 0 }: Chunk) => score >= lowestNamed',
    replacements: ['(-1)'],
    reason: 'Neither reaches the lowest score of a name that was found.',
  },
  {
    path: 'main/src/services/codex/nameIndex.ts',
    code: 'let longest = 0',
    replacements: ['(-1)'],
    reason: 'Every name has a unit or more, and without names nothing asks for the longest.',
  },
  {
    path: 'main/src/services/context/core/explain.ts',
    code: 'const isBeginning = ({ text, fetchedChars = 0 }: Chunk, shown: string) =>',
    replacements: ['(-1)'],
    reason: 'It is compared with the length of a text, which is never less than 0.',
  },
  {
    path: 'main/src/services/context/core/layerFit.ts',
    code: 'const position = number === 0 ? 0 : number + 1',
    replacements: ['(-1)'],
    reason: 'What is not numbered does not print its position.',
  },
  {
    path: 'main/src/services/context/planMemory.ts',
    code: 'isSameTerms(cached.terms, terms) &&',
    replacements: ['terms, cached.terms'],
    reason: 'Being the same is symmetric.',
  },
  {
    path: 'main/src/services/context/planMemory.ts',
    code: 'layerOrder.every((layer) => isSameList(a[layer], b[layer]))',
    replacements: ['b[layer], a[layer]'],
    reason: 'Being the same is symmetric.',
  },
  {
    path: 'main/src/services/context/planMemory.ts',
    code: 'isSameList(a.frozen, b.frozen) &&',
    replacements: ['b.frozen, a.frozen'],
    reason: 'Being the same is symmetric.',
  },
  {
    path: 'main/src/services/context/planMemory.ts',
    code: 'isSameList(a.appended, b.appended) &&',
    replacements: ['b.appended, a.appended'],
    reason: 'Being the same is symmetric.',
  },
  {
    path: 'main/src/services/context/core/order.ts',
    code: '({ ref: { path, from = 0, to = 0 } }) =>',
    reason: 'Only what has a range is among them.',
  },
  {
    path: 'main/src/services/context/core/unwanted.ts',
    code: 'export function isUnwanted({ path, item, from = 0, to = from }: Ref, without: readonly string[]): boolean {',
    replacements: ['(-1)'],
    reason: 'What has no range ends before every range begins, with either.',
  },
  {
    path: 'main/src/services/context/scene.ts',
    code: 'const version = redactor.version?.() ?? 0',
    reason: 'Of a redactor without versions it is the same one each time.',
  },
  {
    path: 'main/src/services/context/service.ts',
    code: '{ forRun: false, ...(signal ? { signal } : {}), ...(budget ? { budget } : {}) },',
    replacements: ['true'],
    reason: 'A signal or a budget that is undefined is taken like one that is absent.',
  },
  {
    path: 'main/src/services/codex/nameIndex.ts',
    code: 'let slot = Math.imul(key, goldenRatio) >>> (32 - bits)',
    replacements: ['goldenRatio, key'],
    reason: 'Multiplying is symmetric.',
  },
  {
    path: 'main/src/services/tokens/bpe.ts',
    code: 'const unknown = -1',
    replacements: ['2'],
    reason: 'No rank is below 0.',
  },
  {
    path: 'main/src/services/tokens/rankQueue.ts',
    code: 'let used = 0',
    replacements: ['1'],
    reason: 'The entries lie one place further on; room is made before the last of them is reached.',
  },
  {
    path: 'main/src/services/tokens/tokenizer.ts',
    code: 'const isBlock = text.length >= minBlockUtf16 && text.length <= maxBlockUtf16',
    reason: 'It decides what is kept, never what is counted.',
  },
  {
    path: 'main/src/services/tokens/bpe.ts',
    code: 'const next = i + 1 < to ? text.charCodeAt(i + 1) : 0',
    replacements: ['1', '(-1)'],
    reason: 'None of them is half of a pair.',
  },
  {
    path: 'main/src/services/redaction/redactor.ts',
    code: '...(allowHere && { allow: allowHere }),',
    replacements: ['true'],
    reason: 'An allow-list that is undefined is read like one that is absent.',
  },
  {
    path: 'main/src/services/redaction/scan.ts',
    code: 'if (uncovered.length === 0) break',
    replacements: ['(-1)'],
    reason: 'A further round that lays nothing bare joins nothing.',
  },
  {
    path: 'main/src/services/sources/codexReading.ts',
    code: 'function reachOf({ text, before }: Scene, { limits, countRange, windowFrom = 0 }: SourceIo): number {',
    replacements: ['(-1)'],
    reason: 'Only the greater of it and an offset counts, and no offset is below 0.',
  },
]

export const equivalentOf = (mutant: Mutant): Equivalent | undefined =>
  equivalents.find(
    ({ path, code, replacements }) =>
      path === mutant.path &&
      code === mutant.code &&
      (replacements === undefined || replacements.includes(mutant.replacement)),
  )
