import { Tokenizer as ReferenceTokenizer } from '@huggingface/tokenizers'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createHuggingFaceTokenizer,
  createTextCounter,
  type HuggingFaceTokenizer,
  TokenizerFileError,
} from '../../../../../main/src/services/tokens/index.ts'
import { loadRankSource } from '../../../../../main/src/services/tokens/rankTable.ts'
import { strangeTexts } from '../../../../support/strangeText.ts'
import { createRandom, createReference, encodings, hanText, hostileText } from '../reference.ts'
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

const pieces = (tokenizer: HuggingFaceTokenizer, text: string): string[] => {
  const found: string[] = []
  for (let from = 0; from < text.length; ) {
    const to = tokenizer.nextSplit(text, from)
    found.push(text.slice(from, to))
    from = to
  }
  return found
}

const sumOf = (tokenizer: HuggingFaceTokenizer, text: string) =>
  pieces(tokenizer, text).reduce((sum, piece) => sum + tokenizer.count(piece), 0)

/** U+0085 and U+FEFF are spaces in only one of Unicode and JavaScript; the reference follows JavaScript. */
const withoutDisputed = (text: string) => text.replace(/[\u0085\uFEFF]/g, '')

describe.each(encodings)('%s written as a tokenizer.json', (encoding) => {
  test('would have other ids than js-tiktoken', async () => {
    const model = await modelOf(encoding)
    const { pat_str: pattern } = await loadRankSource(encoding)
    const file = fileOf({
      model,
      pre_tokenizer: { type: 'Sequence', pretokenizers: [split(pattern), byteLevel] },
    })
    const tokenizer = createHuggingFaceTokenizer(JSON.stringify(file), { id: encoding })
    const reference = await createReference(encoding)
    fc.assert(
      fc.property(fc.oneof(hostileText(24), hanText(1, 40)), (raw) => {
        const text = withoutDisputed(raw)
        const ids = reference(text)
        expect(tokenizer.encode(text)).toEqual(ids)
        expect(tokenizer.count(text)).toBe(ids.length)
      }),
      { numRuns: 2500 },
    )
    for (const { text } of strangeTexts.filter(({ text }) => text.length < 400)) {
      expect(tokenizer.encode(withoutDisputed(text))).toEqual(reference(withoutDisputed(text)))
    }
  })
})

describe.each(Object.entries(preTokenizers))('a file with the pre-tokenizer of %s', (name, pre_tokenizer) => {
  for (const [variant, fields] of [
    ['plain', {}],
    ['NFC, ignore_merges', { normalizer: { type: 'NFC' }, ignore_merges: true }],
  ] as const) {
    test(`would be counted differently from the reference, or not add up at its splits (${variant})`, () => {
      const model = { ...some, ignore_merges: 'ignore_merges' in fields }
      const file = fileOf({
        model,
        pre_tokenizer,
        normalizer: 'normalizer' in fields ? fields.normalizer : null,
      })
      const tokenizer = createHuggingFaceTokenizer(JSON.stringify(file), { id: name })
      const reference = new ReferenceTokenizer(file, {})
      fc.assert(
        fc.property(hostileText(30), (raw) => {
          const text = withoutDisputed(raw)
          const ids = reference.encode(text.toWellFormed(), { add_special_tokens: false }).ids
          expect(tokenizer.encode(text)).toEqual(ids)
          expect([tokenizer.count(text), sumOf(tokenizer, text)]).toEqual([ids.length, ids.length])
        }),
        { numRuns: 250 },
      )
      fc.assert(
        fc.property(hostileText(60), (text) => {
          const whole = tokenizer.encode(text).length
          expect([tokenizer.count(text), sumOf(tokenizer, text)]).toEqual([whole, whole])
        }),
        { numRuns: 500 },
      )
    })
  }
})

describe('a file of SentencePiece characters', () => {
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

  test.each(Object.entries(files))('%s would be counted differently from the reference', (id, file) => {
    const tokenizer = createHuggingFaceTokenizer(JSON.stringify(file), { id })
    const reference = new ReferenceTokenizer(file, {})
    fc.assert(
      fc.property(text, (raw) => {
        const sample = raw.toWellFormed()
        const { ids } = reference.encode(sample, { add_special_tokens: false })
        expect(tokenizer.encode(sample)).toEqual(ids)
        expect([tokenizer.count(sample), sumOf(tokenizer, sample)]).toEqual([ids.length, ids.length])
      }),
      { numRuns: 1500 },
    )
  })

  test('without byte_fallback a run of unknown characters would count more or less than one', () => {
    const counts = [true, false].map((fuse_unk) =>
      createHuggingFaceTokenizer(
        JSON.stringify(fileOf({ model: { ...model, fuse_unk, byte_fallback: false } })),
        {
          id: 'unknown',
        },
      ).count('龘龘龘雾龘'),
    )
    expect(counts).toEqual([3, 5])
  })

  test('a long text would be one piece, so that an edit recounts it all', () => {
    const free = fileOf({ model })
    const tokenizer = createHuggingFaceTokenizer(JSON.stringify(free), { id: 'free' })
    const long = '雾来了。\n林远折好信。\n'.repeat(50)
    expect(pieces(tokenizer, long).length).toBeGreaterThan(50)
    const counter = createTextCounter(tokenizer, long)
    expect(counter.replace(5, 6, '远')).toBe(tokenizer.count(`${long.slice(0, 5)}远${long.slice(6)}`))
  })
})

describe('a pre-tokenizer of no known family', () => {
  test('would be split where nothing is proven', () => {
    const pre_tokenizer = { type: 'Sequence', pretokenizers: [split('\\p{L}+\\n?|\\s+'), byteLevel] }
    const tokenizer = createHuggingFaceTokenizer(JSON.stringify(fileOf({ model: some, pre_tokenizer })), {
      id: 'own',
    })
    const text = '林远来了。\n雾港\n'.repeat(40)
    expect(pieces(tokenizer, text)).toEqual([text])
    expect(tokenizer.count(text)).toBe(tokenizer.encode(text).length)
  })
})

describe('a vocabulary whose merges do not build on earlier ones', () => {
  test('would be merged out of order in a long piece, where the queue goes by rank', () => {
    const shuffled = (seed: number): ModelFields => {
      const random = createRandom(seed)
      const tokens = new Set(['a', 'b', 'c'])
      const merges = new Map<string, readonly [string, string]>()
      while (merges.size < 40) {
        const [left = '', right = ''] = [0, 1].map(() => [...tokens][Math.floor(random() * tokens.size)])
        if ((left + right).length > 6) continue
        merges.set(`${left} ${right}`, [left, right])
        tokens.add(left + right)
      }
      const order = [...merges.values()].map((merge) => ({ merge, at: random() }))
      order.sort((a, b) => a.at - b.at)
      const vocab = Object.fromEntries([...tokens].map((token, id) => [token, id]))
      return { type: 'BPE', vocab, merges: order.map(({ merge }) => merge) }
    }
    for (let seed = 1; seed <= 60; seed++) {
      const file = fileOf({ model: { ...shuffled(seed), unk_token: 'a' } })
      const tokenizer = createHuggingFaceTokenizer(JSON.stringify(file), { id: 'shuffled' })
      const reference = new ReferenceTokenizer(file, {})
      const random = createRandom(seed * 7)
      const text = Array.from({ length: 260 }, () => 'abc'[Math.floor(random() ** 2 * 3)]).join('')
      expect(tokenizer.encode(text)).toEqual(reference.encode(text, { add_special_tokens: false }).ids)
    }
  })
})

describe('a file that cannot be used', () => {
  const tiny = { type: 'BPE', vocab: { a: 0, b: 1, ab: 2 }, merges: [['a', 'b']] }
  const pre = (step: object) => JSON.stringify(fileOf({ model: tiny, pre_tokenizer: step }))
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
    [pre(split('[\\p{L}&&[^a]]')), 'TOKENIZER_UNSUPPORTED', 'Regex [\\p{L}&&[^a]]'],
    [pre({ type: 'Split', behavior: 'Isolated' }), 'TOKENIZER_BROKEN', 'pre_tokenizer.Split.pattern'],
    [pre(byteLevel), 'TOKENIZER_UNSUPPORTED', 'model.vocab without byte 0'],
    [
      JSON.stringify(fileOf({ model: tiny, normalizer: { type: 'Precompiled' } })),
      'TOKENIZER_UNSUPPORTED',
      'normalizer.Precompiled',
    ],
  ])('would be used or refused without saying what is wrong: %s', (text, code, part) => {
    let refusal: unknown
    try {
      createHuggingFaceTokenizer(text, { id: 'x' })
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(TokenizerFileError)
    expect(refusal).toMatchObject({ code, part })
  })
})
