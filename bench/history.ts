import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '../main/src/lib/logger.ts'
import { createChapterHistory } from '../main/src/services/manuscript/index.ts'
import { generated } from './generatedText.ts'

const days = 730
const savesPerDay = 24
const charactersPerSave = 85
const charactersPerChapter = 4000
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Two years of writing every day, two hours of it with a save every five minutes, a new chapter when one is long enough
 * and an evening of revising an old one each week: what the versions take on disk, beside the manuscript.
 */
export async function run({ json = false }: { readonly json?: boolean } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'creonow-bench-'))
  let now = Date.parse('2024-11-22T20:00:00Z')
  const history = createChapterHistory({
    folderOf: () => join(folder, 'history'),
    rootOf: () => folder,
    clock: { now: () => now, monotonic: () => now },
    logger: silentLogger,
  })
  const prose = generated(days * savesPerDay * charactersPerSave + charactersPerChapter)
  const chapters: string[] = ['']
  let written = 0
  let most = 0
  const keep = async (at: number) => {
    const bytes = Buffer.from(chapters[at] ?? '')
    await history.beforeWrite({
      projectId: 'p',
      documentId: `c_${at}`,
      path: `manuscript/${at}.md`,
      bytes,
      cause: 'typing',
    })
  }
  for (let day = 0; day < days; day++) {
    const revised = day % 7 === 6 ? (day * 31) % chapters.length : -1
    for (let save = 0; save < savesPerDay; save++) {
      now += 5 * minuteMs
      if (revised >= 0) {
        await keep(revised)
        chapters[revised] = (chapters[revised] ?? '').replace('，', `，第${day}稿，`)
      }
      const at = chapters.length - 1
      await keep(at)
      chapters[at] += prose.slice(written, written + charactersPerSave)
      written += charactersPerSave
      if ((chapters[at]?.length ?? 0) >= charactersPerChapter) chapters.push('')
    }
    now += dayMs - savesPerDay * 5 * minuteMs
    if (day % 30 === 0) most = Math.max(most, sizeOf(join(folder, 'history')).bytes)
  }
  const { bytes, versions } = sizeOf(join(folder, 'history'))
  const manuscript = Buffer.byteLength(chapters.join(''))
  const mb = (count: number) => Math.round(count / 104_857.6) / 10
  const row = {
    ...{ days, chapters: chapters.length, characters: written },
    'manuscript MB': mb(manuscript),
    ...{ versions, 'history MB': mb(bytes), 'most MB': mb(Math.max(most, bytes)) },
    'limit MB': mb(Math.max(50 * 1_048_576, 20 * manuscript)),
  }
  rmSync(folder, { recursive: true })
  if (json) console.log(JSON.stringify(row))
  else console.table([row])
}

function sizeOf(folder: string): { bytes: number; versions: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const sizes = files.map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), versions: sizes.length }
}
