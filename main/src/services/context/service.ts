import { randomBytes } from 'node:crypto'
import type { BudgetLayers, InspectedChunk } from '#contract/context.ts'
import type { DeepReadonly } from '#contract/shared.ts'
import type { Clock } from '../../lib/clock.ts'
import { perObject } from '../../lib/perObject.ts'
import { type Redacted, type Redactor, redactPart, toOriginalOffset } from '../redaction/index.ts'
import type { Skill } from './contextRequest.ts'
import type { Assembly } from './core/assembly.ts'
import { placedRange } from './core/evidence.ts'
import {
  allPlaced,
  type ContextResult,
  shownText,
  toInspected,
  toPart,
  toReceipt,
  toResult,
} from './core/explain.ts'
import { messagesOf, promptOf } from './core/messages.ts'
import type { Language, Notice, Placed } from './core/types.ts'
import type { ContextEngine } from './engine.ts'
import type { ReceiptReader } from './receipts/receiptReader.ts'
import type { ReceiptStore } from './receipts/receiptStore.ts'
import { rememberedHash } from './rememberedHash.ts'
import {
  type AssembleInput,
  type ChapterPart,
  type RequestSources,
  type ResolvedRequest,
  readingPart,
  resolveRequest,
} from './request.ts'
import type { Slot } from './semaphore.ts'
import { type WarmUp, waitForWarmUp } from './warmUp.ts'

export interface AssembledContext {
  /** What a caller of the channel gets. */
  readonly result: ContextResult
  /** What the result was made from. */
  readonly assembly: Assembly
  /** Where in the chapter the text before the cursor begins as the prompt shows it; UTF-16. */
  readonly readFrom: number
}

export interface PreparedContext {
  /** The project of the request. */
  readonly projectId: string
  /** The skill of the request. */
  readonly skill: Skill
  /** As stored; empty without a selection. */
  readonly selectedText: string
  /** The beginning of what this run writes, from a run before that was cut off; else empty. */
  readonly writtenSoFar: string
  /** Of the project. */
  readonly language: Language
  /** The chapter as it was read for this request, without what an earlier run has written. */
  readonly document: { readonly documentId: string; readonly text: string; readonly hash: string }
  /** The selection as the prompt shows it: a secret that reaches beyond it is hidden too. */
  redactSelection(redactor: Redactor): Promise<Redacted>
  /**
   * May be called once. `onWarmUp`: the project was just opened and is still being read. `isSent`: an assembly for
   * which it returns false leaves no receipt, because nothing sends it.
   */
  assemble(
    onWarmUp?: () => void,
    isSent?: (assembled: Pick<AssembledContext, 'readFrom'>) => boolean,
  ): Promise<AssembledContext>
  /** The same request for a part of the same chapter, with a place of its own: as `prepare`. */
  part(part: ChapterPart): PreparedContext
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
  readonly warmUp?: WarmUp
}

export interface ContextService extends ReceiptReader {
  /**
   * Reserves a place among the requests of the document, then resolves the request and fails early with its faults;
   * `assemble()` runs in its turn and does the work. One of `assemble` and `release` must be called. Rejects with
   * CONTEXT_BACKPRESSURE before anything is read. `openQuestionId`: the event of the conversation that has the
   * request's own question, where it is stored already.
   */
  prepare(
    input: AssembleInput,
    options?: { forRun?: boolean; signal?: AbortSignal; openQuestionId?: string | undefined },
  ): Promise<PreparedContext>
  /** The same decisions with every chunk; feeds no model and stores nothing. */
  inspect(
    input: AssembleInput,
    budget: BudgetLayers | undefined,
    signal?: AbortSignal,
  ): Promise<ContextResult & { readonly chunks: readonly DeepReadonly<InspectedChunk>[] }>
  /** Resolves when all receipts are written. */
  dispose(): Promise<void>
}

export function createContextService(options: ContextServiceOptions): ContextService {
  const { engine, sources, receipts, receiptReader, redactText, clock, warmUp } = options
  const sha256Hex = rememberedHash(options.sha256Hex)
  const partOf = perObject((placed: Placed) => toPart(placed, sha256Hex))
  /** A plan that is made again from memory has the same list. */
  const evidenceOf = perObject((placed: readonly Placed[]) => ({
    parts: placed.map(partOf),
    texts: placed.map(shownText),
  }))

  async function prepare(
    input: AssembleInput,
    { forRun = false, signal, openQuestionId }: NonNullable<Parameters<ContextService['prepare']>[1]> = {},
  ) {
    const slot = engine.admit(input, signal)
    const resolved = await orRelease(slot, () =>
      resolveRequest(sources, input, { forRun, openQuestionId, ...(signal ? { signal } : {}) }),
    )
    return prepared(resolved, slot, { isStored: input.stateless !== true, signal })
  }

  function prepared(
    resolved: ResolvedRequest,
    slot: Slot,
    options: { readonly isStored: boolean; readonly signal: AbortSignal | undefined },
  ): PreparedContext {
    const { request, notices } = resolved
    const { isStored, signal } = options
    const { selection, document, language } = request
    return {
      language,
      document: resolved.document,
      projectId: request.projectId,
      skill: request.skill,
      async redactSelection(redactor: Redactor) {
        const { from, to } = selection ?? { from: 0, to: 0 }
        const redact = (text: string) => redactor.redact(text, 'manuscript', request.projectId)
        return redactPart(redact, document.text, from, to)
      },
      selectedText: selection ? document.text.slice(selection.from, selection.to) : '',
      writtenSoFar: resolved.writtenSoFar,
      async assemble(onWarmUp, isSent = () => true) {
        const warming = await orRelease(slot, () =>
          waitForWarmUp(warmUp?.(request.projectId), { onWarmUp, signal }),
        )
        const assembly = withNotices(await engine.assemble(request, slot), [...notices, ...warming])
        const readFrom = startOfText(assembly)
        const result = toResult(assembly, null)
        const receiptId = isStored && isSent({ readFrom }) ? storeReceipt(assembly, result) : null
        return { assembly, readFrom, result: { ...result, receiptId } }
      },
      part: (part) =>
        prepared(
          { ...resolved, request: readingPart(request, part) },
          engine.admit(request, signal),
          options,
        ),
      release: slot.release,
    }
  }

  function storeReceipt(assembly: Assembly, result: ContextResult): string {
    const receiptId = `${String(clock.now()).padStart(13, '0')}-${randomBytes(6).toString('hex')}`
    const receipt = toReceipt(assembly, result, receiptId, new Date(clock.now()).toISOString())
    const prompt = sentPrompt(assembly)
    const inMemoryOnly = assembly.request.preview
    receipts.add({ receipt, ...evidenceOf(allPlaced(assembly)), prompt }, { inMemoryOnly })
    return receiptId
  }

  async function inspect(input: AssembleInput, budget: BudgetLayers | undefined, signal?: AbortSignal) {
    // Inspection is like a preview: it reads session state, and writes neither state nor receipt.
    const slot = engine.admit(input, signal)
    const { request, notices } = await orRelease(slot, () =>
      resolveRequest(
        sources,
        { ...input, preview: true },
        { forRun: false, ...(signal ? { signal } : {}), ...(budget ? { budget } : {}) },
      ),
    )
    const warming = await orRelease(slot, () => waitForWarmUp(warmUp?.(request.projectId), { signal }))
    const assembly = withNotices(await engine.assemble(request, slot), [...notices, ...warming])
    const redact = (text: string) => redactText(text, request.projectId)
    const chunks = allPlaced(assembly).map((placed) => toInspected(placed, sha256Hex, redact))
    const result = toResult(assembly, null)
    const [systemPrompt, userContent] = [redact(result.systemPrompt), redact(result.userContent)]
    return { ...result, prompt: systemPrompt + userContent, systemPrompt, userContent, chunks }
  }

  return {
    prepare,
    inspect,
    ...receiptReader,
    dispose: () => receipts.flush(),
  }
}

/** The cursor when nothing of the text before it is in the prompt. */
function startOfText({ placed, request }: Assembly): number {
  const text = placed.immediate.find(({ chunk }) => chunk.reason.code === 'text_before')
  const shown = text?.action === 'dropped' ? undefined : text && placedRange(text, toOriginalOffset)
  return shown?.from ?? request.cursorPosition
}

async function orRelease<T>(slot: Slot, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    slot.release()
    throw error
  }
}

/** What was noticed about the request itself comes first. */
const withNotices = (assembly: Assembly, notices: readonly Notice[]): Assembly =>
  notices.length === 0 ? assembly : { ...assembly, notices: [...notices, ...assembly.notices] }

/** Everything that is sent, in its order; with a conversation each message begins with its role. */
function sentPrompt({ systemPrompt, userContent, blocks, history }: Assembly): string {
  if (!history?.messages.length) return systemPrompt + userContent
  const written = messagesOf(promptOf(blocks, history.messages))
  return systemPrompt + written.map(({ role, content }) => `\n[${role}]\n${content}`).join('\n')
}
