import { z } from 'zod'
import { receiptChunk, receipt as wireReceipt } from '../../../contract/context.ts'
import type { DeepReadonly } from '../../../contract/shared.ts'
import { decodeText } from '../../../lib/versionedFile/index.ts'
import type { ReceiptPart } from '../core/explain.ts'

export type Receipt = DeepReadonly<z.infer<typeof wireReceipt>>

export interface StoredReceipt {
  readonly receipt: Receipt
  readonly parts: readonly ReceiptPart[]
}

export const maxReceiptBytes = 4 * 1_048_576

// Earlier versions stored neither notices nor names of sources, or notices with other parameters.
const part = receiptChunk.omit({ card: true, state: true, text: true }).extend({
  sourceName: receiptChunk.shape.sourceName.default('unknown'),
  reasonCode: z.string().max(40).default('given'),
  params: receiptChunk.shape.params.default({}),
  item: z.string().max(200).optional(),
  textHash: z.string().regex(/^[0-9a-f]{64}$/),
  units: z.int().min(0).optional(),
})
const schema = z.object({
  receipt: wireReceipt.extend({
    notices: wireReceipt.shape.notices.catch([]),
    insertedParagraphs: wireReceipt.shape.insertedParagraphs.default([]),
  }),
  parts: z.array(part).max(20_000),
})

/**
 * A receipt out of the text of its file, which may come from outside: checked against the contract, and with the
 * project and the name by which it was read, whatever its own fields are. Undefined when it is none.
 */
export function parseReceipt(text: string, projectId: string, receiptId: string): StoredReceipt | undefined {
  const decoded = decodeText({ schema }, text)
  if ('fault' in decoded) return undefined
  const { receipt, parts } = decoded.value
  // What the schema gives are the fields of a part; an absent one may be there as undefined.
  return { receipt: { ...receipt, projectId, receiptId }, parts: parts as ReceiptPart[] }
}
