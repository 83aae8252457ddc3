import type { ReceiptChunk } from '#contract/context.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { escapeMarkers } from '../redaction/index.ts'
import type { Receipt, ReceiptPart } from './receipt.ts'
import type { ReceiptStore } from './receiptStore.ts'
import { isMarkerLine } from './template.ts'
import type { Redactor } from './types.ts'

/** `unstored`: it was made for its request and stands in no file. */
export type SourceReading =
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'gone' }
  | { readonly state: 'unstored' }

export interface ReceiptReader {
  /** Newest first; `paragraph`: only of runs that wrote it, by its hash. */
  listReceipts(
    projectId: string,
    filter: { readonly documentId?: string | undefined; readonly paragraph?: string | undefined },
  ): Promise<readonly Receipt[]>
  /** With each chunk's text as far as it is known or can be read again. Throws NOT_FOUND. */
  readReceipt(
    projectId: string,
    receiptId: string,
  ): Promise<{
    readonly receipt: Receipt
    readonly prompt: string | null
    readonly chunks: readonly DeepReadonly<ReceiptChunk>[]
  }>
  /** Remembers the hashes of the paragraphs an author took from a run. */
  recordOutcome(projectId: string, receiptId: string, text: string): Promise<void>
}

export interface ReceiptReaderOptions {
  readonly receipts: ReceiptStore
  /** Reads again what a part of a prompt was made of. */
  readonly readPart: (receipt: Receipt, part: ReceiptPart) => Promise<SourceReading>
  readonly redact: Redactor['redact']
  readonly redactText: (text: string, projectId: string) => string
  readonly sha256Hex: (text: string) => string
}

/** Shows afterwards what a request did: from memory, or by reading its sources again. */
export function createReceiptReader(options: ReceiptReaderOptions): ReceiptReader {
  const { receipts, readPart, redact, redactText, sha256Hex } = options

  async function readReceipt(projectId: string, receiptId: string) {
    const { stored, recent } = await receipts.read(projectId, receiptId)
    const chunks = await Promise.all(
      stored.parts.map(async (part, index): Promise<DeepReadonly<ReceiptChunk>> => {
        const { item: _item, textHash: _hash, units: _units, ...shown } = part
        const { state, text } = await lookAgain(stored.receipt, part, recent?.texts[index])
        return { ...shown, state, text: text === null ? null : redactText(text, projectId) }
      }),
    )
    return { receipt: stored.receipt, prompt: recent ? redactText(recent.prompt, projectId) : null, chunks }
  }

  /** Whether a part's source still says the same. `sent` is its text while this process remembers it. */
  async function lookAgain(
    receipt: Receipt,
    part: ReceiptPart,
    sent: string | undefined,
  ): Promise<Pick<ReceiptChunk, 'state' | 'text'>> {
    const reading = await readPart(receipt, part)
    if (reading.state !== 'read') {
      const state = reading.state === 'unstored' && sent !== undefined ? 'same' : 'gone'
      return { state, text: sent ?? null }
    }
    const scope = part.source.startsWith('manuscript/') ? 'manuscript' : 'creonow'
    const { text: clean } = await redact(reading.text, scope, receipt.projectId)
    const guarded = escapeMarkers(clean, isMarkerLine).text
    const text = part.from === undefined ? guarded.slice(0, part.units) : guarded
    if (sha256Hex(text) !== part.textHash) return { state: 'changed', text: sent ?? null }
    return { state: 'same', text }
  }

  /** Without its indent, which the author's editor may add or take away. */
  const paragraphHash = (paragraph: string) => sha256Hex(paragraph.trim())

  return {
    readReceipt,
    async listReceipts(projectId, { documentId, paragraph }) {
      const written = paragraph === undefined ? undefined : paragraphHash(paragraph)
      return (await receipts.list(projectId)).filter(
        (receipt) =>
          (documentId === undefined || receipt.documentId === documentId) &&
          (written === undefined || receipt.insertedParagraphs.includes(written)),
      )
    },
    async recordOutcome(projectId, receiptId, text) {
      const paragraphs = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
      await receipts.addParagraphs(projectId, receiptId, paragraphs.map(paragraphHash))
    },
  }
}
