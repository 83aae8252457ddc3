import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AssembleRequest, Receipt, ReceiptChunk } from '#contract/context.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Ipc } from '../../ipc/types.ts'
import { type RunContext, type RunsState, runsOf } from '../aiPanel/runStore.ts'
import type { EditorStore } from '../editor/editorStore.ts'
import type { Choices } from './choices.ts'

export interface ReceiptView {
  readonly receipt: Receipt
  /** The exact prompt, redacted; null when it has left the memory. */
  readonly prompt: string | null
  readonly chunks: readonly ReceiptChunk[]
}

export interface ReceiptLine {
  readonly receiptId: string
  readonly createdAt: string
  readonly tokenCount: number
  readonly skillId: string
}

/** The numbers the meter needs; a preview and a run both have them. */
export type ContextSummary = Pick<
  RunContext,
  'budget' | 'layers' | 'tokenCount' | 'receiptId' | 'stablePrefixUnchanged'
>

export interface ContextState {
  /** What the model would read if a skill ran now. */
  readonly preview: ContextSummary | null
  readonly previewError: ErrorPayload | null
  readonly previewing: boolean
  /** `preview`, or the id of a receipt. */
  readonly shown: string
  readonly view: ReceiptView | null
  readonly viewError: ErrorPayload | null
  readonly loading: boolean
  readonly earlier: readonly ReceiptLine[]
}

export interface ContextModel {
  readonly store: StoreApi<ContextState>
  /** Looks what a run of this skill would read; asked again whenever the caret rests. */
  preview(input: {
    projectId: string
    skillId: string
    instruction: string
    modelId: string | null
  }): Promise<void>
  /** What the preview asks for; null while there is no place in a text to ask for. */
  request(): AssembleRequest | null
  /** Shows the last run of the open chapter, else the preview. */
  showLatest(projectId: string): Promise<void>
  show(projectId: string, which: string): Promise<void>
  /** Shows the last run of any chapter whose text was taken with this paragraph; null when none is known. */
  showRunOf(
    projectId: string,
    paragraph: string,
  ): Promise<{ readonly run: ReceiptLine | null } | { readonly error: ErrorPayload }>
  dispose(): void
}

const nothing: ContextState = {
  preview: null,
  previewError: null,
  previewing: false,
  shown: 'preview',
  view: null,
  viewError: null,
  loading: false,
  earlier: [],
}

/** What the viewer and the meter show of the open chapter; receipts are read from main when they are asked for. */
export const createContextModel = (
  ipc: Ipc,
  editor: EditorStore,
  runs: StoreApi<RunsState>,
  choices: Choices,
): ContextModel => {
  const store = createStore<ContextState>(() => nothing)
  /** Of the preview that is being looked at; the next one takes its place, and so does another chapter. */
  let looking = new AbortController()
  /** Grows with every change of chapter; an answer for an earlier one is not shown. */
  let chapter = 0
  let lastAsked: Parameters<ContextModel['preview']>[0] | null = null

  const stopListening = ipc.on('changed', ({ projectId, paths, origin }) => {
    if (lastAsked?.projectId !== projectId) return
    // An own save of the open chapter is followed by a preview of its own.
    const { documentId } = editor.getState()
    if (origin === 'app' && paths.every((path) => path === documentId)) return
    const { shown, view } = store.getState()
    void preview(lastAsked)
    if (shown !== 'preview' && view !== null) void show(projectId, shown)
  })

  // Another chapter, or another book, has nothing to do with what was shown.
  const stopFollowing = editor.subscribe(({ projectId, documentId }, before) => {
    if (projectId === before.projectId && documentId === before.documentId) return
    looking.abort()
    chapter += 1
    store.setState(nothing)
  })

  const stopChoosing = choices.store.subscribe(() => {
    if (lastAsked !== null) void preview(lastAsked)
  })

  const listEarlier = async (projectId: string) => {
    const { documentId } = editor.getState()
    const answer = await ipc.invoke('context:receipt:list', {
      projectId,
      ...(documentId === null ? {} : { documentId }),
    })
    if (answer.ok && editor.getState().documentId === documentId)
      store.setState({ earlier: answer.data.receipts })
  }

  const show = async (projectId: string, which: string) => {
    const receiptId = which === 'preview' ? (store.getState().preview?.receiptId ?? null) : which
    store.setState({ shown: which, loading: receiptId !== null, viewError: null })
    if (receiptId === null) {
      store.setState({ view: null })
      return
    }
    const mine = chapter
    const answer = await ipc.invoke('context:receipt:read', { projectId, receiptId })
    if (mine !== chapter || store.getState().shown !== which) return
    if (answer.ok) store.setState({ view: answer.data, loading: false })
    else store.setState({ view: null, viewError: answer.error, loading: false })
  }

  const request = (): AssembleRequest | null => {
    const { documentId, resting } = editor.getState()
    if (lastAsked === null || documentId === null || resting === null) return null
    const { projectId, skillId, instruction, modelId } = lastAsked
    return {
      projectId,
      documentId,
      cursorPosition: resting.cursorPosition,
      skillId,
      documentHash: resting.hash,
      preview: true,
      ...(resting.selection === null ? {} : { selection: resting.selection }),
      ...(instruction === '' ? {} : { additionalInput: instruction }),
      ...(modelId === null ? {} : { modelId }),
      ...choices.forRequest(),
    }
  }

  const preview: ContextModel['preview'] = async (input) => {
    lastAsked = input
    const wanted = request()
    if (wanted === null) return
    looking.abort()
    looking = new AbortController()
    const { signal } = looking
    store.setState({ previewing: true })
    const answer = await ipc.invoke('context:assemble', wanted, { signal })
    if (signal.aborted) return
    if (!answer.ok) {
      // The file changed meanwhile, or main was told to stop: the next rest of the caret asks again.
      if (answer.error.code === 'CONFLICT' || answer.error.code === 'CANCELLED')
        return store.setState({ previewing: false, previewError: null })
      // What was read before is not what would be read now.
      const view = store.getState().shown === 'preview' ? null : store.getState().view
      store.setState({ preview: null, view, previewing: false, previewError: answer.error })
      return
    }
    const { budget, layers, tokenCount, receiptId, stablePrefixUnchanged } = answer.data
    const preview = { budget, layers, tokenCount, receiptId, stablePrefixUnchanged }
    store.setState({ preview, previewing: false, previewError: null })
    if (store.getState().shown === 'preview' && store.getState().view !== null)
      await show(input.projectId, 'preview')
  }

  return {
    store,
    show,
    preview,
    request,
    async showLatest(projectId) {
      const { documentId } = editor.getState()
      const here = runsOf(runs.getState().runs, { projectId, documentId })
      const run = here.findLast(({ receiptId }) => receiptId !== null)
      await Promise.all([show(projectId, run?.receiptId ?? 'preview'), listEarlier(projectId)])
    },
    async showRunOf(projectId, paragraph) {
      const answer = await ipc.invoke('context:receipt:list', { projectId, paragraph })
      if (!answer.ok) return { error: answer.error }
      const [run = null] = answer.data.receipts
      if (run === null) return { run }
      const { earlier } = store.getState()
      const known = earlier.some(({ receiptId }) => receiptId === run.receiptId)
      if (!known) store.setState({ earlier: [...earlier, run] })
      await show(projectId, run.receiptId)
      return { run }
    },
    dispose() {
      looking.abort()
      stopListening()
      stopFollowing()
      stopChoosing()
    },
  }
}
