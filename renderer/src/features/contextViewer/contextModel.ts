import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AssembleRequest } from '#contract/context.ts'
import type { ChannelOutput } from '#contract/index.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Queries } from '../../ipc/queries.ts'
import { type RunContext, type RunsState, runsOf } from '../aiPanel/runStore.ts'
import type { EditorStore } from '../editor/editorStore.ts'
import type { Choices } from './choices.ts'

/** A receipt with its parts and its exact prompt, redacted; that is null when it has left the memory. */
export type ReceiptView = ChannelOutput<'context:receipt:read'>
export type ReceiptLine = ChannelOutput<'context:receipt:list'>['receipts'][number]

/** The numbers the meter needs; a preview and a run both have them. */
type ContextSummary = Pick<
  RunContext,
  'budget' | 'layers' | 'tokenCount' | 'receiptId' | 'stablePrefixUnchanged'
>

interface ContextState {
  /** What the model would read if a skill ran now. */
  readonly preview: ContextSummary | null
  readonly previewError: ErrorPayload | null
  /** `preview`, or the id of a receipt. */
  readonly shown: string
  /** A run of another chapter, listed after those of this one. */
  readonly other: ReceiptLine | null
}

export interface ContextModel {
  readonly store: StoreApi<ContextState>
  /** Assembles what a run of this skill would read, whenever the caret rests. */
  preview(input: PreviewInput): Promise<void>
  /** The request of the preview; null while there is no place in a text for it. */
  request(): AssembleRequest | null
  /** Shows the last run of the open chapter, else the preview. */
  showLatest(projectId: string): void
  show(which: string): void
  /** Shows the last run of any chapter whose text was accepted with this paragraph; null when there is none. */
  showRunOf(projectId: string, paragraph: string): Promise<Envelope<ReceiptLine | null>>
  dispose(): void
}

interface PreviewInput {
  readonly projectId: string
  readonly skillId: string
  readonly instruction: string
  readonly modelId: string | null
  /** That is wanted; absent: as the skill says. */
  readonly length?: number | undefined
}

const nothing: ContextState = { preview: null, previewError: null, shown: 'preview', other: null }

/** The preview for the open chapter, and which receipt the viewer shows; `useReceipt` reads receipts. */
export const createContextModel = (
  { ipc, fetchChannel }: Queries,
  editor: EditorStore,
  runs: StoreApi<RunsState>,
  choices: Choices,
): ContextModel => {
  const store = createStore<ContextState>(() => nothing)
  /** Of the preview that is being looked at; the next one takes its place, and so does another chapter. */
  let loading = new AbortController()
  let lastRequest: PreviewInput | null = null

  const stopListening = ipc.on('changed', ({ projectId, paths, origin }) => {
    if (lastRequest?.projectId !== projectId) return
    // An own save of the open chapter is followed by a preview of its own.
    const { documentId } = editor.getState()
    if (origin === 'app' && paths.every((path) => path === documentId)) return
    void preview(lastRequest)
  })

  // Another chapter, or another book, has nothing to do with what was shown.
  const stopFollowing = editor.subscribe(({ projectId, documentId }, before) => {
    if (projectId === before.projectId && documentId === before.documentId) return
    loading.abort()
    store.setState(nothing)
  })

  const stopChoosing = choices.store.subscribe(() => {
    if (lastRequest !== null) void preview(lastRequest)
  })

  const request = (): AssembleRequest | null => {
    const { documentId, savedPosition } = editor.getState()
    if (lastRequest === null || documentId === null || savedPosition === null) return null
    const { projectId, skillId, instruction, modelId, length } = lastRequest
    return {
      projectId,
      documentId,
      cursorPosition: savedPosition.cursorPosition,
      skillId,
      documentHash: savedPosition.hash,
      preview: true,
      ...(savedPosition.selection === null ? {} : { selection: savedPosition.selection }),
      ...(instruction === '' ? {} : { additionalInput: instruction }),
      ...(modelId === null ? {} : { modelId }),
      ...(length === undefined ? {} : { length }),
      ...choices.forRequest(),
    }
  }

  const preview: ContextModel['preview'] = async (input) => {
    lastRequest = input
    const requested = request()
    if (requested === null) return
    loading.abort()
    loading = new AbortController()
    const { signal } = loading
    const answer = await ipc.invoke('context:assemble', requested, { signal })
    if (signal.aborted) return
    if (!answer.ok) {
      // The file changed meanwhile, or main was told to stop: the next rest of the caret asks again.
      if (answer.error.code === 'CONFLICT' || answer.error.code === 'CANCELLED')
        return store.setState({ previewError: null })
      // What was read before is not what would be read now.
      store.setState({ preview: null, previewError: answer.error })
      return
    }
    const { budget, layers, tokenCount, receiptId, stablePrefixUnchanged } = answer.data
    const preview = { budget, layers, tokenCount, receiptId, stablePrefixUnchanged }
    store.setState({ preview, previewError: null })
  }

  return {
    store,
    preview,
    request,
    show: (which) => store.setState({ shown: which }),
    showLatest(projectId) {
      const { documentId } = editor.getState()
      const run = runsOf(runs.getState().runs, { projectId, documentId }).findLast(
        ({ receiptId }) => receiptId !== null,
      )
      store.setState({ shown: run?.receiptId ?? 'preview' })
    },
    async showRunOf(projectId, paragraph) {
      const answer = await fetchChannel('context:receipt:list', { projectId, paragraph })
      if (!answer.ok) return answer
      const [run = null] = answer.data.receipts
      if (run !== null) store.setState({ shown: run.receiptId, other: run })
      return { ok: true, data: run }
    },
    dispose() {
      loading.abort()
      stopListening()
      stopFollowing()
      stopChoosing()
    },
  }
}
