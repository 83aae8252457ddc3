import type { AssembleRequest, BudgetLayers } from '#contract/context.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { characterStart } from '../../lib/text.ts'
import { checkBudget } from './budget/checkBudget.ts'
import type { ContextRequest, ConversationHistory, Model, Skill } from './contextRequest.ts'
import { paragraphStarts } from './core/cuts.ts'
import type { Language, Notice } from './core/types.ts'

export type AssembleInput = AssembleRequest

/** What the ids of a request are resolved with. */
export interface RequestSources {
  language(projectId: string): Promise<Language>
  readDocument(
    projectId: string,
    documentId: string,
  ): Promise<{
    readonly text: string
    readonly hash: string
    readonly title: string
    readonly chapterNumber: number
    /** The document's id, when the request may have named it otherwise. */
    readonly documentId?: string
    /** As `ContextRequest.document.path`; null: the chapter has no file. */
    readonly path?: string | null
  }>
  skill(projectId: string, skillId: string): Promise<Skill> | Skill
  model(modelId: string | undefined): Promise<Model>
  budget(projectId: string): Promise<BudgetLayers>
  limits(): RequestLimits
  /** The finished rounds of a conversation. @throws AppError NOT_FOUND, FILE_BROKEN. */
  history?(
    projectId: string,
    conversationId: string,
    /** Of the log, where the request's own question is stored already. */
    openQuestionId?: string,
  ): Promise<ConversationHistory>
  /** What is wrong with the files that this request is made from. */
  notices?(projectId: string, modelId: string | undefined): Promise<readonly Notice[]>
}

/** The limits of every request, by the author's settings. */
interface RequestLimits {
  readonly historyBudgetTokens: number
  readonly capacityTokens: number
  /** Milliseconds each source may take; shorter inside a run, where the author sees nothing until the first word. */
  readonly sourceDeadlineMs: number
  readonly runSourceDeadlineMs: number
}

export interface ResolvedRequest {
  readonly request: ContextRequest
  /** The chapter as it was read for this request, without what is only written into it to be read. */
  readonly document: { readonly documentId: string; readonly text: string; readonly hash: string }
  /** The beginning of what the run writes, from a run before; else empty. */
  readonly writtenSoFar: string
  readonly notices: readonly Notice[]
}

/**
 * Turns ids into what the engine works on. Throws NOT_FOUND (project, document, skill), CONFLICT (the file is
 * not the one the caller saw), DOCUMENT_ENCODING, INVALID_ARGUMENT (selection), and for a budget given with
 * the request what `checkBudget` throws.
 */
export async function resolveRequest(
  sources: RequestSources,
  input: AssembleInput,
  options: {
    readonly forRun: boolean
    readonly signal?: AbortSignal
    readonly budget?: BudgetLayers
    readonly openQuestionId?: string | undefined
  },
): Promise<ResolvedRequest> {
  const { projectId, documentId } = input
  if (options.budget) checkBudget(options.budget)
  const { conversationId } = input
  const [history, language, document, skill, model] = await Promise.all([
    conversationId === undefined
      ? undefined
      : sources.history?.(projectId, conversationId, options.openQuestionId),
    sources.language(projectId),
    sources.readDocument(projectId, documentId),
    sources.skill(projectId, input.skillId),
    sources.model(input.modelId),
  ])
  if (input.documentHash !== undefined && input.documentHash !== document.hash) {
    throw new AppError(ErrorCode.CONFLICT, { why: 'unsent', currentHash: document.hash })
  }
  const readsAll = skill.reads === 'chapter'
  const clamped = input.cursorPosition > document.text.length
  const requestedCursor = characterStart(document.text, Math.min(input.cursorPosition, document.text.length))
  const written = readsAll ? '' : (input.textSoFar ?? '')
  // Replacing text is printed separately from the chapter: the text that it replaces must stay in place, and be read.
  const replacesSelection = skill.output === 'replace' && written !== ''
  const soFar = replacesSelection ? '' : written
  // The identical string where nothing is inserted: caches by identity then have its values.
  const text =
    soFar === ''
      ? document.text
      : document.text.slice(0, requestedCursor) + soFar + document.text.slice(requestedCursor)
  const cursorPosition = readsAll ? text.length : requestedCursor + soFar.length
  // Behind text that only seems to be there, nothing is where the caller has selected it.
  const selected = readsAll || soFar !== '' ? undefined : selectionOf(input, text)
  const selection = skill.output === 'replace' ? (selected ?? paragraphAt(text, cursorPosition)) : selected
  const limits = sources.limits()
  const request: ContextRequest = {
    projectId,
    documentId: document.documentId ?? documentId,
    document: {
      text,
      title: document.title,
      chapterNumber: document.chapterNumber,
      ...(document.path === undefined || document.path === null ? {} : { path: document.path }),
    },
    cursorPosition,
    ...(selection === undefined ? {} : { selection }),
    ...(replacesSelection ? { writtenSoFar: written } : {}),
    skill: input.length === undefined ? skill : { ...skill, answerLength: input.length },
    ...(input.additionalInput === undefined ? {} : { additionalInput: input.additionalInput }),
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(history === undefined ? {} : { history }),
    pinned: input.pinned ?? [],
    ...(input.without === undefined ? {} : { without: input.without }),
    model: {
      ...model,
      windowTokens: input.limits?.window ?? Math.min(model.windowTokens, skill.windowTokens ?? Infinity),
      outputReserveTokens:
        input.limits?.outputReserve ??
        Math.max(model.outputReserveTokens, tokensOfLength(input.length, model)),
    },
    language,
    budget: options.budget ?? (await sources.budget(projectId)),
    historyBudgetTokens: limits.historyBudgetTokens,
    ...(skill.profile === undefined ? {} : { profile: skill.profile }),
    capacityTokens: limits.capacityTokens,
    deadlineMs: options.forRun ? limits.runSourceDeadlineMs : limits.sourceDeadlineMs,
    // Reading a chapter to its end is no step of writing it: the next one finds its window where it was.
    stateless: input.stateless ?? readsAll,
    preview: input.preview ?? false,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  }
  const aboutFiles = (await sources.notices?.(projectId, input.modelId)) ?? []
  const aboutCursor: Notice[] = clamped ? [{ code: 'CURSOR_CLAMPED', params: {} }] : []
  return {
    request,
    document: { documentId: request.documentId, text: document.text, hash: document.hash },
    // A skill that only shows starts from nothing: text at the cursor is there to be read.
    writtenSoFar: skill.output === 'show' ? '' : written,
    notices: [...aboutCursor, ...aboutFiles],
  }
}

/** A Chinese character or an English word takes less. */
const tokensPerUnit = 2
/** What an answer of that length needs, and no more than half of the window. */
const tokensOfLength = (length = 0, { windowTokens }: Model) =>
  Math.min(length * tokensPerUnit, Math.floor(windowTokens / 2))

/** How far into the chapter one of several requests reads, and the additional instruction. */
export interface ChapterPart {
  /** UTF-16 offset in the chapter. */
  readonly to: number
  readonly instruction: string
}

/** The same request for a part of the same chapter, whatever has become of the file meanwhile. */
export function readingPart(request: ContextRequest, { to, instruction }: ChapterPart): ContextRequest {
  const { additionalInput } = request
  const input = additionalInput === undefined ? instruction : `${additionalInput}\n\n${instruction}`
  return { ...request, cursorPosition: to, additionalInput: input }
}

function selectionOf(input: AssembleInput, text: string): { from: number; to: number } | undefined {
  if (!input.selection) return undefined
  const { from, to } = input.selection
  if (from > to || to > text.length) {
    throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'selectionOutside', length: text.length })
  }
  const selection = { from: characterStart(text, from), to: characterStart(text, to) }
  return selection.from === selection.to ? undefined : selection
}

/** The paragraph with the cursor, without its line break; undefined when it is blank. */
function paragraphAt(text: string, cursor: number): { from: number; to: number } | undefined {
  const from = paragraphStarts(text).findLast((start) => start <= cursor) ?? 0
  const length = text.slice(from).search(/[\r\n]/)
  const to = length < 0 ? text.length : from + length
  return text.slice(from, to).trim() === '' ? undefined : { from, to }
}
