import { createStore } from 'zustand/vanilla'
import type { AgentEvent, AgentHead, AgentTask, Decision } from '#contract/agent.ts'
import type { ChannelOutput } from '#contract/index.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Queries } from '../../ipc/queries.ts'
import type { EditorController } from '../editor/editorController.ts'
import { unsavedError } from '../editor/unsavedError.ts'
import { afterEvent, isWorking, pendingApproval } from './taskStore.ts'

type Undone = ChannelOutput<'edits:undo'>

export interface AgentState {
  readonly task: AgentTask | null
  /** When the service is asked again, in milliseconds of this page's clock. */
  readonly retrying: { readonly until: number; readonly attempt: number; readonly attempts: number } | null
  readonly undone: { readonly editId: string; readonly result: Undone } | null
  readonly busy: boolean
  /** The approval that is put aside: the text is shown in its place. */
  readonly asideApprovalId: string | null
  readonly error: ErrorPayload | null
}

const nothing: AgentState = {
  ...{ task: null, retrying: null, undone: null, busy: false, error: null },
  asideApprovalId: null,
}

export type AgentModel = ReturnType<typeof createAgentModel>

/** Tasks of the open work. Main owns them; the page follows their events. */
export const createAgentModel = (options: {
  readonly queries: Queries
  readonly editor: Pick<EditorController, 'flush' | 'store'>
  readonly projectId: () => string | null
  readonly now?: () => number
}) => {
  const { queries, editor, projectId, now = Date.now } = options
  const { ipc } = queries
  const store = createStore<AgentState>(() => nothing)
  const get = store.getState
  /** Events of a task whose id main has not answered yet. */
  let early: AgentEvent[] | null = null

  const openTask = async (taskId: string | null) => {
    const project = projectId()
    if (taskId === null || project === null) {
      store.setState({ task: null, retrying: null, undone: null, error: null })
      return
    }
    const answer = await ipc.invoke('agent:read', { projectId: project, taskId })
    if (projectId() !== project) return
    store.setState({
      undone: null,
      ...(answer.ok ? { task: answer.data, retrying: null } : { error: answer.error }),
    })
  }

  const receive = (event: AgentEvent) => {
    if (event.projectId !== projectId()) return
    const { task } = get()
    if (early !== null && task?.taskId !== event.taskId) {
      early.push(event)
      return
    }
    if (task?.taskId !== event.taskId) return
    const { retrying: retryState } = event
    const retrying = retryState
      ? { until: now() + retryState.waitMs, attempt: retryState.attempt, attempts: retryState.attempts }
      : null
    store.setState({ task: afterEvent(task, event), retrying })
  }

  /** Shows the task of before, or the newest one. */
  const comeBack = async () => {
    const project = projectId()
    if (project === null) return
    const listed = await queries.fetchChannel('agent:list', { projectId: project })
    if (projectId() !== project) return
    if (!listed.ok) store.setState({ error: listed.error })
    const newest = listed.ok ? listed.data.tasks[0]?.taskId : undefined
    const taskId = get().task?.taskId ?? newest
    if (taskId !== undefined) await openTask(taskId)
  }

  const stopListening = [
    ipc.on('agent', receive),
    ipc.connection.subscribe(() => {
      if (ipc.connection.get() === 'online' && projectId() !== null) void comeBack()
    }),
  ]

  return {
    store,
    openTask,
    /** Another work has been opened, or none. */
    async enter() {
      store.setState(nothing)
      await comeBack()
    },
    /** True when the task is stored: then what was typed may go. */
    async run(input: string, modelId: string | null): Promise<boolean> {
      const project = projectId()
      const { task } = get()
      if (project === null || get().busy || isWorking(task)) return false
      store.setState({ busy: true, error: null, undone: null })
      try {
        const { documentId } = editor.store.getState()
        // What it reads is what is on disk.
        if (documentId !== null && (await editor.flush()) === null) {
          store.setState({ error: unsavedError(editor.store.getState()) })
          return false
        }
        early = []
        const goesOn = task === null ? {} : { conversationId: task.conversationId }
        const answer = await ipc.invoke('agent:run', {
          ...{ projectId: project, input },
          ...goesOn,
          ...(documentId === null ? {} : { documentId }),
          ...(modelId === null ? {} : { modelId }),
        })
        const events = early
        early = null
        // Another project is open by now, which shows tasks of its own.
        if (projectId() !== project) return answer.ok
        if (!answer.ok) {
          store.setState({ error: answer.error })
          return false
        }
        const { taskId } = answer.data
        const started = events.find((event) => event.taskId === taskId && event.type === 'started')
        if (started?.task)
          store.setState({ task: { ...(started.task as AgentHead), steps: [] } }) // `started` has all of it
        else await openTask(taskId)
        for (const event of events) if (event.taskId === taskId) receive(event)
        return true
      } finally {
        early = null
        store.setState({ busy: false })
      }
    },
    async stop() {
      const { task } = get()
      if (!task || !isWorking(task)) return
      const answer = await ipc.invoke('agent:cancel', { taskId: task.taskId })
      if (!answer.ok) store.setState({ error: answer.error })
    },
    /** `placeIds`: the places to write, and no others. */
    async decide(approvalId: string, decision: Decision, placeIds?: number[]) {
      const { task } = get()
      if (!task) return
      const answer = await ipc.invoke('agent:approve', {
        ...{ taskId: task.taskId, approvalId, decision },
        ...(placeIds === undefined ? {} : { placeIds }),
      })
      if (!answer.ok) store.setState({ error: answer.error })
    },
    /** The text is shown again; the approval stays pending. */
    putAside: (approvalId: string) => store.setState({ asideApprovalId: approvalId }),
    showApproval: () => store.setState({ asideApprovalId: null }),
    /** Whether an approval is shown in place of the text. */
    isApprovalShown() {
      const { task, asideApprovalId } = get()
      const approval = pendingApproval(task)
      return approval !== null && approval.approvalId !== asideApprovalId
    },
    /** Takes everything back that a task has written. */
    async undo(editId: string) {
      const project = projectId()
      if (project === null || get().busy) return
      store.setState({ busy: true, error: null })
      const { documentId } = editor.store.getState()
      if (documentId !== null) await editor.flush()
      const answer = await ipc.invoke('edits:undo', { projectId: project, editId })
      if (projectId() !== project) return
      store.setState({
        busy: false,
        ...(answer.ok ? { undone: { editId, result: answer.data } } : { error: answer.error }),
      })
    },
    /** What a crash has cut short stays as it is. */
    async saveEdit(editId: string) {
      const project = projectId()
      if (project === null) return
      const answer = await ipc.invoke('edits:keep', { projectId: project, editId })
      if (!answer.ok) store.setState({ error: answer.error })
    },
    dismiss: () => store.setState({ error: null, undone: null }),
    dispose() {
      for (const stop of stopListening) stop()
    },
  }
}
