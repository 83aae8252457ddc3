import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitNovel } from '../main/src/services/manuscript/import/split.ts'
import { generated } from './generatedText.ts'

const million = 1_000_000
const rounds = 3

/** How long reading the headings of 1 to 8 million characters takes, and how it grows: t(2n)/t(n), best of three. */
export async function run({
  json = false,
  novel,
}: {
  readonly json?: boolean
  readonly novel?: string
} = {}) {
  const book = oneBook(novel)
  const rows = [1, 2, 4, 8].map((millions) => {
    const text = book.repeat(Math.ceil((millions * million) / book.length)).slice(0, millions * million)
    let ms = Number.POSITIVE_INFINITY
    let chapters = 0
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      chapters = splitNovel(text).parts.length
      ms = Math.min(ms, performance.now() - start)
    }
    return { millions, chapters, ms: Math.round(ms) }
  })
  const growth = rows.map((row, index) => {
    const before = rows[index - 1]
    return { ...row, ...(before && { 't(2n)/t(n)': Math.round((100 * row.ms) / before.ms) / 100 }) }
  })
  if (json) console.log(JSON.stringify(growth))
  else console.table(growth)
}

function oneBook(novel: string | undefined): string {
  const folder = process.env.CREONOW_NOVELS
  const inFolder =
    folder !== undefined && existsSync(folder)
      ? readdirSync(folder).filter((name) => name.endsWith('.txt'))
      : []
  const path =
    novel ?? (folder !== undefined && inFolder[0] !== undefined ? join(folder, inFolder[0]) : undefined)
  if (path !== undefined) return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  const prose = generated(300_000)
  const chapters = Array.from({ length: 100 }, (_, index) => {
    return `第${index + 1}章 雾\n${prose.slice(index * 3000, (index + 1) * 3000)}\n`
  })
  return chapters.join('')
}
