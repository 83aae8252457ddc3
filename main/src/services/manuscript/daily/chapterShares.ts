import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DocumentSummary } from '#contract/documents.ts'
import type { ChannelOutput } from '#contract/index.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { countWords } from '../../../lib/wordCount.ts'

type ChapterShare = ChannelOutput<'words:statistics:get'>['chapters'][number]

/** What a receipt says of a run whose text was accepted. */
export interface AcceptedRun {
  readonly documentId: string
  /** sha256hex of its paragraphs without white space at their ends. */
  readonly insertedParagraphs: readonly string[]
}

/** A shorter paragraph stands in many chapters, and is a model's only where it was accepted. */
const leastDistinctWords = 12

/**
 * How many 字 of each chapter stand in paragraphs that are as the author has accepted them from a model; the rest is the
 * author's, written or imported. A paragraph that the author has changed since is the author's. A chapter that cannot
 * be read has none.
 */
export async function chapterShares(
  chapters: readonly DocumentSummary[],
  runs: readonly AcceptedRun[],
  readText: (documentId: string) => Promise<string>,
): Promise<readonly ChapterShare[]> {
  const anywhere = new Set(runs.flatMap(({ insertedParagraphs }) => insertedParagraphs))
  const shares: ChapterShare[] = []
  for (const { documentId, title, words: length } of chapters) {
    const inChapter = new Set(
      runs.flatMap((run) => (run.documentId === documentId ? run.insertedParagraphs : [])),
    )
    const text = anywhere.size === 0 ? '' : await readText(documentId)
    shares.push({
      documentId,
      title,
      words: length,
      ai: Math.min(length, wordsByModels(text, inChapter, anywhere)),
    })
    await nextTurn()
  }
  return shares
}

function wordsByModels(text: string, inChapter: ReadonlySet<string>, anywhere: ReadonlySet<string>): number {
  if (text === '') return 0
  let sum = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    const paragraph = line.trim()
    if (paragraph === '') continue
    const hash = sha256Hex(paragraph)
    if (!anywhere.has(hash)) continue
    const length = countWords(paragraph)
    if (length >= leastDistinctWords || inChapter.has(hash)) sum += length
  }
  return sum
}
