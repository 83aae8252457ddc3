import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { familyOf, type WordShape } from '../../../../main/src/services/tokens/families.ts'
import { createPieceScanner } from '../../../../main/src/services/tokens/pieceFinder.ts'
import { loadRankSource } from '../../../../main/src/services/tokens/rankTable.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { preTokenizers } from './huggingFace/files.ts'
import { encodings, hostileText } from './reference.ts'

/** The regular expressions of a published pre-tokenizer, in their order. */
const patternsOf = (name: 'Llama 3' | 'Qwen 2' | 'Qwen 3.5' | 'gpt-oss' | 'Tekken' | 'DeepSeek V3') =>
  preTokenizers[name].pretokenizers.flatMap((part) =>
    'pattern' in part ? [(part as { pattern: { Regex: string } }).pattern.Regex] : [],
  )

const shaped = [
  ...(await Promise.all(
    encodings.map(async (name) => [name, (await loadRankSource(name)).pat_str] as const),
  )),
  ...(['Llama 3', 'Qwen 2', 'gpt-oss', 'Tekken'] as const).map(
    (name) => [name, patternsOf(name).join('\n')] as const,
  ),
]

const words = fc
  .array(
    fc.constantFrom(
      ...[
        'A',
        'B',
        'a',
        'ǅ',
        'ʰ',
        '林',
        '\u0301',
        "'s",
        "'LL",
        "'Re",
        "'",
        '!',
        '/',
        '\n',
        '\r',
        ' ',
        '12',
        '345',
      ],
    ),
    { maxLength: 16, size: 'max' },
  )
  .map((list) => list.join(''))

describe.each(shaped)('the shape of %s', (_, pattern) => {
  test('makes the scanner end every piece where the pattern ends it', () => {
    const shape = familyOf([pattern])?.shape as WordShape // a family without one fails the next line
    const scan = createPieceScanner(shape)
    const matcher = new RegExp(pattern, 'gu')
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.oneof(hostileText(16), words), (text) => {
        const ends = [...text.matchAll(matcher)].map((match) => match.index + match[0].length)
        const scanned: number[] = []
        for (let at = 0; at < text.length; at = scanned.at(-1) ?? text.length) scanned.push(scan(text, at))
        expect(scanned).toEqual(ends)
        checked.when(/\p{L}'\p{L}|\p{N}{2}|\p{Ll}\p{Lu}/u.test(text))
      }),
      { numRuns: 1000 },
    )
    checked.expectShare(0.3)
  })
})

test('families that no scanner follows have none, and an unknown pattern has no family', () => {
  expect([
    familyOf(patternsOf('Qwen 3.5')),
    Object.keys(familyOf(patternsOf('DeepSeek V3')) ?? {}),
    familyOf(['\\s+']),
    familyOf(patternsOf('DeepSeek V3').toReversed()),
  ]).toEqual([{}, ['veto'], undefined, undefined])
})
