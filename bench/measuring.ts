import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The novel asked for, the first Chinese one of CREONOW_NOVELS that is long enough, or generated text. */
export function readCorpus(novel: string | undefined, leastUtf16: number): { name: string; text: string } {
  if (novel !== undefined) return { name: novel, text: readFileSync(novel, 'utf8') }
  const folder = process.env.CREONOW_NOVELS
  const texts = folder ? readdirSync(folder).filter((name) => name.endsWith('.txt')) : []
  for (const name of texts) {
    const text = readFileSync(join(folder ?? '', name), 'utf8')
    if (/\p{sc=Han}{5}/u.test(text.slice(0, 5000)) && text.length > leastUtf16) return { name, text }
  }
  return { name: 'generated', text: generateText(1_000_000) }
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

/** The text over and over, to a length. */
export function stretched(text: string, lengthUtf16: number): string {
  return text.repeat(Math.ceil(lengthUtf16 / text.length)).slice(0, lengthUtf16)
}

/** Numbers from 0 to 1, the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export function timed<T>(work: () => T): { value: T; ms: number } {
  const start = performance.now()
  const value = work()
  return { value, ms: performance.now() - start }
}

export async function timedAsync<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now()
  const value = await work()
  return { value, ms: performance.now() - start }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** One line per group, or one line of JSON. */
export function print(result: Record<string, string | Record<string, number>>, json: boolean): void {
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
    process.stdout.write(`${group.padEnd(30)}${line}\n`)
  }
}
