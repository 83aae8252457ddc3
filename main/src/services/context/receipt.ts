import type { Assembly } from './engine.ts'
import { type OffsetMap, placedRange } from './evidence.ts'
import type { Placed } from './serialise.ts'
import type { Chunk, DetailLevel, LayerName, TrimAction, TrimReason } from './types.ts'

/** A chunk as a receipt remembers it: where it came from and a hash, no text. */
export interface ReceiptPart {
  readonly layer: LayerName
  readonly source: string
  readonly item?: string
  readonly from?: number
  readonly to?: number
  readonly label: string
  readonly tokens: number
  readonly action: TrimAction
  readonly level?: DetailLevel
  readonly reason: string
  readonly trimReason: TrimReason
  /** sha256hex of the chunk's text as it stood in the prompt; of the whole chunk when it was dropped. */
  readonly textHash: string
  /** Set when only a beginning of the source was shown: its length in UTF-16 units. */
  readonly units?: number
}

/** Evidence of one request. Holds ids, offsets, hashes, counts and decisions; never text. */
export interface Receipt {
  readonly receiptId: string
  readonly projectId: string
  readonly documentId: string
  readonly skillId: string
  readonly modelId: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly tokenCount: number
  readonly stablePrefixHash: string
  readonly promptHash: string
  readonly stablePrefixUnchanged: boolean
  readonly tokenizer: Assembly['tokenizer']
  readonly budget: ContextBudget
  readonly layers: LayerUse
  readonly warnings: readonly string[]
  readonly trim: Assembly['trim']
  readonly redaction: Assembly['redaction']
  readonly delta: Assembly['delta']
  readonly timings: Assembly['timings']
  readonly insertedParagraphs: readonly string[]
}

export interface ContextBudget {
  readonly maxInputTokens: number
  /** Before trimming. */
  readonly estimate: {
    readonly rulesTokens: number
    readonly settingsTokens: number
    readonly retrievedTokens: number
    readonly immediateTokens: number
    readonly totalTokens: number
  }
  readonly total: number
  readonly windowTokens: number
  readonly outputReserveTokens: number
  readonly templateTokens: number
  readonly historyTokens: number
}

interface Use {
  readonly tokens: number
  readonly truncated: boolean
}

export interface LayerUse {
  readonly rules: Use
  readonly settings: Use
  readonly retrieved: Use & { readonly chunks: number }
  readonly immediate: Use
}

export function contextBudget({ budget, estimate, templateTokens, request }: Assembly): ContextBudget {
  return {
    maxInputTokens: budget.maxInputTokens,
    estimate: {
      rulesTokens: estimate.rules,
      settingsTokens: estimate.settings,
      retrievedTokens: estimate.retrieved,
      immediateTokens: estimate.immediate,
      totalTokens: estimate.rules + estimate.settings + estimate.retrieved + estimate.immediate,
    },
    total: budget.total,
    windowTokens: request.model.windowTokens,
    outputReserveTokens: request.model.outputReserveTokens,
    templateTokens,
    historyTokens: budget.historyTokens,
  }
}

export function layerUse({ layerTokens, trim, placed }: Assembly): LayerUse {
  const use = (layer: LayerName): Use => ({
    tokens: layerTokens[layer],
    truncated: trim.some((row) => row.layer === layer && row.action !== 'kept'),
  })
  return {
    rules: use('rules'),
    settings: use('settings'),
    retrieved: {
      ...use('retrieved'),
      chunks: placed.retrieved.filter(({ action }) => action !== 'dropped').length,
    },
    immediate: use('immediate'),
  }
}

export function makeReceipt(assembly: Assembly, receiptId: string, createdAt: string): Receipt {
  const { request } = assembly
  return {
    receiptId,
    projectId: request.projectId,
    documentId: request.documentId,
    skillId: request.skill.id,
    modelId: request.model.id,
    createdAt,
    tokenCount: assembly.tokenCount,
    stablePrefixHash: assembly.stablePrefixHash,
    promptHash: assembly.promptHash,
    stablePrefixUnchanged: assembly.stablePrefixUnchanged,
    tokenizer: assembly.tokenizer,
    budget: contextBudget(assembly),
    layers: layerUse(assembly),
    warnings: assembly.warnings,
    trim: assembly.trim,
    redaction: assembly.redaction,
    delta: assembly.delta,
    timings: assembly.timings,
    insertedParagraphs: [],
  }
}

const isBeginning = ({ text, fetchedChars = 0 }: Chunk, shown: string) =>
  shown.length < Math.max(text.length, fetchedChars)

/** What a receipt shows of a chunk: its text in the prompt, or what was left out. */
export const shownText = ({ action, chunk, text }: Placed) => (action === 'dropped' ? chunk.text : text)

export function makePart(
  placed: Placed,
  tokens: number,
  sha256Hex: (text: string) => string,
  toOriginal: OffsetMap,
): ReceiptPart {
  const { chunk, action, reason, level = chunk.level } = placed
  const text = shownText(placed)
  return {
    layer: chunk.layer,
    source: chunk.source,
    ...(chunk.item === undefined ? {} : { item: chunk.item }),
    ...placedRange(placed, toOriginal),
    label: chunk.label,
    tokens: action === 'dropped' ? chunk.tokenCount : tokens,
    action,
    ...(level === undefined ? {} : { level }),
    reason: chunk.reason,
    trimReason: reason,
    textHash: sha256Hex(text),
    ...(isBeginning(chunk, text) ? { units: text.length } : {}),
  }
}
