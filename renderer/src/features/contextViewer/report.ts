import type { Receipt, ReceiptChunk } from '#contract/context.ts'
import type { ReceiptView } from './contextModel.ts'

export interface ReportOptions {
  /** Of the app; null when it is not known. */
  readonly version: string | null
  /** Hexadecimal. With a salt of its own for each report, short names cannot be guessed from their hashes. */
  readonly hash: (text: string) => Promise<string>
  /** The app's own sources of context; any other name may be the author's. */
  readonly sourceNames: ReadonlySet<string>
}

/** Words of the engine, not of an author: they may stand in a report as they are. */
const engineWords = new Set(
  (
    'rules settings retrieved immediate template author ' +
    'manuscript .creonow working ' +
    'characters memory conversations skills skill outputs request additionalInput ' +
    'constraints.json project.json preferences.json terminology.json style.md ' +
    'continue polish rewrite expand condense brainstorm critique chat distil'
  ).split(' '),
)

const range = /^\d{1,9}(?:-\d{0,9})?$/
const modelName = /^[\w.:@-]{1,60}(?:\/[\w.:@-]{1,60})?$/

/**
 * What a run read and why, for a bug report: numbers, decisions and hashes. No text of the author is in it, nor a
 * name of theirs (of a file, chapter, entry or skill); equal names have equal hashes within one report.
 */
export const makeReport = async ({ receipt, prompt, chunks }: ReceiptView, options: ReportOptions) => {
  const { version, hash, sourceNames } = options
  const hideText = async (text: string) => ({ sha256: await hash(text), units: text.length })

  const hideToken = async (token: string) => {
    if (token === '' || engineWords.has(token) || sourceNames.has(token) || range.test(token)) return token
    const [ending = ''] = /\.(?:md|txt|json|jsonl|ya?ml)$/i.exec(token) ?? []
    return (await hash(token)).slice(0, 12) + ending
  }
  /** A path or id part by part: `manuscript/010-灯塔.md#3-90` → `manuscript/9f86d081884c.md#3-90`. */
  const hideName = async (name: string) => {
    const tokens = name.split(/([/:#~])/).map((token, index) => (index % 2 === 1 ? token : hideToken(token)))
    return (await Promise.all(tokens)).join('')
  }
  const hideWarning = async (warning: string) => {
    const [code = ''] = /^[A-Z][A-Z_]+(?=:|$)/.exec(warning) ?? []
    const rest = warning.slice(code.length)
    return { code, ...(rest === '' ? {} : { detail: await hideText(rest) }) }
  }
  /** Parameters of a code: numbers and flags say nothing of the book, words may be names of it. */
  const hideParams = async (params: object): Promise<object> => {
    const hideOne = async (value: unknown): Promise<unknown> => {
      if (typeof value === 'string') return hideText(value)
      if (Array.isArray(value)) return Promise.all(value.map(hideOne))
      // What is wrong with a file: a code with parameters of its own.
      if (typeof value === 'object' && value !== null && 'params' in value)
        return { ...value, params: await hideParams(value.params ?? {}) }
      return value
    }
    const hidden = Object.entries(params).map(async ([name, value]) => [name, await hideOne(value)] as const)
    return Object.fromEntries(await Promise.all(hidden))
  }
  const hideRow = async ({ params, ...row }: Receipt['trim'][number]) => ({
    ...row,
    sourceRef: await hideName(row.sourceRef),
    ...(params ? { params: await hideParams(params) } : {}),
  })
  const hideSource = async <T extends { readonly sourceRef: string }>(row: T) => ({
    ...row,
    sourceRef: await hideName(row.sourceRef),
  })
  const hideChunk = async ({
    source,
    sourceName,
    label,
    reason,
    params,
    text,
    ...numbers
  }: ReceiptChunk) => ({
    ...numbers,
    source: await hideName(source),
    sourceName: await hideName(sourceName),
    ...(params ? { params: await hideParams(params) } : {}),
    label: await hideText(label),
    reason: await hideText(reason),
    text: text === null ? null : await hideText(text),
  })
  const hideBlock = async <T extends { readonly blockId: string }>(block: T) => ({
    ...block,
    blockId: await hideName(block.blockId),
  })
  const hideDelta = async (delta: Receipt['delta']) => ({
    ...delta,
    firstChange: delta.firstChange && (await hideBlock(delta.firstChange)),
    blocks: await Promise.all(delta.blocks.map(hideBlock)),
    removed: await Promise.all(delta.removed.map(hideName)),
  })

  const { projectId, documentId, skillId, modelId, insertedParagraphs, writtenClauses, ...numbers } = receipt
  return {
    format: 'creonow-context-report',
    formatVersion: 1,
    appVersion: version,
    receipt: {
      ...numbers,
      projectId: await hideName(projectId),
      documentId: await hideName(documentId),
      skillId: await hideName(skillId),
      modelId: modelName.test(modelId) ? modelId : await hideName(modelId),
      warnings: await Promise.all(receipt.warnings.map(hideWarning)),
      notices: await Promise.all(
        receipt.notices.map(async ({ code, params }) => ({ code, params: await hideParams(params) })),
      ),
      trim: await Promise.all(receipt.trim.map(hideRow)),
      redaction: await Promise.all(receipt.redaction.map(hideSource)),
      delta: await hideDelta(receipt.delta),
      insertedParagraphs: insertedParagraphs.length,
      writtenClauses: writtenClauses?.length,
    },
    chunks: await Promise.all(chunks.map(hideChunk)),
    prompt: prompt === null ? null : await hideText(prompt),
  }
}
