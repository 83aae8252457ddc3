import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../main/src/app.ts'
import { silentLogger } from '../main/src/lib/logger.ts'
import { generated } from './generatedText.ts'

const characters = 1_000_000
const perChapter = 4000
const rounds = 15

const queries = [
  { name: 'a name, literally', query: { text: '林远', mode: 'literal', fold: false } },
  { name: 'folded', query: { text: '林远', mode: 'literal', fold: true } },
  { name: 'by name', query: { text: '林远', mode: 'name', fold: false } },
  { name: 'an expression', query: { text: '林(远|山)在.{1,8}', mode: 'regex', fold: false } },
  { name: 'nothing there', query: { text: '第七只铁箱', mode: 'literal', fold: true } },
] as const

/** Searching a book of a million characters through its channel: until the first hits, and until all are there. */
export async function run({ json = false }: { readonly json?: boolean } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'creonow-bench-'))
  const rootPath = join(folder, '书')
  await mkdir(join(rootPath, 'manuscript'), { recursive: true })
  const prose = generated(characters)
  for (let at = 0; at * perChapter < characters; at++) {
    const text = `# 第${at + 1}章\n\n${prose.slice(at * perChapter, (at + 1) * perChapter)}\n林远在等。\n`
    await writeFile(join(rootPath, 'manuscript', `${String(at + 1).padStart(4, '0')}-章.md`), text)
  }
  const app = await createApp({ dataFolder: join(folder, 'data'), logger: silentLogger, environment: {} })
  const session = app.createSession({ id: 'bench', mayInspect: () => true })
  const ask = async (channel: 'projects:open' | 'book:search', input: object) => {
    const answer = await app.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(answer.error.message)
    return answer.data as never // read by the two shapes below
  }
  const { projectId } = (await ask('projects:open', { rootPath })) as { projectId: string }
  await app.services.retrieval.ensureIndexed(projectId)
  const rows = []
  for (const { name, query } of queries) {
    const first: number[] = []
    const all: number[] = []
    let hits = 0
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now()
      let from: string | null | undefined
      let seen = false
      hits = 0
      while (from !== null) {
        const page: { next: string | null; chapters: { count: number }[] } = await ask('book:search', {
          ...{ projectId, query, hitsPerChapter: 200 },
          ...(from === undefined ? {} : { from }),
        })
        hits += page.chapters.reduce((sum, { count }) => sum + count, 0)
        if (!seen && (hits > 0 || page.next === null)) first.push(performance.now() - begun)
        seen ||= hits > 0
        from = page.next
      }
      all.push(performance.now() - begun)
    }
    rows.push({ search: name, hits, ...inMs('first', first), ...inMs('all', all) })
  }
  await app.dispose()
  rmSync(folder, { recursive: true })
  if (json) console.log(JSON.stringify(rows))
  else console.table(rows)
}

/** The very first is cold: texts are read from disk, and a thread may have to start. */
function inMs(what: string, times: readonly number[]) {
  const rounded = (ms = 0) => Math.round(ms * 10) / 10
  const sorted = times.toSorted((one, other) => one - other)
  return {
    [`${what}: cold ms`]: rounded(times[0]),
    [`${what}: p50 ms`]: rounded(sorted[Math.floor(sorted.length / 2)]),
    [`${what}: p95 ms`]: rounded(sorted[Math.floor(sorted.length * 0.95)]),
  }
}
