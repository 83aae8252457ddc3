import { Tokenizer as ReferenceTokenizer } from '@huggingface/tokenizers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { safeSplits } from '../../../../../main/src/services/tokens/huggingFace/safeSplits.ts'
import { preTokenizerSteps } from '../../../../../main/src/services/tokens/huggingFace/steps.ts'
import { parseTokenizerFile } from '../../../../../main/src/services/tokens/huggingFace/tokenizerFile.ts'
import {
  createHuggingFaceTokenizer,
  type Tokenizer,
  TokenizerFileError,
} from '../../../../../main/src/services/tokens/index.ts'
import { loadRankSource } from '../../../../../main/src/services/tokens/rankTable.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'
import { strangeTexts } from '../../../../support/strangeText.ts'
import { tagWholeBut } from '../../../../support/whole.ts'
import { createReference, encodings, hanText, hostileText } from '../reference.ts'
import {
  byteLevel,
  fileOf,
  type ModelFields,
  modelOf,
  preTokenizers,
  split,
  trainCharacters,
} from './files.ts'

let some: ModelFields
beforeAll(async () => {
  some = await modelOf('o200k_base', 12_000)
})

const counterOf = (file: object): Promise<Tokenizer> =>
  createHuggingFaceTokenizer(JSON.stringify(file), { id: 'tokenizer.json' })

/** The library on the whole text, its pre-tokenizers as they stand in the file. */
function referenceOf(file: object): (text: string) => number {
  const reference = new ReferenceTokenizer(file, {})
  return (text) => reference.encode(text.toWellFormed(), { add_special_tokens: false }).ids.length
}

/** Pieces that a text is counted by. */
function piecesOf(file: object, text: string): string[] {
  const { model, preTokenizer } = parseTokenizerFile(JSON.stringify(file))
  const next = safeSplits(model, preTokenizerSteps(preTokenizer))
  const found: string[] = []
  for (let from = 0; from < text.length; from += found.at(-1)?.length ?? 1)
    found.push(text.slice(from, next(text, from)))
  return found
}

/** U+0085 and U+FEFF are spaces in only one of Unicode and JavaScript; tiktoken's and the library's GPT-2 differ. */
const withoutDisputed = (text: string) => text.replace(/[\u0085\uFEFF]/g, '')

for (const encoding of encodings)
  describe(`${encoding} written as a tokenizer.json`, tagWholeBut(encoding === 'o200k_base'), () => {
    test('counts as js-tiktoken does', async () => {
      const model = await modelOf(encoding)
      const { pat_str: pattern } = await loadRankSource(encoding)
      const tokenizer = await counterOf(
        fileOf({ model, pre_tokenizer: { type: 'Sequence', pretokenizers: [split(pattern), byteLevel] } }),
      )
      const reference = await createReference(encoding)
      const checked = countedChecks()
      fc.assert(
        fc.property(fc.oneof(hostileText(24), hanText(1, 40)), (raw) => {
          const text = withoutDisputed(raw)
          const tokens = reference(text).length
          expect(tokenizer.count(text)).toBe(tokens)
          checked.when(tokens > 1)
        }),
        { numRuns: 200 },
      )
      checked.expectShare(0.8)
      for (const { text } of strangeTexts.filter(({ text }) => text.length < 400))
        expect(tokenizer.count(withoutDisputed(text))).toBe(reference(withoutDisputed(text)).length)
    })
  })

describe.each(Object.entries(preTokenizers))(
  'a file with the pre-tokenizer of %s',
  (_name, pre_tokenizer) => {
    test.each([
      ['plain', null, false],
      ['NFC, ignore_merges', { type: 'NFC' }, true],
    ])(
      'counts by pieces what the library counts in the whole text (%s)',
      async (_variant, normalizer, ignore_merges) => {
        const file = fileOf({ model: { ...some, ignore_merges }, pre_tokenizer, normalizer })
        const tokenizer = await counterOf(file)
        const reference = referenceOf(file)
        const checked = countedChecks()
        fc.assert(
          fc.property(hostileText(60), (raw) => {
            const text = withoutDisputed(raw)
            const tokens = reference(text)
            expect(tokenizer.count(text)).toBe(tokens)
            checked.when(tokens > 1)
          }),
          { numRuns: 200 },
        )
        checked.expectShare(0.8)
      },
    )

    test('counts a chapter by many pieces, so that an edit recounts one', () => {
      const chapter = '　　雾从港口漫上来，林远把信折好。\r\n“走吧。”她说 then left. 1998年\n\n'.repeat(40)
      const pieces = piecesOf(fileOf({ model: some, pre_tokenizer }), chapter)
      expect(pieces.join('')).toBe(chapter)
      expect(pieces.length).toBeGreaterThan(20)
    })
  },
)

describe('with a file of SentencePiece characters,', () => {
  const prose =
    '雾从港口漫上来，林远把信折好。 the fog came in and the letter was folded\nthe end of it。 '.repeat(8)
  const model = { ...trainCharacters(prose, 60, '龘港x'), fuse_unk: true, byte_fallback: true }
  const toBar = { type: 'Replace', pattern: { String: ' ' }, content: '▁' }
  const files = {
    'Llama 2': fileOf({
      model,
      normalizer: { type: 'Sequence', normalizers: [{ type: 'Prepend', prepend: '▁' }, toBar] },
    }),
    Gemma: fileOf({
      model,
      normalizer: toBar,
      pre_tokenizer: {
        type: 'Split',
        pattern: { String: ' ' },
        behavior: 'MergedWithPrevious',
        invert: false,
      },
    }),
    Metaspace: fileOf({
      model,
      pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: false },
    }),
  }
  const text = fc.oneof(
    hostileText(20),
    fc
      .array(fc.constantFrom(...prose.slice(0, 80), '龘', 'x', '▁'), { maxLength: 120 })
      .map((parts) => parts.join('')),
  )

  test.each(Object.entries(files))(
    '%s is counted by pieces as the library counts it whole',
    async (_id, file) => {
      const tokenizer = await counterOf(file)
      const reference = referenceOf(file)
      const checked = countedChecks()
      fc.assert(
        fc.property(text, (raw) => {
          const sample = raw.toWellFormed()
          const tokens = reference(sample)
          expect(tokenizer.count(sample)).toBe(tokens)
          checked.when(tokens > 1)
        }),
        { numRuns: 600 },
      )
      checked.expectShare(0.7)
    },
  )

  test.each(Object.entries(files))('%s adds up wherever a text is cut', async (_id, file) => {
    const tokenizer = await counterOf(file)
    const reference = referenceOf(file)
    // `e▁` is a token: no split may part the two, in any of the places where a piece is long enough for one.
    for (let start = 0; start < 12; start++) {
      const part = `${'雾'.repeat(start)}${'the fog came '.repeat(30)}`
      expect(tokenizer.count(part)).toBe(reference(part))
    }
  })

  test('a text of unknown characters is cut at its lines where each byte is a token, else nowhere', () => {
    const unknown = '龜龍\n\u3000\u3000鬱\n'
    const { '<0x0A>': _newline, ...vocab } = model.vocab
    expect(piecesOf(files.Gemma, unknown)).toEqual(['龜龍\n', '\u3000\u3000鬱\n'])
    expect(piecesOf({ ...files.Gemma, model: { ...model, vocab } }, unknown)).toEqual([unknown])
  })

  test('a run of unknown characters is one token with fuse_unk, and one each without', async () => {
    const counts = [true, false].map(async (fuse_unk) =>
      (await counterOf(fileOf({ model: { ...model, fuse_unk, byte_fallback: false } }))).count('龘龘龘雾龘'),
    )
    expect(await Promise.all(counts)).toEqual([3, 5])
  })

  const ofBytes = {
    model: {
      ...model,
      vocab: { ...model.vocab, '<0xE9><0x9B>': 9999 },
      merges: [...model.merges, ['<0xE9>', '<0x9B>']],
    },
  }
  test.each([
    ['a step that looks at more than one character', { model, pre_tokenizer: split('\\p{L}+') }],
    ['whole words taken before merges', { model: { ...model, ignore_merges: true } }],
    ['a merge of bytes', ofBytes],
  ])('a long text is not cut with %s', (_what, parts) => {
    const long = '雾来了。\n林远折好信。\n'.repeat(50)
    expect(piecesOf(fileOf(parts), long)).toEqual([long])
  })

  test('a long text is cut where no merge reaches across', () => {
    const long = '雾来了。\n林远折好信。\n'.repeat(50)
    const pieces = piecesOf(fileOf({ model }), long)
    expect(pieces.join('')).toBe(long)
    expect(pieces.length).toBeGreaterThan(50)
  })
})

describe('a step that the library carries out differently', () => {
  const letters = [...'abc▁ 1', 'ab', 'a ', ' b', '▁a', '▁b', 'b▁', '11', '▁▁']
  const merges = letters.filter((token) => token.length === 2).map((token) => [token[0], token[1]])
  const model = { type: 'BPE', vocab: Object.fromEntries(letters.map((token, id) => [token, id])), merges }
  const char = (behavior: string, invert = false) => ({
    type: 'Split',
    pattern: { String: ' ' },
    behavior,
    invert,
  })
  test.each<[string, object, string, number]>([
    ['a delimiter goes with the word before it', char('MergedWithPrevious'), 'a a  a', 4],
    ['a delimiter goes with the word behind it', char('MergedWithNext'), 'a b  b', 4],
    ['a delimiter stands alone', char('Isolated'), 'a b', 3],
    ['each word starts at its bar, the first too', { type: 'Metaspace', replacement: '▁' }, 'a b', 2],
    ['no bar is put in front', { type: 'Metaspace', replacement: '▁', add_prefix_space: false }, 'a b', 2],
    ['a run of digits is one piece', { type: 'Digits', individual_digits: false }, 'a11', 2],
    ['each digit is a piece', { type: 'Digits', individual_digits: true }, 'a11', 3],
  ])('follows the library: %s', async (_name, pre_tokenizer, text, tokens) => {
    const counter = await counterOf(fileOf({ model, pre_tokenizer }))
    expect(counter.count(text)).toBe(tokens)
  })

  test('takes replacements literally, without a meaning for JavaScript', async () => {
    const normalizer = { type: 'Replace', pattern: { String: 'c' }, content: "$&$'" }
    const vocab = { ...model.vocab, $: 90, '&': 91, "'": 92 }
    const counter = await counterOf(fileOf({ model: { ...model, vocab }, normalizer }))
    expect(counter.count('ca')).toBe(5)
  })
})

describe('a harmful text', () => {
  const file = () => fileOf({ model: some, pre_tokenizer: preTokenizers['Qwen 2'] })

  test('has its special tokens counted as text, whatever the file declares', async () => {
    const special = { id: 200_000, content: '<|endoftext|>', special: true, normalized: false }
    const plain = await counterOf(file())
    const counter = await counterOf({ ...file(), added_tokens: [special] })
    for (const text of ['<|endoftext|>', '雾<|endoftext|>港', '\ud800<|im_start|>'])
      expect(counter.count(text)).toBe(plain.count(text))
    expect(counter.count('<|endoftext|>')).toBeGreaterThan(1)
  })

  test('is counted in bounded parts when it has no split, and no character is cut', async () => {
    const counter = await counterOf(file())
    const part = `${'雾'.repeat(65_535)}𠮷`
    const [one, half] = [counter.count('雾'.repeat(65_535)), counter.count('𠮷')]
    expect(counter.count(part)).toBe(one + half)
    expect(counter.count('\ud800')).toBe(counter.count('\ufffd'))
    expect(counter.count('')).toBe(0)
  })

  test('is split only by length for a pre-tokenizer of no known family', async () => {
    const pre_tokenizer = { type: 'Sequence', pretokenizers: [split('\\p{L}+\\n?|\\s+'), byteLevel] }
    const own = fileOf({ model: some, pre_tokenizer })
    const text = '林远来了。\n雾港\n'.repeat(40)
    expect(piecesOf(own, text)).toEqual([text])
    expect((await counterOf(own)).count(text)).toBe(referenceOf(own)(text))
  })
})

describe('a file that cannot be used', () => {
  const tiny = { type: 'BPE', vocab: { a: 0, b: 1, ab: 2 }, merges: [['a', 'b']] }
  const pre = (step: object) => JSON.stringify(fileOf({ model: tiny, pre_tokenizer: step }))
  const deep = (levels: number) =>
    `{"pre_tokenizer":${'{"type":"Sequence","pretokenizers":['.repeat(levels)}${']}'.repeat(levels)},"model":${JSON.stringify(tiny)}}`
  const nested = (levels: number): object =>
    levels === 0 ? byteLevel : { type: 'Sequence', pretokenizers: [nested(levels - 1)] }
  const doubling = Array.from({ length: 8 }, () => ({
    type: 'Replace',
    pattern: { String: 'a' },
    content: 'aa',
  }))
  test.each([
    ['{', 'TOKENIZER_BROKEN', 'JSON'],
    ['[]', 'TOKENIZER_BROKEN', 'JSON'],
    ['{"model":{"type":"Unigram","vocab":[]}}', 'TOKENIZER_UNSUPPORTED', 'model.Unigram'],
    ['{"model":{"type":"BPE","vocab":[["a",0]],"merges":[]}}', 'TOKENIZER_BROKEN', 'model.vocab'],
    ['{"model":{"type":"BPE","vocab":{"a":0},"merges":[["a"]]}}', 'TOKENIZER_BROKEN', 'model.merges'],
    ['{"model":{"type":"BPE","vocab":{"a":0},"merges":["a a"]}}', 'TOKENIZER_BROKEN', 'model.merges'],
    [JSON.stringify(fileOf({ model: { ...tiny, dropout: 0.1 } })), 'TOKENIZER_UNSUPPORTED', 'model.dropout'],
    [pre({ type: 'BertPreTokenizer' }), 'TOKENIZER_UNSUPPORTED', 'pre_tokenizer.BertPreTokenizer'],
    [pre(split('\\p{L}++')), 'TOKENIZER_UNSUPPORTED', 'Regex \\p{L}++'],
    [pre(split('(?>a|ab)c')), 'TOKENIZER_UNSUPPORTED', 'Regex (?>a|ab)c'],
    [pre(split('(')), 'TOKENIZER_UNSUPPORTED', expect.stringContaining('Regex')],
    [pre(split('a', 'Removed')), 'TOKENIZER_UNSUPPORTED', 'pre_tokenizer.Split.Removed'],
    [pre(split('a'.repeat(5000))), 'TOKENIZER_BROKEN', 'pre_tokenizer.Split.pattern.Regex'],
    [pre(nested(20)), 'TOKENIZER_BROKEN', 'pre_tokenizer.Sequence.pretokenizers'],
    [deep(100_000), 'TOKENIZER_BROKEN', 'pre_tokenizer.Sequence.pretokenizers'],
    [
      JSON.stringify(fileOf({ model: tiny, normalizer: { type: 'Sequence', normalizers: doubling } })),
      'TOKENIZER_UNSUPPORTED',
      'normalizer.Replace.content',
    ],
    ['{"model":{"type":"BPE","vocab":{"a":-1},"merges":[]}}', 'TOKENIZER_BROKEN', 'model.vocab'],
    [pre({ type: 'Split', behavior: 'Isolated' }), 'TOKENIZER_BROKEN', 'pre_tokenizer.Split.pattern'],
    [pre(byteLevel), 'TOKENIZER_UNSUPPORTED', 'model.vocab without byte Ā'],
    [
      JSON.stringify(fileOf({ model: tiny, normalizer: { type: 'Precompiled' } })),
      'TOKENIZER_UNSUPPORTED',
      'normalizer.Precompiled',
    ],
  ])('is refused with what is wrong: %.120s', async (text, code, part) => {
    let refusal: unknown
    try {
      await createHuggingFaceTokenizer(text, { id: 'x' })
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(TokenizerFileError)
    expect(refusal).toMatchObject({ code, part })
    expect(refusal).toHaveProperty('message', expect.stringMatching(new RegExp(`^${code}: .`)))
  })
})
