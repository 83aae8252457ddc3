import type { ReceiptChunk, SourceName } from '#contract/context.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { isAppError } from '../../../lib/appError.ts'
import { clausesOf } from '../../../lib/clauses.ts'
import { checkProjectPath } from '../../../lib/containedPath.ts'
import type { Redactor } from '../../redaction/index.ts'
import type { ReceiptPart } from '../core/explain.ts'
import type { Language, Ref } from '../core/types.ts'
import { makeSafe } from '../finish.ts'
import type { Reread, Source } from '../source.ts'
import type { Receipt } from './receiptFile.ts'
import type { ReceiptStore, RunRecord } from './receiptStore.ts'

/** `unstored`: it was made for its request and is in no file. */
type Reading =
  | { readonly state: 'read'; readonly source: Source; readonly reread: Reread }
  | { readonly state: 'gone' | 'unstored' }

export interface ReceiptReader {
  /** Newest first; `paragraph`: only of runs that wrote it, by its hash. */
  listReceipts(
    projectId: string,
    filter: { readonly documentId?: string | undefined; readonly paragraph?: string | undefined },
  ): Promise<readonly Receipt[]>
  /** What each source contributes, as the interface names it. */
  listSources(): readonly SourceName[]
  /** With each chunk's text as far as it is in memory or can be read again. Throws NOT_FOUND. */
  readReceipt(
    projectId: string,
    receiptId: string,
  ): Promise<{
    readonly receipt: Receipt
    readonly prompt: string | null
    readonly chunks: readonly DeepReadonly<ReceiptChunk>[]
  }>
  /**
   * Remembers the hashes of the paragraphs an author took from a run, `text`, and of those clauses in it that are of
   * the run, which wrote `written`.
   */
  recordOutcome(projectId: string, receiptId: string, text: string, written: string): Promise<void>
  /** Stores what a run has cost, and the Judge's findings about its text. */
  recordRun(projectId: string, receiptId: string, run: RunRecord): Promise<void>
}

export interface ReceiptReaderOptions {
  readonly receipts: ReceiptStore
  /** Each reads its own material again. */
  readonly sources: readonly Source[]
  readonly languageOf: (projectId: string) => Promise<Language>
  /** The id of a chapter that a stored receipt may name by its path; the name itself without it. */
  readonly chapterId?: (projectId: string, name: string) => Promise<string>
  readonly redact: Redactor['redact']
  readonly redactText: (text: string, projectId: string) => string
  readonly sha256Hex: (text: string) => string
}

/** Shows afterwards what a request did: from memory, or by reading its sources again. */
export function createReceiptReader(options: ReceiptReaderOptions): ReceiptReader {
  const { receipts, sources, languageOf, redact, redactText, sha256Hex } = options
  const { chapterId = async (_projectId: string, name: string) => name } = options

  async function readReceipt(projectId: string, receiptId: string) {
    const { stored: raw, recent } = await receipts.read(projectId, receiptId)
    const stored = { ...raw, receipt: await withChapterId(projectId, raw.receipt) }
    const chunks = await Promise.all(
      stored.parts.map(async (part, index): Promise<DeepReadonly<ReceiptChunk>> => {
        const { item: _item, textHash: _hash, units: _units, ...shown } = part
        const { state, text } = await checkPart(stored.receipt, part, recent?.texts[index])
        return {
          ...shown,
          card: cardOf(part),
          state,
          text: text === null ? null : redactText(text, projectId),
        }
      }),
    )
    return { receipt: stored.receipt, prompt: recent ? redactText(recent.prompt, projectId) : null, chunks }
  }

  /** Whether a part's source still has the same text. `sent` is its text while this process has it in memory. */
  async function checkPart(
    receipt: Receipt,
    part: ReceiptPart,
    sent: string | undefined,
  ): Promise<Pick<ReceiptChunk, 'state' | 'text'>> {
    const reading = await readAgain(receipt, part)
    if (reading.state !== 'read') {
      const state = reading.state === 'unstored' && sent !== undefined ? 'same' : 'gone'
      return { state, text: sent ?? null }
    }
    const { source, reread } = reading
    const level = part.level ?? 'full'
    const form = level === 'full' ? reread : { text: reread.forms?.[level] ?? '', shortOf: reread.text }
    const clean = await makeSafe(form, refOf(part), (text) =>
      redact(text, source.redaction ?? 'creonow', receipt.projectId),
    )
    const text = part.from === undefined ? clean.text.slice(0, part.units) : clean.text
    if (sha256Hex(text) !== part.textHash) return { state: 'changed', text: sent ?? null }
    return { state: 'same', text }
  }

  /** A source that the app does not have names its own material. */
  const cardOf = ({ sourceName }: ReceiptPart) =>
    sources.find(({ name }) => name === sourceName)?.display.card ?? 'title'

  async function readAgain(receipt: Receipt, part: ReceiptPart): Promise<Reading> {
    const source = sources.find(({ name }) => name === part.sourceName)
    if (!source?.reread) return { state: 'unstored' }
    const { projectId, documentId, skillId } = receipt
    try {
      // A receipt lies in the project, and the project may come from anybody.
      if (!/^(?:memory|skill|request):/.test(part.source)) checkProjectPath(part.source, 'linux')
      const language = await languageOf(projectId)
      const reread = await source.reread(refOf(part), { projectId, documentId, skillId, language })
      return reread ? { state: 'read', source, reread } : { state: 'gone' }
    } catch (error) {
      if (isAppError(error)) return { state: 'gone' }
      throw error
    }
  }

  async function withChapterId(projectId: string, receipt: Receipt): Promise<Receipt> {
    const documentId = await chapterId(projectId, receipt.documentId)
    return documentId === receipt.documentId ? receipt : { ...receipt, documentId }
  }

  /** Without its indent, which the author's editor may add or take away. */
  const paragraphHash = (paragraph: string) => sha256Hex(paragraph.trim())

  return {
    listSources: () => sources.map(({ name, display }) => ({ sourceName: name, name: display.name })),
    readReceipt,
    async listReceipts(projectId, { documentId, paragraph }) {
      const written = paragraph === undefined ? undefined : paragraphHash(paragraph)
      const all = await Promise.all(
        (await receipts.list(projectId)).map((receipt) => withChapterId(projectId, receipt)),
      )
      return all.filter(
        (receipt) =>
          (documentId === undefined || receipt.documentId === documentId) &&
          (written === undefined || receipt.insertedParagraphs.includes(written)),
      )
    },
    async recordOutcome(projectId, receiptId, text, written) {
      const ofRun = new Set(clauseHashes(paragraphsOf(written)))
      const paragraphs = paragraphsOf(text)
      await receipts.addAccepted(projectId, receiptId, {
        insertedParagraphs: paragraphs.map(paragraphHash),
        writtenClauses: clauseHashes(paragraphs).filter((hash) => ofRun.has(hash)),
      })
    },
    recordRun: receipts.addRun,
  }
}

const paragraphsOf = (text: string) => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')

const clauseHashes = (paragraphs: readonly string[]) =>
  paragraphs.flatMap((paragraph) => clausesOf(paragraph).map(({ hash }) => hash))

const refOf = ({ source, item, from, to }: ReceiptPart): Ref => ({
  path: source,
  ...(item === undefined ? {} : { item }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})
