import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { median } from '../measuring.ts'
import { createBaselines } from './baselines.ts'
import { bitsOf } from './bits.ts'
import { type Book, type Cursor, cursorsOf, novelFiles, randomFrom, readBook, settings } from './book.ts'
import { type Chosen, isCounted, type Judged, judge, score } from './judge.ts'
import { inspectAt, openBook } from './product.ts'
import { wordsOf } from './words.ts'

/**
 * What the passages chosen for "continue" hold of what the author really wrote next, through `context:inspect`:
 * nDCG@8 and share of the oracle's gain over the cursors that have something to foresee, bits saved in a character
 * model, share of the prompt. Cursors with even ids are those that constants
 * were tuned on, odd ones were not looked at.
 */
export async function run({ json = false, novel }: { json?: boolean; novel?: string } = {}): Promise<void> {
  for (const file of novelFiles(novel)) {
    const result = await measure(readBook(basename(file, '.txt'), readFileSync(file, 'utf8')))
    if (json) console.log(JSON.stringify(result))
    else show(result)
  }
}

async function measure(book: Book) {
  const words = wordsOf(book)
  const judged = cursorsFor(book).map((cursor) => judge(book, words, cursor))
  const counted = judged.filter(isCounted)
  const alphabet = new Set(book.text).size
  const baselines = createBaselines(book)
  const rowsOf = (chosenAt: (it: Judged) => readonly Chosen[]) =>
    counted.map((it) => {
      const { ndcg, share, pieces } = score(book, it, chosenAt(it))
      return { id: it.cursor.id, ndcg, share, bits: savedBits(book, it.cursor, pieces, alphabet) }
    })
  const systems: Record<string, ReturnType<typeof summary>> = {}
  for (const [name, system] of Object.entries(baselines))
    systems[name] = summary(rowsOf(({ cursor, earlier }) => system(cursor, earlier.length)))
  const product = await openBook(book)
  try {
    const found = new Map<number, Awaited<ReturnType<typeof inspectAt>>>()
    for (const { cursor } of judged) found.set(cursor.id, await inspectAt(product, book, cursor))
    const rows = rowsOf(({ cursor }) => found.get(cursor.id)?.chosen ?? [])
    systems.product = summary(rows)
    systems['product, even cursors'] = summary(rows.filter(({ id }) => id % 2 === 0))
    systems['product, odd cursors'] = summary(rows.filter(({ id }) => id % 2 === 1))
    const inspected = [...found.values()]
    const units = inspected.flatMap(({ passages }) => passages.map(({ from, to }) => to - from))
    return {
      novel: book.name,
      cursors: judged.length,
      counted: counted.length,
      systems,
      'passages a prompt, median': median(inspected.map(({ passages }) => passages.length)),
      'characters a passage, median': units.length > 0 ? median(units) : 0,
      'share of the prompt, median': round(
        median(inspected.map(({ passageTokens, tokenCount }) => passageTokens / tokenCount)),
      ),
    }
  } finally {
    await product.dispose()
  }
}

/** The set that was made for this very text, else one made now. */
function cursorsFor(book: Book): readonly Cursor[] {
  const hash = sha256Hex(book.text)
  for (const name of ['sanguo', 'honglou']) {
    const set = JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as {
      readonly textSha256: string
      readonly cursors: readonly Cursor[]
    } // a file beside this one
    if (set.textSha256 === hash) return set.cursors
  }
  return cursorsOf(book)
}

function savedBits({ text }: Book, { offset }: Cursor, pieces: readonly string[], alphabet: number): number {
  const hidden = text.slice(offset, offset + settings.hidden)
  const shown = text.slice(Math.max(0, offset - settings.window), offset)
  return bitsOf(hidden, [shown], alphabet) - bitsOf(hidden, [...pieces, shown], alphabet)
}

interface Row {
  readonly ndcg: number
  readonly share: number
  readonly bits: number
}

/** Means, with the 95 % interval of nDCG over resampled cursors. */
function summary(rows: readonly Row[]) {
  const mean = (list: readonly number[]) => list.reduce((sum, it) => sum + it, 0) / Math.max(1, list.length)
  const random = randomFrom('bootstrap:nDCG@8')
  const draws = Array.from({ length: 1000 }, () =>
    mean(rows.map(() => rows[Math.floor(random() * rows.length)]?.ndcg ?? 0)),
  ).sort((a, b) => a - b)
  return {
    nDCG8: round(mean(rows.map(({ ndcg }) => ndcg))),
    low: round(draws[25] ?? 0),
    high: round(draws[974] ?? 0),
    gain8: round(mean(rows.map(({ share }) => share))),
    bits: Math.round(mean(rows.map(({ bits }) => bits))),
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000

function show({ novel, cursors, counted, systems, ...others }: Awaited<ReturnType<typeof measure>>): void {
  console.log(`\n${novel}: ${counted} of ${cursors} cursors have something to foresee`)
  for (const [name, { nDCG8, low, high, gain8, bits }] of Object.entries(systems))
    console.log(`  ${name.padEnd(28)}nDCG@8 ${nDCG8} [${low}, ${high}]  gain@8 ${gain8}  bits saved ${bits}`)
  for (const [name, value] of Object.entries(others)) console.log(`  ${name}: ${JSON.stringify(value)}`)
}
