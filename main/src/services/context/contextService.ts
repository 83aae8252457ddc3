import { randomBytes } from 'node:crypto'
import type { AssembleResult, BudgetLayers, InspectedChunk } from '#contract/context.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import type { Clock } from '../../lib/clock.ts'
import { redactPart, toOriginalOffset } from '../redaction/index.ts'
import type { Assembly, ContextEngine } from './engine.ts'
import { placedRange } from './evidence.ts'
import { layerOrder } from './layers.ts'
import { contextBudget, layerUse, makePart, makeReceipt, shownText } from './receipt.ts'
import type { ReceiptReader } from './receiptReader.ts'
import type { ReceiptStore } from './receiptStore.ts'
import { type AssembleInput, type RequestSources, resolveRequest } from './resolveRequest.ts'
import type { Placed } from './serialise.ts'
import type { Slot } from './slots.ts'
import type { Redacted, Redactor, Skill } from './types.ts'

export type ContextResult = DeepReadonly<AssembleResult>

export interface AssembledContext {
  readonly result: ContextResult
  readonly assembly: Assembly
}

export interface PreparedContext {
  readonly projectId: string
  readonly skill: Skill
  readonly selectedText: string
  /** The selection as the prompt shows it: a secret that reaches beyond it is hidden too. */
  redactSelection(redactor: Redactor): Promise<Redacted>
  /** May be called once. */
  assemble(): Promise<AssembledContext>
  /** Gives the request's place back when `assemble` will not be called. */
  release(): void
}

export interface ContextServiceOptions {
  readonly engine: ContextEngine
  readonly sources: RequestSources
  readonly receipts: ReceiptStore
  readonly receiptReader: ReceiptReader
  readonly redactText: (text: string, projectId: string) => string
  readonly sha256Hex: (text: string) => string
  readonly clock: Clock
}

export interface ContextService extends ReceiptReader {
  /**
   * Takes a place among the requests of the document, then looks the request up and fails early with what is
   * wrong about it; `assemble()` waits for its turn and does the work. One of `assemble` and `release` must be
   * called. Rejects with CONTEXT_BACKPRESSURE before anything is read.
   */
  prepare(
    input: AssembleInput,
    options?: { forRun?: boolean; signal?: AbortSignal },
  ): Promise<PreparedContext>
  inspect(
    input: AssembleInput,
    budget: BudgetLayers | undefined,
    signal?: AbortSignal,
  ): Promise<ContextResult & { readonly chunks: readonly DeepReadonly<InspectedChunk>[] }>
  dispose(): Promise<void>
}

export function createContextService(options: ContextServiceOptions): ContextService {
  const { engine, sources, receipts, receiptReader, redactText, sha256Hex, clock } = options

  async function prepare(
    input: AssembleInput,
    { forRun = false, signal }: { forRun?: boolean; signal?: AbortSignal } = {},
  ) {
    const slot = engine.admit(input, signal)
    const { request, warnings } = await orRelease(slot, () =>
      resolveRequest(sources, input, { forRun, ...(signal ? { signal } : {}) }),
    )
    const { selection, document } = request
    return {
      projectId: request.projectId,
      skill: request.skill,
      async redactSelection(redactor: Redactor) {
        const { from, to } = selection ?? { from: 0, to: 0 }
        const redact = (text: string) => redactor.redact(text, 'manuscript', request.projectId)
        return redactPart(redact, document.text, from, to)
      },
      selectedText: selection ? document.text.slice(selection.from, selection.to) : '',
      async assemble(): Promise<AssembledContext> {
        const assembly = await engine.assemble(request, slot)
        const receiptId = request.stateless ? null : keepReceipt(assembly)
        return { assembly, result: toResult(assembly, warnings, receiptId) }
      },
      release: slot.release,
    }
  }

  function keepReceipt(assembly: Assembly): string {
    const receiptId = `${String(clock.now()).padStart(13, '0')}-${randomBytes(6).toString('hex')}`
    const receipt = makeReceipt(assembly, receiptId, new Date(clock.now()).toISOString())
    const placed = allPlaced(assembly)
    const parts = placed.map((item) => makePart(item, item.chunk.tokenCount, sha256Hex, toOriginalOffset))
    const texts = placed.map(shownText)
    const prompt = assembly.systemPrompt + assembly.userContent
    receipts.add({ receipt, parts, texts, prompt }, { inMemoryOnly: assembly.request.preview })
    return receiptId
  }

  async function inspect(input: AssembleInput, budget: BudgetLayers | undefined, signal?: AbortSignal) {
    // Inspection looks on: like a preview it reads session state, and writes neither state nor receipt.
    const slot = engine.admit(input, signal)
    const { request, warnings } = await orRelease(slot, () =>
      resolveRequest(
        sources,
        { ...input, preview: true },
        { forRun: false, ...(signal ? { signal } : {}), ...(budget ? { budget } : {}) },
      ),
    )
    const assembly = await engine.assemble(request, slot)
    return { ...toResult(assembly, warnings, null), chunks: allPlaced(assembly).map(toChunk) }
  }

  function toChunk(placed: Placed): DeepReadonly<InspectedChunk> {
    const { chunk, action, reason } = placed
    const { layer, source, label, projectId, tokenCount, score, confidence, priority } = chunk
    return {
      layer,
      source,
      label,
      projectId,
      tokenCount,
      action,
      ...placedRange(placed, toOriginalOffset),
      ...(score === undefined ? {} : { score }),
      ...(confidence === undefined ? {} : { confidence }),
      ...(priority === undefined ? {} : { priority }),
      reason: chunk.reason,
      trimReason: reason,
      hash: sha256Hex(chunk.text),
      text: redactText(shownText(placed), projectId),
    }
  }

  return {
    prepare,
    inspect,
    ...receiptReader,
    dispose: () => receipts.flush(),
  }
}

async function orRelease<T>(slot: Slot, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    slot.release()
    throw error
  }
}

function toResult(assembly: Assembly, warnings: readonly string[], receiptId: string | null): ContextResult {
  const { systemPrompt, userContent, tokenCount, stablePrefixHash, stablePrefixUnchanged, promptHash } =
    assembly
  return {
    prompt: systemPrompt + userContent,
    tokenCount,
    stablePrefixHash,
    stablePrefixUnchanged,
    layers: layerUse(assembly),
    warnings: [...warnings, ...assembly.warnings],
    systemPrompt,
    userContent,
    promptHash,
    tokenizer: assembly.tokenizer,
    budget: contextBudget(assembly),
    trim: assembly.trim,
    redaction: assembly.redaction,
    delta: assembly.delta,
    receiptId,
    timings: assembly.timings,
  }
}

const allPlaced = ({ placed }: Assembly): Placed[] => layerOrder.flatMap((layer) => placed[layer])
