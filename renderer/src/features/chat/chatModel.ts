import { createStore } from 'zustand/vanilla'
import type { RunEvent } from '#contract/events.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import { createProjectCall } from '../../ipc/projectCall.ts'
import type { Queries } from '../../ipc/queries.ts'
import { afterEvent, isWorking, newRun, type Run } from '../aiPanel/runStore.ts'
import type { EditorController } from '../editor/editorController.ts'
import { unsavedError } from '../editor/unsavedError.ts'
import type { ChatMessage } from './messages.ts'

/** A question and its answer, from the press of the button until the log holds both. */
export interface ChatTurn {
  /** Null: of a new talk, until its first question is stored. */
  readonly conversationId: string | null
  readonly run: Run
  /** The log holds the question. */
  readonly stored: boolean
}

export interface ChatState {
  /** Null: a new one, made with its first message. */
  readonly openId: string | null
  readonly turn: ChatTurn | null
  /** What was just deleted, with its way back. */
  readonly removed: { readonly id: string; readonly title: string } | null
  readonly error: ErrorPayload | null
}

const nothing: ChatState = { openId: null, turn: null, removed: null, error: null }

export interface ChatOptions {
  readonly queries: Queries
  readonly editor: EditorController
  readonly projectId: () => string | null
  readonly now?: () => Date
}

export type ChatModel = ReturnType<typeof createChatModel>

/** Which conversation of the open project is shown, and an answer while it comes; main owns the log. */
export const createChatModel = ({ queries, editor, projectId, now = () => new Date() }: ChatOptions) => {
  const { ipc } = queries
  const store = createStore<ChatState>(() => nothing)
  const get = store.getState
  /** Events of a run whose id main has not answered yet. */
  let early: RunEvent[] = []
  /** Answers of this page, by receipt: main still knows the runs they came from. */
  const runIds = new Map<string, string>()

  const isBusy = () => {
    const { turn } = get()
    return turn !== null && isWorking(turn.run)
  }
  const patchRun = (change: (run: Run) => Partial<Run>) =>
    store.setState(({ turn }) =>
      turn ? { turn: { ...turn, run: { ...turn.run, ...change(turn.run) } } } : {},
    )

  /** Newest first; null where none is open, or they cannot be read. */
  const listThreads = async () => {
    const project = projectId()
    if (project === null) return null
    const answer = await queries.fetchChannel('context:creonow:conversations:list', { projectId: project })
    if (projectId() !== project) return null
    if (!answer.ok) store.setState({ error: answer.error })
    return answer.ok ? answer.data.conversations : null
  }
  const call = createProjectCall(projectId, store)
  const restore = async (id: string): Promise<boolean> => {
    const done = await call(
      (projectId) => ipc.invoke('chat:restore', { projectId, id }),
      () => (get().removed?.id === id ? { removed: null } : {}),
    )
    if (done) openThread(id)
    return done
  }

  const openThread = (openId: string | null) =>
    store.setState({ openId, error: null, ...(isBusy() ? {} : { turn: null }) })

  const ended = async ({ run, conversationId: id }: ChatTurn) => {
    if (run.receiptId !== null && run.runId !== null) runIds.set(run.receiptId, run.runId)
    // The log is read before the answer is shown from there.
    if (id !== null)
      await queries.fetchChannel('context:creonow:conversations:read', { projectId: run.projectId, id })
    const { turn } = get()
    if (turn?.run.key === run.key) store.setState({ turn: { ...turn, stored: true } })
  }

  const receive = (event: RunEvent) => {
    const { turn } = get()
    if (turn === null || !isWorking(turn.run)) return
    if (turn.run.runId === null) early.push(event)
    else if (turn.run.runId === event.runId) {
      patchRun((run) => afterEvent(run, event))
      const { conversationId: id } = turn
      if (event.type === 'compacted' && id !== null) {
        const { projectId } = turn.run
        void queries.fetchChannel('context:creonow:conversations:read', { projectId, id })
      }
      const after = get().turn
      if (after && (event.type === 'done' || event.type === 'error')) void ended(after)
    }
  }

  const stopListening = [
    ipc.on('run', receive),
    ipc.connection.subscribe(() => {
      const { turn } = get()
      if (turn === null) return
      if (ipc.connection.get() === 'online') {
        if (turn.run.state.phase === 'failed' && !turn.stored) void ended(turn)
      } else if (isWorking(turn.run) && turn.run.runId !== null)
        patchRun(() => ({ state: { phase: 'failed', error: errorPayload('CANCELLED', { why: 'run' }) } }))
    }),
  ]

  return {
    store,
    openThread,
    /** Another work has been opened, or none. */
    async enter() {
      store.setState(nothing)
      const newest = (await listThreads())?.[0]
      // Unless one has been opened, or a question was sent, meanwhile.
      if (newest && get().openId === null && get().turn === null) openThread(newest.id)
    },
    /** True when the question is stored: then what was typed may go. */
    async send(text: string, modelId: string | null): Promise<boolean> {
      const project = projectId()
      const { documentId } = editor.store.getState()
      if (project === null || documentId === null || isBusy()) return false
      store.setState({ error: null })
      const documentHash = await editor.flush()
      if (documentHash === null) {
        store.setState({ error: unsavedError(editor.store.getState()) })
        return false
      }
      const { openId } = get()
      const skill = { id: 'chat', name: 'chat', output: 'show' } as const
      const run = newRun({
        projectId: project,
        documentId,
        skill,
        instruction: text,
        modelId,
        startedAt: now(),
      })
      early = []
      store.setState({ turn: { conversationId: openId, run, stored: false } })
      /** False once another project is open: the answer is nothing to it. */
      const isCurrent = () => get().turn?.run.key === run.key
      const refuse = (error: ErrorPayload) => {
        if (isCurrent()) store.setState({ turn: null, error })
        return false
      }
      const created =
        openId === null ? await ipc.invoke('chat:create', { projectId: project, documentId }) : null
      if (created?.ok === false) return refuse(created.error)
      const conversationId = created?.data.id ?? openId ?? ''
      const { cursorPosition, selection } = editor.place()
      const answer = await ipc.invoke('ai:run', {
        ...{ projectId: project, documentId, documentHash, skillId: skill.id, conversationId },
        ...{ cursorPosition, additionalInput: text },
        ...(selection === null ? {} : { selection }),
        ...(modelId === null ? {} : { modelId }),
      })
      if (!answer.ok) {
        // Nothing was said in it: a new talk is none yet.
        if (created) {
          await ipc.invoke('chat:delete', { projectId: project, id: conversationId })
          await ipc.invoke('chat:trash:empty', { projectId: project, ids: [conversationId] })
        }
        return refuse(answer.error)
      }
      const { runId } = answer.data
      if (!isCurrent()) return true
      store.setState(({ turn }) => (turn ? { turn: { ...turn, conversationId } } : {}))
      if (get().openId === openId) store.setState({ openId: conversationId })
      patchRun(() => ({ runId }))
      for (const event of early.splice(0)) if (event.runId === runId) receive(event)
      return true
    },
    stop() {
      const runId = get().turn?.run.runId
      if (isBusy() && runId) void ipc.invoke('ai:cancel', { runId })
    },
    rename: (id: string, title: string) =>
      call((projectId) => ipc.invoke('chat:rename', { projectId, id, title })),
    remove: ({ id, title }: { readonly id: string; readonly title: string }) =>
      call(
        (projectId) => ipc.invoke('chat:delete', { projectId, id }),
        () => ({
          removed: { id, title },
          ...(get().openId === id ? { openId: null, ...(isBusy() ? {} : { turn: null }) } : {}),
        }),
      ),
    async undoRemove() {
      const { removed } = get()
      if (removed !== null) await restore(removed.id)
    },
    /** Takes a deleted conversation back and opens it; false: it could not, for the reason in `error`. */
    restore,
    /** Removes these deleted ones for good. */
    emptyTrash: (ids: readonly string[]) =>
      call(
        (projectId) => ipc.invoke('chat:trash:empty', { projectId, ids: [...ids] }),
        () => ({ removed: null }),
      ),
    async undoSummary(eventId: string) {
      const { openId: id } = get()
      if (id !== null) await call((projectId) => ipc.invoke('chat:summary:undo', { projectId, id, eventId }))
    },
    dismiss: () => store.setState({ removed: null, error: null }),
    /** Puts an answer at the caret of the open chapter, and tells main that it was taken. */
    async putIntoText({ content, receiptId }: Pick<ChatMessage, 'content' | 'receiptId'>) {
      const project = projectId()
      if (project === null || editor.store.getState().phase !== 'ready') return
      editor.insertAtCaret(crypto.randomUUID(), content, [])
      editor.focus()
      await editor.flush()
      const runId = receiptId === undefined ? undefined : runIds.get(receiptId)
      if (runId === undefined) return
      await ipc.invoke('ai:outcome', { projectId: project, runId, outcome: 'accepted', text: content })
    },
    dispose() {
      for (const stop of stopListening) stop()
    },
  }
}
