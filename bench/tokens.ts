import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Tiktoken } from 'js-tiktoken/lite'
import {
  createTextCounter,
  createTokenizer,
  type TableStore,
} from '../main/src/services/context/tokens/index.ts'

const sliceUtf16 = 70_000
const slices = 3
const longUtf16 = 1_000_000
const edits = 400

/**
 * Own token counter beside js-tiktoken in one run, o200k_base: loading, Chinese text neither has seen, and
 * recounts after one character typed anywhere in a million. Times in ms. Texts come from `novel`, else from
 * the folder in CREONOW_NOVELS, else they are generated.
 */
export async function run(options: { json: boolean; novel?: string }): Promise<void> {
  const corpus = readCorpus(options.novel)
  const files = new Map<string, Uint8Array>()
  const store: TableStore = {
    read: (name) => files.get(name),
    write: (name, bytes) => void files.set(name, bytes),
  }
  const built = await timedAsync(() => createTokenizer('o200k_base', { store }))
  const loaded = await timedAsync(() => createTokenizer('o200k_base', { store }))
  const tokenizer = loaded.value
  const { default: ranks } = await import('js-tiktoken/ranks/o200k_base')
  const reference = timed(() => new Tiktoken(ranks))

  const warmUp = corpus.text.slice(0, sliceUtf16)
  tokenizer.count(warmUp)
  reference.value.encode(warmUp.slice(0, 5000), [], [])
  const rounds = Array.from({ length: slices }, (_, i) => {
    const text = corpus.text.slice(sliceUtf16 * (i + 1), sliceUtf16 * (i + 2))
    const own = timed(() => tokenizer.count(text))
    const theirs = timed(() => reference.value.encode(text, [], []).length)
    if (own.value !== theirs.value) throw new Error(`counts differ: ${own.value} and ${theirs.value}`)
    return { tokens: own.value, own: own.ms, jsTiktoken: theirs.ms }
  })
  const ownPer64k = median(rounds.map((round) => (round.own / round.tokens) * 64_000))
  const theirsPer64k = median(rounds.map((round) => (round.jsTiktoken / round.tokens) * 64_000))

  const long = stretched(corpus.text, longUtf16)
  const fresh = (await timedAsync(() => createTokenizer('o200k_base', { store }))).value
  const firstCount = timed(() => fresh.count(long))
  const keystrokes = measureKeystrokes(long, fresh)

  const result = {
    corpus: corpus.name,
    load: {
      builtMs: built.ms,
      fromTableMs: loaded.ms,
      tableBytes: [...files.values()][0]?.length ?? 0,
      jsTiktokenMs: reference.ms,
    },
    unseen64kTokens: { ownMs: ownPer64k, jsTiktokenMs: theirsPer64k, ratio: theirsPer64k / ownPer64k },
    million: { tokens: firstCount.value, firstCountMs: firstCount.ms, ...keystrokes },
  }
  print(result, options.json)
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

function readCorpus(novel: string | undefined): { name: string; text: string } {
  if (novel !== undefined) return { name: novel, text: readFileSync(novel, 'utf8') }
  const folder = process.env.CREONOW_NOVELS
  const texts = folder ? readdirSync(folder).filter((name) => name.endsWith('.txt')) : []
  for (const name of texts) {
    const text = readFileSync(join(folder ?? '', name), 'utf8')
    if (/\p{sc=Han}{5}/u.test(text.slice(0, 5000)) && text.length > sliceUtf16 * (slices + 1))
      return { name, text }
  }
  return { name: 'generated', text: generateText(longUtf16) }
}

/** Sentences of characters whose frequencies fall off as in real text; every run writes the same. */
function generateText(lengthUtf16: number): string {
  const random = createRandom(20_261_121)
  const parts: string[] = []
  for (let length = 0; length < lengthUtf16; ) {
    let sentence = random() < 0.2 ? '\n\u3000\u3000' : ''
    const characters = 4 + Math.floor(random() * 14)
    for (let i = 0; i < characters; i++) {
      sentence += String.fromCharCode(0x4e00 + ((Math.floor(random() ** 4 * 4000) * 7919) % 20_900))
    }
    sentence += random() < 0.6 ? '，' : '。'
    parts.push(sentence)
    length += sentence.length
  }
  return parts.join('')
}

function stretched(text: string, lengthUtf16: number): string {
  return text.repeat(Math.ceil(lengthUtf16 / text.length)).slice(0, lengthUtf16)
}

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function timed<T>(work: () => T): { value: T; ms: number } {
  const start = performance.now()
  const value = work()
  return { value, ms: performance.now() - start }
}

async function timedAsync<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now()
  const value = await work()
  return { value, ms: performance.now() - start }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

function print(result: Record<string, string | Record<string, number>>, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(result)}\n`)
    return
  }
  for (const [group, figures] of Object.entries(result)) {
    const line =
      typeof figures === 'string'
        ? figures
        : Object.entries(figures)
            .map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(3)}`)
            .join(' · ')
    process.stdout.write(`${group.padEnd(18)}${line}\n`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, novel: { type: 'string' } } })
  await run({ json: values.json ?? false, ...(values.novel === undefined ? {} : { novel: values.novel }) })
}
