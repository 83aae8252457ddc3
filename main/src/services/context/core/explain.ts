import type { AssembleResult, InspectedChunk, Receipt } from '#contract/context.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import { describeNotice, describeReason } from '../../../contract/sentences/codedSentence.ts'
import { perObject } from '../../../lib/perObject.ts'
import { toOriginalOffset } from '../../redaction/index.ts'
import type { HistoryView } from '../contextRequest.ts'
import type { Assembly } from './assembly.ts'
import { decisionOf, placedRange, trimRow } from './evidence.ts'
import { layerOrder } from './layers.ts'
import type { Chunk, DetailLevel, LayerName, Placed, Ref, TrimAction, TrimReason } from './types.ts'

export type ContextResult = DeepReadonly<AssembleResult>
type Hash = (text: string) => string

/** A chunk as a receipt remembers it: where it came from and a hash, no text. */
export interface ReceiptPart extends Omit<Ref, 'path' | 'position'> {
  readonly layer: LayerName
  readonly sourceName: string
  readonly source: string
  readonly label: string
  readonly tokens: number
  readonly action: TrimAction
  readonly level?: DetailLevel
  readonly reason: string
  readonly reasonCode: string
  readonly params: Chunk['reason']['params']
  readonly trimReason: TrimReason
  /** sha256hex of the chunk's text in the prompt; of the whole chunk when it was dropped. */
  readonly textHash: string
  /** Set when only a beginning of the source was shown: its length in UTF-16 units. */
  readonly units?: number
}

/** Everything that was decided, in the order of the layers: the one list that all accounts are made from. */
export const allPlaced = ({ placed }: Pick<Assembly, 'placed'>): readonly Placed[] => listOf(placed)

const listOf = perObject((placed: Assembly['placed']) => layerOrder.flatMap((layer) => placed[layer]))

/** One row per chunk, then those of what was not read or did not get as far as a decision. */
export function trimRows(placed: Assembly['placed'], omitted: Assembly['trim']): Assembly['trim'] {
  const rows = rowsOf(placed)
  return omitted.length === 0 ? rows : [...rows, ...omitted]
}

const rowsOf = perObject((placed: Assembly['placed']): Assembly['trim'] => listOf(placed).map(rowOf))

const rowOf = perObject((item: Placed) => trimRow(item, toOriginalOffset))

/** What `context:assemble` answers. */
export function toResult(assembly: Assembly, receiptId: string | null): ContextResult {
  const { systemPrompt, userContent } = assembly
  return {
    prompt: systemPrompt + userContent,
    tokenCount: assembly.tokenCount,
    stablePrefixHash: assembly.stablePrefixHash,
    stablePrefixUnchanged: assembly.stablePrefixUnchanged,
    layers: layerUse(assembly),
    warnings: assembly.notices.map((notice) => describeNotice(notice, 'zh')),
    notices: assembly.notices,
    systemPrompt,
    userContent,
    promptHash: assembly.promptHash,
    tokenizer: assembly.tokenizer,
    budget: contextBudget(assembly),
    ...(assembly.history === undefined ? {} : { history: historyUse(assembly.history) }),
    trim: assembly.trim,
    redaction: assembly.redaction,
    delta: assembly.delta,
    receiptId,
    timings: assembly.timings,
  }
}

/** A chunk as `context:inspect` shows it; `redact` for the eyes, beyond what the prompt needed. */
export function toInspected(
  placed: Placed,
  sha256Hex: Hash,
  redact: (text: string) => string,
): DeepReadonly<InspectedChunk> {
  const { chunk } = placed
  const { action, reason } = decisionOf(placed)
  const { source, ref, label, projectId, tokenCount, score, confidence, priority } = chunk
  return {
    layer: source.layer,
    sourceName: source.name,
    card: source.display.card,
    source: ref.path,
    label,
    projectId,
    tokenCount,
    action,
    ...placedRange(placed, toOriginalOffset),
    ...(score === undefined ? {} : { score }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(priority === undefined ? {} : { priority }),
    reason: describeReason(chunk.reason, 'zh'),
    reasonCode: chunk.reason.code,
    params: chunk.reason.params,
    trimReason: reason,
    hash: sha256Hex(chunk.text),
    text: redact(shownText(placed)),
  }
}

/** Evidence of one request: ids, offsets, hashes, counts and decisions; never text. */
export function toReceipt(
  { request }: Pick<Assembly, 'request'>,
  result: ContextResult,
  receiptId: string,
  createdAt: string,
): DeepReadonly<Receipt> {
  const { prompt: _prompt, systemPrompt: _system, userContent: _user, ...stored } = result
  return {
    ...stored,
    receiptId,
    projectId: request.projectId,
    documentId: request.documentId,
    skillId: request.skill.id,
    modelId: request.model.id,
    createdAt,
    insertedParagraphs: [],
  }
}

export function toPart(placed: Placed, sha256Hex: Hash): ReceiptPart {
  const { chunk } = placed
  const { action, reason, level } = decisionOf(placed)
  const text = shownText(placed)
  const { layer, name } = chunk.source
  return {
    layer,
    sourceName: name,
    source: chunk.ref.path,
    ...(chunk.ref.item === undefined ? {} : { item: chunk.ref.item }),
    ...placedRange(placed, toOriginalOffset),
    label: chunk.label,
    tokens: chunk.tokenCount,
    action,
    ...(level === undefined ? {} : { level }),
    reason: describeReason(chunk.reason, 'zh'),
    reasonCode: chunk.reason.code,
    params: chunk.reason.params,
    trimReason: reason,
    textHash: sha256Hex(text),
    ...(isBeginning(chunk, text) ? { units: text.length } : {}),
  }
}

/** What people are shown of a chunk: its text in the prompt, or what was left out. */
export const shownText = ({ action, chunk, text }: Placed) => (action === 'dropped' ? chunk.text : text)

const isBeginning = ({ text, fetchedChars = 0 }: Chunk, shown: string) =>
  shown.length < Math.max(text.length, fetchedChars)

function contextBudget({
  budget,
  parts,
  estimate,
  templateTokens,
  request,
}: Assembly): ContextResult['budget'] {
  const { rules, settings, retrieved, immediate } = estimate
  return {
    maxInputTokens: budget.maxInputTokens,
    estimate: {
      rulesTokens: rules,
      settingsTokens: settings,
      retrievedTokens: retrieved,
      immediateTokens: immediate,
      totalTokens: rules + settings + retrieved + immediate,
    },
    total: budget.total,
    windowTokens: request.model.windowTokens,
    outputReserveTokens: request.model.outputReserveTokens,
    templateTokens,
    historyTokens: budget.historyTokens,
    ...(parts && budget.divided ? { parts: { profile: budget.divided.profile, ...parts } } : {}),
  }
}

/** The layers of which something was cut or left out. */
const truncatedIn = perObject((trim: Assembly['trim']) => {
  const layers = new Set<LayerName>()
  for (const { layer, action } of trim) if (action !== 'kept') layers.add(layer)
  return layers
})

/** Which messages went along, without their text. */
function historyUse({ conversationId, messages, tokens, leftOut }: HistoryView): ContextResult['history'] {
  const sent = messages.map(({ id, role, tokens }) => ({ id, role, tokens }))
  return { conversationId, tokens, sent, leftOut }
}

function layerUse({ layerTokens, trim, placed }: Assembly): ContextResult['layers'] {
  const use = (layer: LayerName) => ({
    tokens: layerTokens[layer],
    truncated: truncatedIn(trim).has(layer),
  })
  const chunks = placed.retrieved.filter(({ action }) => action !== 'dropped').length
  return {
    rules: use('rules'),
    settings: use('settings'),
    retrieved: { ...use('retrieved'), chunks },
    immediate: use('immediate'),
  }
}
