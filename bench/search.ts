import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { Database } from 'better-sqlite3'
import { openIndex } from '../main/src/db/open.ts'
import { passagesTable } from '../main/src/db/tables/passages.ts'
import { sha256Hex } from '../main/src/lib/hash.ts'
import { silentLogger } from '../main/src/lib/logger.ts'
import { createRetrievalService, type RetrievalService } from '../main/src/services/retrieval/index.ts'
import { generated } from './generatedText.ts'
import { facts, type Question, questions } from './searchQuestions.ts'

export interface SearchBenchOptions {
  readonly json?: boolean
  /** A novel to use; else every .txt file of the folder in CREONOW_NOVELS; else generated text. */
  readonly novel?: string
}

interface Novel {
  readonly name: string
  readonly text: string
}
interface Timing {
  readonly p50Ms: number
  readonly p95Ms: number
}

const projectId = 'bench'
const rounds = 40
const chapterUnits = 5000

/** Indexing, search and recall over novels; prints one block (or, with `json`, one line) per novel. */
export async function run({ json = false, novel }: SearchBenchOptions = {}): Promise<void> {
  for (const each of novelsFrom(novel)) {
    const result = await measure(each)
    if (json) console.log(JSON.stringify(result))
    else {
      console.log(`\n${result.novel}: ${result.characters} UTF-16 units, ${result.documents} documents`)
      for (const [name, value] of Object.entries(result.results))
        console.log(`  ${name}: ${JSON.stringify(value)}`)
    }
  }
}

async function measure({ name, text }: Novel) {
  const planted = plant(chaptersOf(text))
  const characters = planted.chapters.reduce((sum, it) => sum + it.length, 0)
  const folder = mkdtempSync(join(tmpdir(), 'creonow-bench-'))
  const documents = planted.chapters.map((it, at) => ({
    documentId: `manuscript/${String(at + 1).padStart(5, '0')}.md`,
    title: '',
    chapterNumber: at + 1,
    hash: sha256Hex(it),
    text: it,
  }))
  const byId = new Map(documents.map((it) => [it.documentId, it]))
  const service = createRetrievalService({
    openDatabase: () => openIndex(join(folder, 'index.sqlite'), silentLogger),
    documents: {
      list: async () => documents,
      read: async (_, documentId) => byId.get(documentId) ?? Promise.reject(new Error('no such document')),
    },
    logger: silentLogger,
  })
  let connection: Database | undefined
  try {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const start = performance.now()
    await service.ensureIndexed(projectId)
    const indexMs = performance.now() - start
    delay.disable()
    connection = openIndex(join(folder, 'index.sqlite'), silentLogger)
    const passages = passagesTable(connection).count()
    const last = documents.at(-1)?.documentId ?? ''
    const lastText = planted.chapters.slice(-2).join('')
    const middle = planted.chapters.slice(documents.length / 2 - 1, documents.length / 2 + 1).join('')
    const middleId = documents[Math.floor(documents.length / 2)]?.documentId ?? ''
    // As an assembly asks that goes on: six passages, and those of its last prompt.
    let stood: readonly { documentId: string; from: number; to: number }[] = []
    const searchWindow = async (windowText: string, before: string) => {
      const query = { windowText, before, k: 6, previouslyIncluded: stood }
      const { hits } = await service.forWindow(projectId, query, new AbortController().signal)
      stood = hits
    }
    const phrase = frequentName(text)
    const [asked] = questions[name] ?? [['他究竟为什么要在那天夜里独自离开这座城', ''] as Question]
    const question = asked?.[0] ?? ''
    const search = (query: string) => service.search(projectId, { queries: [query], k: 10, before: last })
    const found = (await service.search(projectId, { queries: [phrase], k: 1_000_000 }))[0] ?? []
    return {
      novel: name,
      characters,
      documents: documents.length,
      results: {
        passages,
        'index ms': round(indexMs),
        'index ms per million': round((indexMs / characters) * 1e6),
        'event-loop delay p99 ms while indexing': round(delay.percentile(99) / 1e6),
        'event-loop delay max ms while indexing': round(delay.max / 1e6),
        'RSS after indexing MB': Math.round(process.memoryUsage.rss() / 1_048_576),
        [`name ${phrase} (${found.length} passages)`]: await time(() => search(phrase)),
        [`question of ${question.length}`]: await time(() => search(question)),
        "assembly's query at the end": await time((at) => searchWindow(windowAt(lastText, at), last)),
        "assembly's query in the middle": await time((at) => searchWindow(windowAt(middle, at), middleId)),
        'peer: includes over all chapters': await time(async () =>
          planted.chapters.filter((it) => it.includes(phrase)),
        ),
        'same chapters as the peer':
          new Set(found.map((hit) => hit.documentId)).size ===
          planted.chapters.filter((it) => it.includes(phrase)).length,
        'questions: recall@5, @10': await questionRecall(service, questions[name] ?? []),
        'planted facts by window: recall@5, @10': await factRecall(service, planted.windows, documents),
      },
    }
  } finally {
    connection?.close()
    await service.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function questionRecall(service: RetrievalService, asked: readonly Question[]) {
  const places: number[] = []
  for (const [question, answer] of asked) {
    const [hits] = await service.search(projectId, { queries: [question], k: 10 })
    places.push((hits ?? []).findIndex((hit) => hit.text.replace(/\s/g, '').includes(answer)))
  }
  return recall(places)
}

/** The window is the end of a late chapter with the reminder as its last words, as a writer would have it. */
async function factRecall(
  service: RetrievalService,
  windows: readonly { readonly text: string; readonly fact: string; readonly chapter: number }[],
  documents: readonly { readonly documentId: string }[],
) {
  const places: number[] = []
  for (const { text, fact, chapter } of windows) {
    const query = { windowText: text, before: documents[chapter]?.documentId ?? '', k: 10 }
    const { hits } = await service.forWindow(projectId, query, new AbortController().signal)
    places.push(hits.findIndex((hit) => hit.text.includes(fact)))
  }
  return recall(places)
}

function recall(places: readonly number[]) {
  const within = (k: number) => places.filter((place) => place >= 0 && place < k).length
  return places.length === 0 ? null : { at5: within(5), at10: within(10), of: places.length }
}

function plant(chapters: readonly string[]) {
  const out = [...chapters]
  const windows = facts.map(([fact, reminder], at) => {
    const early = Math.floor((chapters.length / 2) * (at / facts.length))
    const late = Math.min(chapters.length - 1, Math.floor(chapters.length * (0.6 + 0.03 * at)))
    const host = out[early] ?? ''
    const middle = host.indexOf('\n', host.length / 2) + 1
    out[early] = `${host.slice(0, middle)}\u3000\u3000${fact}\n${host.slice(middle)}`
    return { text: `${(chapters[late] ?? '').slice(-700)}\n\u3000\u3000${reminder}`, fact, chapter: late }
  })
  return { chapters: out, windows }
}

function novelsFrom(file: string | undefined): Novel[] {
  const folder = process.env.CREONOW_NOVELS
  const files = file
    ? [file]
    : folder
      ? readdirSync(folder)
          .filter((it) => it.endsWith('.txt'))
          .sort()
      : []
  const novels = files.map((it) => ({
    name: basename(it),
    text: readFileSync(file ? it : join(folder ?? '', it), 'utf8'),
  }))
  return novels.length > 0 ? novels : [{ name: 'generated', text: generated(1_000_000) }]
}

function chaptersOf(text: string): string[] {
  const chapters: string[] = []
  let open = ''
  for (const line of text.split(/(?<=\n)/)) {
    open += line
    if (open.length >= chapterUnits) {
      chapters.push(open)
      open = ''
    }
  }
  return open.length > 0 ? [...chapters, open] : chapters
}

/** A common word of two characters (or one Latin word) of the text, standing in for a leading name. */
function frequentName(text: string): string {
  const known = ['孔明', '宝玉', 'Elizabeth'].find((name) => text.includes(name))
  return known ?? text.match(/\p{Script=Han}{2}/u)?.[0] ?? ''
}

/** The text in front of a cursor that has moved on by `at` sentences. */
function windowAt(text: string, at: number): string {
  const end = Math.max(1500, text.length - (rounds + 5 - at) * 20)
  return text.slice(end - 1500, end)
}

async function time(work: (at: number) => Promise<unknown>): Promise<Timing> {
  const taken: number[] = []
  for (let at = 0; at < rounds + 5; at++) {
    const start = performance.now()
    await work(at)
    if (at >= 5) taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  const at = (share: number) => round(taken[Math.floor(taken.length * share)] ?? 0)
  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, novel: { type: 'string' } } })
  await run({ json: values.json ?? false, ...(values.novel !== undefined && { novel: values.novel }) })
}
