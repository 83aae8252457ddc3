import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIndex } from '../main/src/db/open.ts'
import { sha256Hex } from '../main/src/lib/hash.ts'
import { silentLogger } from '../main/src/lib/logger.ts'
import { splitNovel } from '../main/src/services/manuscript/import/split.ts'
import { createEmbeddingProvider, createRetrievalService } from '../main/src/services/retrieval/index.ts'
import { cutPassages } from '../main/src/services/retrieval/passages.ts'
import { type NameGroups, redChamberNames, threeKingdomsNames } from './questions/aliases.ts'
import { redChamberEvents, threeKingdomsEvents } from './questions/events.ts'
import { prideAndPrejudiceQuestions } from './questions/prideAndPrejudice.ts'
import { type AskedQuestion, isAnswered } from './questions/question.ts'
import { redChamberQuestions } from './questions/redChamber.ts'
import { threeKingdomsQuestions } from './questions/threeKingdoms.ts'
import { createBaseline } from './retrievalBaseline.ts'
import { startEmbedder } from './retrievalEmbedder.ts'
import { questions as otherQuestions } from './searchQuestions.ts'

const projectId = 'bench'
const depths = [1, 5, 10, 20]
const books: readonly {
  readonly name: string
  readonly asked: readonly AskedQuestion[]
  readonly events: readonly AskedQuestion[]
  readonly names: NameGroups
}[] = [
  { name: '三国演义', asked: threeKingdomsQuestions, events: threeKingdomsEvents, names: threeKingdomsNames },
  { name: '红楼梦', asked: redChamberQuestions, events: redChamberEvents, names: redChamberNames },
  { name: 'pride-and-prejudice', asked: prideAndPrejudiceQuestions, events: [], names: [] },
]

interface AskedAt {
  readonly queryText: string
  readonly before: string
}

interface Found {
  readonly documentId: string
  readonly text: string
}

/**
 * Recall of a passage that holds the answer, over the questions of bench/questions, for plain BM25 and for ours.
 * All of them were visible when weights were chosen (docs/decisions/0007-ranking-passages.md). Needs the novels in the folder
 * CREONOW_NOVELS.
 */
export async function run({ json }: { json: boolean; novel?: string }): Promise<void> {
  const folder = process.env.CREONOW_NOVELS ?? ''
  for (const book of books) {
    const file = join(folder, `${book.name}.txt`)
    if (!existsSync(file)) {
      process.stderr.write(`${book.name}.txt is not in the folder CREONOW_NOVELS: nothing measured\n`)
      continue
    }
    const result = { novel: book.name, ...(await measure(book, readFileSync(file, 'utf8'))) }
    if (json) console.log(JSON.stringify(result))
    else {
      console.log(`\n${book.name}: ${result.passages} passages, ${result.questions} questions`)
      for (const [name, values] of Object.entries(result.recall)) {
        console.log(
          `  ${name.padEnd(34)}${Object.entries(values)
            .map(([at, it]) => `${at} ${it}`)
            .join('  ')}`,
        )
      }
      console.log(`  ${result.cpuMsPerQuestion} ms of processor time per question`)
    }
  }
}

async function measure({ name, asked, events, names }: (typeof books)[number], text: string) {
  const documents = splitNovel(text)
    .parts.filter(({ kind }) => kind === 'chapter')
    .map(({ from, to, title }, at) => chapter(at + 1, title ?? '', text.slice(from, to)))
  // The assembly searches in front of the chapter that is being written: here one that has no text yet.
  const next = chapter(documents.length + 1, '', '')
  documents.push(next)
  const passages = documents.flatMap(({ documentId, text: chapter }) =>
    cutPassages(chapter).map(({ from, to }) => ({ documentId, text: chapter.slice(from, to) })),
  )
  const held = (otherQuestions[`${name}.txt`] ?? []).map(
    ([question, answer]): AskedQuestion => [0, question, answer],
  )
  const baseline = createBaseline(passages.map((it) => it.text))
  const byBaseline = async (question: string) =>
    baseline(question)
      .slice(0, 20)
      .flatMap((at) => passages[at] ?? [])
  const folder = mkdtempSync(join(tmpdir(), 'creonow-bench-'))
  const embedder = await startEmbedder(passages.map((it) => it.text))
  const serve = (kind: 'words' | 'names' | 'vectors') =>
    createRetrievalService({
      openDatabase: () => openIndex(join(folder, `${kind}.sqlite`), silentLogger),
      documents: {
        list: async () => documents,
        read: async (_, documentId) => {
          const found = documents.find((it) => it.documentId === documentId)
          return found ?? Promise.reject(new Error('no such chapter'))
        },
      },
      logger: silentLogger,
      ...(kind === 'words' ? {} : { aliases: async () => names }),
      ...(kind === 'vectors' && {
        embedding: () =>
          createEmbeddingProvider({ providerId: 'bench', model: 'hashed', baseUrl: embedder.baseUrl }),
      }),
    })
  const services = { words: serve('words'), names: serve('names'), vectors: serve('vectors') }
  const by = (kind: keyof typeof services) => async (question: string) =>
    (await services[kind].search(projectId, { queries: [question], k: 20 }))[0] ?? []
  // As an instruction to somebody who writes on in the last chapter.
  const last = documents.at(-2) ?? next
  const prose = last.text.slice(-1500)
  const earlier = asked.filter(([chapters]) => Math.max(...[chapters].flat()) < last.chapterNumber)
  const byWindow = (kind: keyof typeof services) => async (windowText: string, asked?: AskedAt) => {
    const query = { windowText, before: next.documentId, k: 20, ...asked }
    const { hits } = await services[kind].forWindow(projectId, query, new AbortController().signal)
    return hits
  }
  try {
    for (const service of Object.values(services)) await service.ensureIndexed(projectId)
    const before = process.cpuUsage()
    const ours = await recall(asked, by('names'))
    const { user, system } = process.cpuUsage(before)
    const cpuMsPerQuestion = Math.round((user + system) / asked.length / 100) / 10
    const all = [...asked, ...events, ...held]
    return {
      passages: passages.length,
      questions: asked.length,
      cpuMsPerQuestion,
      recall: {
        'BM25, characters and bigrams': await recall(asked, byBaseline),
        'ours without aliases': await recall(asked, by('words')),
        ours,
        [`all ${all.length} questions: BM25`]: await recall(all, byBaseline),
        [`all ${all.length} questions: ours`]: await recall(all, by('names')),
        'ours, first half of the book': await recall(asked.slice(0, asked.length / 2), by('names')),
        'ours, second half of the book': await recall(asked.slice(asked.length / 2), by('names')),
        'ours + hashed vectors (RRF)': await recall(asked, by('vectors')),
        'assembly, question as window': await recall(asked, byWindow('names')),
        'assembly + hashed vectors (RRF)': await recall(asked, byWindow('vectors')),
        'asked behind 1,500 of prose': await recall(earlier, (askedText) =>
          byWindow('names')(prose, { queryText: askedText, before: last.documentId }),
        ),
        [`events (${events.length}): BM25`]: await recall(events, byBaseline),
        [`events (${events.length}): ours`]: await recall(events, by('names')),
        [`held out (${held.length}): BM25`]: await recall(held, byBaseline),
        [`held out (${held.length}): ours`]: await recall(held, by('names')),
        [`held out (${held.length}): assembly`]: await recall(held, byWindow('names')),
      },
    }
  } finally {
    for (const service of Object.values(services)) await service.dispose()
    embedder.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function recall(
  asked: readonly AskedQuestion[],
  search: (question: string) => Promise<readonly Found[]>,
): Promise<Record<string, number>> {
  if (asked.length === 0) return {}
  const places: number[] = []
  for (const one of asked) {
    const found = await search(one[1])
    places.push(
      found.findIndex(({ documentId, text }) => isAnswered(one, Number(/\d+/.exec(documentId)?.[0]), text)),
    )
  }
  const within = (k: number) => places.filter((place) => place >= 0 && place < k).length / places.length
  return Object.fromEntries(depths.map((k) => [`@${k}`, Math.round(within(k) * 1000) / 1000]))
}

function chapter(chapterNumber: number, title: string, text: string) {
  return { documentId: idOf(chapterNumber), title, chapterNumber, text, hash: sha256Hex(text) }
}

function idOf(chapter: number): string {
  return `manuscript/${String(chapter).padStart(3, '0')}.md`
}
