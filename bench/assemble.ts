import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createApp } from '../main/src/app.ts'
import { sha256Hex } from '../main/src/lib/hash.ts'
import { silentLogger } from '../main/src/lib/logger.ts'
import { type BudgetInput, computeBudget } from '../main/src/services/context/core/budget.ts'
import { type Draft, defaultBudget, defineSource } from '../main/src/services/context/index.ts'

const documents = 50
const chapterUnits = 60_000
/** Files count as settled, and are not read again, this long after they were written. */
const settledMs = 2500

/**
 * `context:assemble` from request to answer: warm at a full context of 64,000 tokens with 200 retrieved chunks,
 * 500 constraints and 2,000 codex entries while the cursor moves by a sentence, then 500 at once over 50 documents.
 * The chunks are planted, so that their number is right; retrieval runs beside them.
 */
export async function run({ json = false }: { readonly json?: boolean; readonly novel?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-bench-'))
  const long = join(folder, 'long')
  const wide = join(folder, 'wide')
  await writeProject(long, 500, 2000)
  await writeProject(wide, 30, 0)
  await new Promise((resolve) => setTimeout(resolve, settledMs))
  const created = performance.now()
  const app = await createApp({
    dataFolder: join(folder, 'data'),
    logger: silentLogger,
    sources: (real) => [...real, planted],
  })
  try {
    const session = app.createSession({ id: 'bench', mayInspect: () => true })
    const dispatch = async (channel: string, input: object) => {
      const answer = await app.router.dispatch(session, channel, input)
      if (!answer.ok)
        throw new Error(`${channel}: ${answer.error.code} ${JSON.stringify(answer.error.details)}`)
      return answer.data as Result // the channels below answer with it
    }
    const open = async (rootPath: string) => {
      const { projectId } = (await dispatch('projects:open', { rootPath })) as unknown as {
        projectId: string
      }
      await app.services.retrieval.ensureIndexed(projectId)
      return { projectId, skillId: 'continue' }
    }
    const base = await open(long)
    const full = (cursorPosition: number) => ({
      ...base,
      documentId: nameOf(0),
      cursorPosition,
      limits: { window: 80_000, outputReserve: 4096 },
    })
    await dispatch('context:assemble', full(40_000))
    const toFirstMs = Math.round(performance.now() - created)
    const other = await open(wide)
    const warm: number[] = []
    const reused: number[] = []
    const core: number[] = []
    const inspect: number[] = []
    let last: Result | undefined
    for (let i = 0; i < 110; i += 1) {
      const start = performance.now()
      last = await dispatch('context:assemble', full(40_000 + i * 30))
      if (i < 10) continue
      warm.push(performance.now() - start)
      core.push(last.timings.coreMs ?? 0)
      const again = performance.now()
      await dispatch('context:assemble', full(40_000 + i * 30))
      reused.push(performance.now() - again)
    }
    // So far every request has looked at every file; from here on a watcher vouches for them.
    const unwatched = app.fileAccessCounts.checked
    await dispatch('context:assemble', full(40_000))
    const looksUnwatched = app.fileAccessCounts.checked - unwatched
    await dispatch('context:creonow:watch:start', { projectId: base.projectId })
    await dispatch('context:assemble', full(40_000))
    const watchedWarm: number[] = []
    const watchedSame: number[] = []
    const { checked, opened } = app.fileAccessCounts
    for (let i = 0; i < 110; i += 1) {
      const start = performance.now()
      // Places that no request has had before: what was decided for one is remembered.
      await dispatch('context:assemble', full(40_015 + i * 30))
      if (i < 10) continue
      watchedWarm.push(performance.now() - start)
      const again = performance.now()
      await dispatch('context:assemble', full(40_015 + i * 30))
      watchedSame.push(performance.now() - again)
    }
    const watchedLooks = {
      looked: app.fileAccessCounts.checked - checked,
      opened: app.fileAccessCounts.opened - opened,
    }
    const unchanged: number[] = []
    for (let i = 0; i < 200; i += 1) {
      const start = performance.now()
      await dispatch('context:assemble', full(40_000))
      unchanged.push(performance.now() - start)
    }
    for (let i = 0; i < 40; i += 1) {
      const start = performance.now()
      await dispatch('context:inspect', full(40_000))
      inspect.push(performance.now() - start)
    }
    const many = async (limits: object) => {
      const taken: number[] = []
      const admitted: number[] = []
      let refused = 0
      const begun = performance.now()
      await Promise.all(
        Array.from({ length: 500 }, async (_, i) => {
          const answer = await app.router.dispatch(session, 'context:assemble', {
            ...other,
            documentId: nameOf(i % documents),
            cursorPosition: 3000 + Math.floor(i / documents) * 30,
            limits,
            stateless: true,
          })
          taken.push(performance.now() - begun)
          // On a machine busy with other work the last ones wait longer than a request may.
          if (!answer.ok && answer.error.code !== 'CONTEXT_BACKPRESSURE')
            throw new Error(answer.error.message)
          if (!answer.ok) {
            refused += 1
            return
          }
          const { timings } = answer.data as Result // by the contract of the channel
          admitted.push((timings.totalMs ?? 0) - (timings.waitMs ?? 0))
        }),
      )
      return { taken: { ...quantiles(taken), ...(refused > 0 ? { refused } : {}) }, admitted }
    }
    const small = { window: 8192, outputReserve: 1024 }
    const first = await many(small)
    const second = await many(small)
    const wideWindow = { window: 80_000, outputReserve: 4096 }
    await many(wideWindow)
    const large = await many(wideWindow)
    const budgets = Array.from({ length: 1000 }, () => timed(() => computeBudget(budgetInput)))
    const hashes = Array.from({ length: 200 }, () => timed(() => sha256Hex(last?.prompt ?? '')))
    const results = {
      'tokens of the full context': last?.tokenCount,
      'chunks retrieved': last?.layers.retrieved.chunks,
      'createApp to the first result, ms (the index is made in between)': toFirstMs,
      'assemble, warm, full context': quantiles(warm),
      'the same with retrieval reused': quantiles(reused),
      'the part after fetching': quantiles(core),
      'files looked at per request without a watcher': looksUnwatched,
      'assemble, warm, with a watcher': quantiles(watchedWarm),
      'the same request right behind a new one, with a watcher': quantiles(watchedSame),
      'the same request again and again, with a watcher': quantiles(unchanged.slice(10)),
      'files looked at and opened in these 210 requests': watchedLooks,
      'inspect, full context': quantiles(inspect),
      '500 at once over 50 documents at 8k, first round, from the request': first.taken,
      '500 at once over 50 documents at 8k, second round, from the request': second.taken,
      '500 at once over 50 documents at 8k, second round, from admission': quantiles(second.admitted),
      '500 at once over 50 documents at 64,000 tokens, second round, from the request': large.taken,
      'budget calculation': quantiles(budgets),
      'hash of the prompt': quantiles(hashes),
    }
    if (json) console.log(JSON.stringify(results))
    else for (const [name, value] of Object.entries(results)) console.log(`${name}: ${JSON.stringify(value)}`)
  } finally {
    await app.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Result {
  readonly prompt: string
  readonly tokenCount: number
  readonly timings: Readonly<Record<string, number>>
  readonly layers: { readonly retrieved: { readonly chunks: number } }
}

const budgetInput: BudgetInput = {
  windowTokens: 32_768,
  outputReserveTokens: 4096,
  capacityTokens: 64_000,
  templateTokens: 500,
  historyBudgetTokens: 4000,
  hasConversation: true,
  exact: true,
  layers: defaultBudget,
}

const nameOf = (index: number) => `manuscript/${String(index + 1).padStart(3, '0')}.md`

const planted = defineSource<Draft & { readonly score: number }>({
  name: 'planted',
  display: { name: { zh: '剪报', en: 'Clipping' }, card: 'title' },
  layer: 'retrieved',
  place: 5,
  stability: 'scene',
  shrinkSteps: [{ step: 'out', cutOrder: 1 }],
  missing: { code: 'RAG_UNAVAILABLE', params: { still: 'nothing', cause: 'planted' } },
  score: ({ score }) => score,
  read: async ({ projectId }, { limits }) =>
    passages.slice(0, limits.retrievedTokens > 10_000 ? 200 : 20).map((passage, i) => ({
      ref: { path: `planted:${i}` },
      storeId: projectId,
      title: `前文 ${i}`,
      text: passage.text,
      of: passage,
      score: i / 200,
      reason: { code: 'given', params: { text: 'bench' } },
    })),
})

const passages = Array.from({ length: 200 }, (_, i) => ({ text: prose(50, i) }))

async function writeProject(project: string, constraints: number, entries: number) {
  const items = Array.from({ length: constraints }, (_, i) => ({
    id: `c${i}`,
    text: `第${i}条：${prose(4, i).trim().slice(0, 12)}`,
    kind: 'world',
    priority: 100,
    updatedAt: '2026-01-01T00:00:00.000Z',
  }))
  const files: Record<string, string> = {
    '.creonow/project.json': JSON.stringify({ id: `bench-${constraints}`, name: '长篇', language: 'zh' }),
    '.creonow/rules/constraints.json': JSON.stringify({ version: 2, items }),
    '.creonow/settings/世界观.md': prose(constraints * 6, 7),
  }
  for (let i = 0; i < entries; i += 1) {
    const name = `${prose(2, i).slice(0, 2)}${i}号`
    const head = `id: e${i}\nname: ${name}\ntype: character\naiContextLevel: when_detected`
    files[`.creonow/characters/${i}.md`] = `---\n${head}\n---\n${prose(80, i)}`
  }
  for (let i = 0; i < documents; i += 1) files[nameOf(i)] = prose(i === 0 ? chapterUnits : 6000, i)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true })
    await writeFile(join(project, path), text)
  }
}

/** Sentences from a small lexicon, with a seed; a line break after about every fourth. */
function prose(units: number, seed: number): string {
  let state = seed + 1
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const words = [
    '林远',
    '许三娘',
    '雾',
    '灯塔',
    '石阶',
    '铜哨',
    '账本',
    '潮水',
    '东礁',
    '旧信',
    '没有回头',
    '听见',
    '推开门',
  ]
  let text = ''
  while (text.length < units) {
    for (let i = 0; i < 4; i += 1)
      text += `${words[random(13)]}${String.fromCharCode(0x4e00 + random(3000))}，`
    text += `${words[random(13)]}。${random(4) === 0 ? '\n' : ''}`
  }
  return text
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function quantiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) }
}
