import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DocumentSummary } from '#contract/documents.ts'
import type { ChannelOutput } from '#contract/index.ts'
import { type Clause, clausesOf } from '../../../lib/clauses.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import { countWords } from '../../../lib/wordCount.ts'

type ChapterShare = ChannelOutput<'words:statistics:get'>['chapters'][number]

/** What a receipt says of a run whose text was accepted. */
export interface AcceptedRun {
  readonly documentId: string
  /** sha256hex of its paragraphs without white space at their ends. */
  readonly insertedParagraphs: readonly string[]
  /** Hashes of the clauses that the run wrote and the author accepted; absent: only whole paragraphs are known. */
  readonly writtenClauses?: readonly string[] | undefined
}

/** A shorter paragraph stands in many chapters, and is a model's only where it was accepted. */
const leastDistinctWords = 12
/** Fewer words together are written by everybody, in the chapter of the run too, unless they are a whole paragraph. */
const leastWords = 6

/**
 * How many 字 of each chapter stand as a model wrote them and the author accepted them; the rest is the author's,
 * written or imported. Of a paragraph that was changed since, the changed clauses are the author's; all of it where the
 * receipt is of a version that knew no clauses. A chapter that cannot be read has none.
 */
export async function chapterShares(
  chapters: readonly DocumentSummary[],
  runs: readonly AcceptedRun[],
  readText: (documentId: string) => Promise<string>,
): Promise<readonly ChapterShare[]> {
  const anywhere = writtenBy(runs)
  const shares: ChapterShare[] = []
  for (const { documentId, title, words: length } of chapters) {
    const ownRuns = runs.filter((run) => run.documentId === documentId)
    const inChapter = writtenBy(ownRuns)
    const accepted = new Set(ownRuns.flatMap(({ insertedParagraphs }) => insertedParagraphs))
    const text = anywhere.size === 0 ? '' : await readText(documentId)
    shares.push({
      documentId,
      title,
      words: length,
      ai: Math.min(length, wordsByModels(text, { inChapter, accepted, anywhere })),
    })
    await nextTurn()
  }
  return shares
}

/** Hashes of clauses, and of paragraphs where no clauses are known: these are longer, so one is never the other. */
const writtenBy = (runs: readonly AcceptedRun[]): ReadonlySet<string> =>
  new Set(runs.flatMap(({ insertedParagraphs, writtenClauses }) => writtenClauses ?? insertedParagraphs))

/** Of the chapter: what runs wrote for it, the paragraphs that were accepted in it; then of all chapters. */
type Hashes = Readonly<Record<'inChapter' | 'accepted' | 'anywhere', ReadonlySet<string>>>

function wordsByModels(text: string, { inChapter, accepted, anywhere }: Hashes): number {
  let sum = 0
  for (const line of text === '' ? [] : text.split(/\r\n|\n|\r/)) {
    const paragraph = line.trim()
    if (paragraph === '') continue
    const hash = sha256Hex(paragraph)
    const length = countWords(paragraph)
    if (inChapter.has(hash) || (length >= leastDistinctWords && anywhere.has(hash))) sum += length
    else {
      const clauses = clausesOf(paragraph)
      if (clauses.some((clause) => anywhere.has(clause.hash)))
        sum += Math.max(
          accepted.has(hash) && clauses.every((clause) => inChapter.has(clause.hash))
            ? length
            : wordsTogether(clauses, inChapter, leastWords),
          wordsTogether(clauses, anywhere, leastDistinctWords),
        )
    }
  }
  return sum
}

/** Words of the clauses in `written` that follow one another, where these are `least` or more without their marks. */
function wordsTogether(clauses: readonly Clause[], written: ReadonlySet<string>, least: number): number {
  let sum = 0
  let together = 0
  let plainWords = 0
  for (const { text, hash } of clauses) {
    if (written.has(hash)) {
      together += countWords(text)
      plainWords += countWords(text.replace(marks, ''))
    } else {
      sum += plainWords >= least ? together : 0
      together = 0
      plainWords = 0
    }
  }
  return plainWords >= least ? sum + together : sum
}

/** Chinese counts them as words, and short speech has more of them than of characters. */
const marks = /[\p{P}\p{S}]/gu
