import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stretched } from '../measuring.ts'
import { hostileAssignments, hostileUnits } from './secretCorpus.ts'
import { redacted } from './table.ts'

const units = 1_000_000
const noteUnits = 6_000

/** Notes as a writer of software has them: documents, settings and source code of this repository. */
const noteFiles = [
  'README.md',
  'AGENTS.md',
  'package.json',
  'biome.json',
  'main/src/services/redaction/scan.ts',
  'main/src/services/redaction/README.md',
  'main/src/app.ts',
]

const japanese =
  '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。［＃２字下げ］何でも薄暗い所で泣いていた。\n'

const english =
  'It was the dampest evening of the year, and nobody had lit the lamp in the harbour office. "You are late," said Mr. Lin, without looking up.\n'

/** Milliseconds of the processor for a million characters at both scopes each, the least of six runs. */
export function speeds(chinese: string): Record<string, { msPerMillion: number }> {
  const folder = join(import.meta.dirname, '../..')
  const code = noteFiles.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const notes = stretched(code, units)
  const pieces = Array.from({ length: Math.ceil(units / noteUnits) }, (_, at) =>
    notes.slice(at * noteUnits, (at + 1) * noteUnits),
  )
  const hostile = [...hostileUnits, ...hostileAssignments].map((unit) => unit.repeat(200_000 / unit.length))
  return {
    Chinese: speedOf([stretched(chinese, units)]),
    English: speedOf([stretched(english, units)]),
    Japanese: speedOf([stretched(japanese, units)]),
    'notes with code': speedOf(pieces),
    'notes with code, in one': speedOf([notes]),
    hostile: speedOf(hostile),
  }
}

function speedOf(texts: readonly string[]): { msPerMillion: number } {
  const total = texts.reduce((sum, { length }) => sum + length, 0) * 2
  const once = () => {
    const start = process.cpuUsage()
    for (const text of texts) for (const scope of ['creonow', 'manuscript'] as const) redacted(text, scope)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  const least = Math.min(...Array.from({ length: 6 }, once))
  return { msPerMillion: Math.round((least / total) * 10_000_000) / 10 }
}
