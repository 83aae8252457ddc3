import { createStore } from 'zustand/vanilla'
import type { ConversationSummary } from '#contract/creonow.ts'
import type { RunEvent } from '#contract/events.ts'
import type { ChannelOutput } from '#contract/index.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { Ipc } from '../../ipc/types.ts'
import { afterEvent, newRun, type Run } from '../aiPanel/runStore.ts'
import type { EditorController } from '../editor/editorController.ts'
import { type ChatMessage, messagesOf } from './messages.ts'
import { type ChatSummary, summariesOf } from './summaries.ts'

/** A question and its answer, from the press of the button until the log holds both. */
export interface ChatTurn {
  /** Null: of a new talk, until its first question is stored. */
  readonly conversationId: string | null
  readonly run: Run
  /** The log holds the question. */
  readonly stored: boolean
}

export interface ChatState {
  /** Newest first; null until they are read. */
  readonly threads: readonly ConversationSummary[] | null
  /** Null: a new one, made with its first message. */
  readonly openId: string | null
  readonly messages: readonly ChatMessage[]
  /** What stands for older messages. */
  readonly summaries: readonly ChatSummary[]
  readonly turn: ChatTurn | null
  /** What was just deleted, with its way back. */
  readonly removed: { readonly id: string; readonly title: string } | null
  /** The deleted ones of the work, newest first; `more` are older. */
  readonly deleted: ChannelOutput<'chat:trash'>
  readonly error: ErrorPayload | null
}

const nothing: ChatState = {
  ...{ threads: null, openId: null, messages: [], summaries: [] },
  ...{ turn: null, removed: null, deleted: { conversations: [], more: 0 }, error: null },
}

export interface ChatOptions {
  readonly ipc: Ipc
  readonly editor: EditorController
  readonly projectId: () => string | null
  readonly now?: () => Date
}

export type ChatModel = ReturnType<typeof createChatModel>

/** The talks of the open work. Main owns them: what is shown is read from the log, and an answer while it comes. */
export const createChatModel = ({ ipc, editor, projectId, now = () => new Date() }: ChatOptions) => {
  const store = createStore<ChatState>(() => nothing)
  const get = store.getState
  /** Events of a run whose id main has not answered yet. */
  let early: RunEvent[] = []
  /** Answers of this page, by receipt: main still knows the runs they came from. */
  const runIds = new Map<string, string>()

  const isBusy = () => get().turn?.run.phase === 'working'
  const patchRun = (change: (run: Run) => Partial<Run>) =>
    store.setState(({ turn }) =>
      turn ? { turn: { ...turn, run: { ...turn.run, ...change(turn.run) } } } : {},
    )

  const loadThreads = async () => {
    const project = projectId()
    if (project === null) return
    const answer = await ipc.invoke('context:creonow:conversations:list', { projectId: project })
    if (projectId() !== project) return
    store.setState(answer.ok ? { threads: answer.data.conversations } : { threads: [], error: answer.error })
  }
  const loadDeleted = async () => {
    const project = projectId()
    if (project === null) return
    const answer = await ipc.invoke('chat:trash', { projectId: project })
    if (projectId() === project && answer.ok) store.setState({ deleted: answer.data })
  }
  const restore = async (id: string): Promise<boolean> => {
    const project = projectId()
    if (project === null) return false
    const answer = await ipc.invoke('chat:restore', { projectId: project, id })
    const { removed } = get()
    store.setState(answer.ok ? { removed: removed?.id === id ? null : removed } : { error: answer.error })
    await Promise.all([loadThreads(), loadDeleted()])
    if (answer.ok) await openThread(id)
    return answer.ok
  }
  const loadMessages = async () => {
    const project = projectId()
    const { openId: id } = get()
    if (project === null || id === null) return
    const answer = await ipc.invoke('context:creonow:conversations:read', { projectId: project, id })
    if (projectId() !== project || get().openId !== id) return
    if (!answer.ok) return store.setState({ messages: [], summaries: [], error: answer.error })
    const { conversation } = answer.data
    store.setState({ messages: messagesOf(conversation), summaries: summariesOf(conversation) })
  }

  const openThread = async (openId: string | null) => {
    store.setState({ openId, messages: [], summaries: [], error: null, ...(isBusy() ? {} : { turn: null }) })
    await loadMessages()
  }

  const ended = async ({ run, conversationId }: ChatTurn) => {
    if (run.receiptId !== null && run.runId !== null) runIds.set(run.receiptId, run.runId)
    await Promise.all([loadThreads(), get().openId === conversationId ? loadMessages() : undefined])
    const { turn } = get()
    if (turn?.run.key === run.key) store.setState({ turn: { ...turn, stored: true } })
  }

  const receive = (event: RunEvent) => {
    const { turn } = get()
    if (turn === null || turn.run.phase !== 'working') return
    if (turn.run.runId === null) early.push(event)
    else if (turn.run.runId === event.runId) {
      patchRun((run) => afterEvent(run, event))
      if (event.type === 'compacted' && get().openId === turn.conversationId) void loadMessages()
      const after = get().turn
      if (after && (event.type === 'done' || event.type === 'error')) void ended(after)
    }
  }

  const stopListening = [
    ipc.on('run', receive),
    ipc.on('changed', ({ projectId: changed, paths }) => {
      if (changed !== projectId() || isBusy()) return
      if (paths.some((path) => path.startsWith('.creonow/conversations') || path === '.creonow'))
        void Promise.all([loadThreads(), loadMessages()])
    }),
    ipc.connection.subscribe(() => {
      if (ipc.connection.get() !== 'online' && isBusy() && get().turn?.run.runId)
        patchRun(() => ({ phase: 'failed', error: errorPayload('CANCELLED', { why: 'run' }) }))
      else if (ipc.connection.get() === 'online') void Promise.all([loadThreads(), loadMessages()])
    }),
  ]

  return {
    store,
    openThread,
    /** Another work has been opened, or none. */
    async enter() {
      store.setState(nothing)
      await loadThreads()
      const newest = get().threads?.[0]
      if (newest) await openThread(newest.id)
    },
    /** True when the question is stored: then what was typed may go. */
    async send(text: string, modelId: string | null): Promise<boolean> {
      const project = projectId()
      const { documentId } = editor.store.getState()
      if (project === null || documentId === null || isBusy()) return false
      store.setState({ error: null })
      const documentHash = await editor.flush()
      if (documentHash === null) {
        store.setState({ error: errorPayload('CONFLICT', { why: 'unsaved' }) })
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
      const refuse = (error: ErrorPayload) => {
        store.setState({ turn: null, error })
        return false
      }
      const made =
        openId === null ? await ipc.invoke('chat:create', { projectId: project, documentId }) : null
      if (made?.ok === false) return refuse(made.error)
      const conversationId = made?.data.id ?? openId ?? ''
      const { cursorPosition, selection } = editor.place()
      const answer = await ipc.invoke('ai:run', {
        ...{ projectId: project, documentId, documentHash, skillId: skill.id, conversationId },
        ...{ cursorPosition, additionalInput: text },
        ...(selection === null ? {} : { selection }),
        ...(modelId === null ? {} : { modelId }),
      })
      if (!answer.ok) {
        // Nothing was said in it: a new talk is none yet.
        if (made) {
          await ipc.invoke('chat:delete', { projectId: project, id: conversationId })
          await ipc.invoke('chat:trash:empty', { projectId: project, ids: [conversationId] })
        }
        return refuse(answer.error)
      }
      const { runId } = answer.data
      const { turn } = get()
      if (turn?.run.key === run.key) store.setState({ turn: { ...turn, conversationId } })
      if (get().openId === openId) store.setState({ openId: conversationId })
      patchRun(() => ({ runId }))
      for (const event of early.splice(0)) if (event.runId === runId) receive(event)
      return true
    },
    stop() {
      const runId = get().turn?.run.runId
      if (isBusy() && runId) void ipc.invoke('ai:cancel', { runId })
    },
    async rename(id: string, title: string) {
      const project = projectId()
      if (project === null) return
      const answer = await ipc.invoke('chat:rename', { projectId: project, id, title })
      if (!answer.ok) store.setState({ error: answer.error })
      await loadThreads()
    },
    async remove(id: string) {
      const project = projectId()
      if (project === null) return
      const title = get().threads?.find((one) => one.id === id)?.title ?? ''
      const answer = await ipc.invoke('chat:delete', { projectId: project, id })
      if (!answer.ok) return store.setState({ error: answer.error })
      store.setState({ removed: { id, title } })
      if (get().openId === id) await openThread(null)
      await Promise.all([loadThreads(), loadDeleted()])
    },
    async undoRemove() {
      const { removed } = get()
      if (removed !== null) await restore(removed.id)
    },
    loadDeleted,
    /** Takes a deleted talk back and opens it; false: it could not, which is then said. */
    restore,
    /** Removes those that the list shows for good. */
    async emptyTrash() {
      const project = projectId()
      const ids = get().deleted.conversations.map(({ id }) => id)
      if (project === null || ids.length === 0) return
      const answer = await ipc.invoke('chat:trash:empty', { projectId: project, ids })
      store.setState(answer.ok ? { removed: null } : { error: answer.error })
      await loadDeleted()
    },
    /** What the author wrote in the place of a summary is in the log: the cards read it again. */
    summaryChanged: loadMessages,
    async undoSummary(eventId: string) {
      const project = projectId()
      const { openId: id } = get()
      if (project === null || id === null) return
      const answer = await ipc.invoke('chat:summary:undo', { projectId: project, id, eventId })
      if (!answer.ok) store.setState({ error: answer.error })
      await loadMessages()
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
