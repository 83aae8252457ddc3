import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Tiktoken } from 'js-tiktoken/lite'
import { createTextCounter, createTokenizer, type TableStore } from '../main/src/services/tokens/index.ts'
import {
  createRandom,
  median,
  percentile,
  print,
  readCorpus,
  stretched,
  timed,
  timedAsync,
} from './measuring.ts'

const encodings = ['o200k_base', 'cl100k_base'] as const

const sliceUtf16 = 70_000
const slices = 3
const longUtf16 = 1_000_000
const edits = 400

/**
 * Own token counter beside js-tiktoken and gpt-tokenizer in one run, for both encodings: loading, Chinese text
 * none has seen, recounts after one character typed anywhere in a million, and growth from 100,000 to
 * 10,000,000 characters as an exponent (1 is linear). Times in ms. Texts come from `novel`, else from the folder
 * in CREONOW_NOVELS, else they are generated.
 */
export async function run(options: { json: boolean; novel?: string }): Promise<void> {
  const corpus = readCorpus(options.novel, sliceUtf16 * (slices + 1))
  const groups: Record<string, string | Record<string, number>> = { corpus: corpus.name }
  for (const encoding of encodings) Object.assign(groups, await measure(encoding, corpus.text))
  print(groups, options.json)
}

async function measure(encoding: (typeof encodings)[number], text: string) {
  const files = new Map<string, Uint8Array>()
  const store: TableStore = {
    read: (name) => files.get(name),
    write: (name, bytes) => void files.set(name, bytes),
  }
  const create = () => createTokenizer(encoding, { store })
  const built = await timedAsync(create)
  const loaded = await timedAsync(create)
  const ranks =
    encoding === 'o200k_base'
      ? (await import('js-tiktoken/ranks/o200k_base')).default
      : (await import('js-tiktoken/ranks/cl100k_base')).default
  const reference = timed(() => new Tiktoken(ranks))
  const gpt = await timedAsync(() =>
    encoding === 'o200k_base'
      ? import('gpt-tokenizer/encoding/o200k_base')
      : import('gpt-tokenizer/encoding/cl100k_base'),
  )
  const counters = {
    own: (part: string) => loaded.value.count(part),
    jsTiktoken: (part: string) => reference.value.encode(part, [], []).length,
    gptTokenizer: (part: string) => gpt.value.encode(part, { disallowedSpecial: new Set() }).length,
  }
  const warmUp = text.slice(0, sliceUtf16)
  for (const count of Object.values(counters)) count(warmUp.slice(0, 5000))
  counters.own(warmUp)
  const rounds = Array.from({ length: slices }, (_, i) => {
    const part = text.slice(sliceUtf16 * (i + 1), sliceUtf16 * (i + 2))
    const runs = Object.entries(counters).map(([name, count]) => ({ name, ...timed(() => count(part)) }))
    const tokens = runs[0]?.value ?? 0
    const differing = runs.find(({ value }) => value !== tokens)
    if (differing) throw new Error(`${differing.name} counts ${differing.value}, own ${tokens}`)
    return Object.fromEntries(runs.map(({ name, ms }) => [name, (ms / tokens) * 64_000]))
  })
  const per64k = (name: keyof typeof counters) => median(rounds.map((round) => round[name] ?? Number.NaN))
  const ownMs = per64k('own')

  const long = stretched(text, longUtf16)
  const fresh = await create()
  const firstCount = timed(() => fresh.count(long))
  return {
    [`${encoding} load`]: {
      builtMs: built.ms,
      fromTableMs: loaded.ms,
      tableBytes: [...files.values()][0]?.length ?? 0,
      jsTiktokenMs: reference.ms,
      gptTokenizerMs: gpt.ms,
    },
    [`${encoding} unseen 64k tokens`]: {
      ownMs,
      jsTiktokenMs: per64k('jsTiktoken'),
      gptTokenizerMs: per64k('gptTokenizer'),
      timesFasterThanJsTiktoken: per64k('jsTiktoken') / ownMs,
      timesFasterThanGptTokenizer: per64k('gptTokenizer') / ownMs,
    },
    [`${encoding} million`]: {
      tokens: firstCount.value,
      firstCountMs: firstCount.ms,
      ...measureKeystrokes(long, fresh),
    },
    [`${encoding} growth`]: await measureGrowth(text, encoding),
  }
}

/** Whole counts without a cache; the exponent is the slope between the first and the last size. */
async function measureGrowth(text: string, encoding: (typeof encodings)[number]) {
  const tokenizer = await createTokenizer(encoding, { cacheEntries: 0 })
  const sizes = [100_000, 1_000_000, 10_000_000]
  const kinds = {
    prose: (size: number) => stretched(text, size),
    oneLetter: (size: number) => 'a'.repeat(size),
  }
  const figures: Record<string, number> = {}
  for (const [kind, textOf] of Object.entries(kinds)) {
    const times = sizes.map((size) => {
      const sample = textOf(size)
      return Math.min(...Array.from({ length: 3 }, () => timed(() => tokenizer.count(sample)).ms))
    })
    for (const [i, size] of sizes.entries()) figures[`${kind}${size / 1000}kMs`] = times[i] ?? Number.NaN
    figures[`${kind}Exponent`] = Math.log10((times[2] ?? Number.NaN) / (times[0] ?? Number.NaN)) / 2
  }
  return figures
}

function measureKeystrokes(start: string, tokenizer: Awaited<ReturnType<typeof createTokenizer>>) {
  const counter = createTextCounter(tokenizer, start)
  const random = createRandom(7)
  const byCounter: number[] = []
  const byText: number[] = []
  let text = start
  for (let i = 0; i < edits; i++) {
    const at = Math.floor(random() * text.length)
    text = `${text.slice(0, at)}雾${text.slice(at)}`
    text.charCodeAt(0) // joins the concatenation now, which is the editor's cost and not the counter's
    byCounter.push(timed(() => counter.replace(at, at, '雾')).ms)
    if (i % 10 === 0) {
      const whole = timed(() => tokenizer.count(text))
      if (whole.value !== counter.tokens) throw new Error('the running count differs from the full one')
      byText.push(whole.ms)
    }
  }
  return {
    editP50Ms: percentile(byCounter, 0.5),
    editP95Ms: percentile(byCounter, 0.95),
    recountP50Ms: percentile(byText, 0.5),
    recountP95Ms: percentile(byText, 0.95),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, novel: { type: 'string' } } })
  await run({ json: values.json ?? false, ...(values.novel === undefined ? {} : { novel: values.novel }) })
}
