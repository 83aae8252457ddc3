import type { StoreApi } from 'zustand/vanilla'
import type { SkillSummary } from '#contract/ai.ts'
import type { RunEvent } from '#contract/events.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { EditorController } from '../editor/editorController.ts'
import { createOutcomes } from './outcomes.ts'
import { afterEvent, createRunStore, type Run, type RunsState } from './runStore.ts'

export interface RunRequest {
  readonly projectId: string
  readonly skill: Pick<SkillSummary, 'id' | 'name' | 'output'>
  readonly instruction: string
  readonly modelId: string | null
}

export interface RunController {
  readonly store: StoreApi<RunsState>
  start(request: RunRequest): Promise<void>
  /** Stops the model; what has come stays. */
  stop(): void
  /** Asks first (`asking`) when markers would take the place of the writer's words; `anyway` is the answer. */
  accept(anyway?: boolean): Promise<void>
  discard(): void
  retry(): Promise<void>
  /** Puts a text whose place is gone at the caret. */
  insertAtCaret(key: string, anyway?: boolean): Promise<void>
  /** What the writer has made of the text taken last; the page calls it when it goes away. */
  tellEdits(): void
  dispose(): void
}

export interface RunOptions {
  readonly ipc: Ipc
  readonly editor: EditorController
  /** Events may come in hundreds a second; the text is redrawn once per frame. */
  readonly nextFrame?: (draw: () => void) => void
  readonly now?: () => Date
  /** Called when a run asks, so that the question is in sight. */
  readonly onAsking?: () => void
}

const composingDelayMs = 120

/** Runs skills, puts what they write into the text as a suggestion, and reports what became of it. */
export const createRunController = (options: RunOptions): RunController => {
  const { ipc, editor, nextFrame = requestAnimationFrame, now = () => new Date() } = options
  const runs = createRunStore()
  /** Events of a run whose id main has not answered yet. */
  let early: RunEvent[] = []
  let requests = 0
  let last: RunRequest | null = null
  let frameAsked = false
  /** Runs whose text is on its way into the manuscript. */
  const accepting = new Set<string>()
  /** The run whose place in the text the next one takes over. */
  let rewriting: string | null = null

  const { tell, tellTaken, tellEdits } = createOutcomes(ipc, editor, runs)

  const active = () => runs.last()

  const draw = () => {
    const run = active()
    if (run === undefined || run.outcome !== null || run.place !== 'text') return
    if (run.documentId !== editor.store.getState().documentId) return
    if (run.phase === 'failed' && run.text === '') editor.dropSuggestion()
    else editor.showSuggestion(run.key, run.text, run.phase === 'working')
  }
  const drawSoon = () => {
    if (frameAsked) return
    frameAsked = true
    nextFrame(() => {
      frameAsked = false
      // An input method loses its text when decorations change beside it.
      if (editor.isComposing()) setTimeout(drawSoon, composingDelayMs)
      else draw()
    })
  }

  const receive = (event: RunEvent) => {
    const run = runs.store.getState().runs.find((one) => one.runId === event.runId)
    if (run === undefined) {
      if (active()?.runId === null) early.push(event)
      return
    }
    runs.patch(run.key, (current) => afterEvent(current, event))
    if (event.type === 'text' || event.type === 'done' || event.type === 'error') drawSoon()
  }

  const checkPlace = () => {
    const run = active()
    const status = editor.store.getState()
    const shown = editor.suggestionKey()
    // A chapter opened again may still show what was decided or replaced meanwhile.
    if (shown !== null && shown !== rewriting && (shown !== run?.key || run.outcome !== null)) {
      editor.dropSuggestion()
    }
    if (run?.place !== 'text' || run.outcome !== null || status.phase !== 'ready') return
    if (status.documentId !== run.documentId) return
    if (editor.suggestionKey() === run.key) drawSoon()
    else if (run.phase !== 'failed') runs.patch(run.key, () => ({ place: 'gone' }))
  }

  /** A run's events come over the connection it was started on; without it nothing more arrives. */
  const checkConnection = () => {
    const run = active()
    if (ipc.connection.get() === 'online' || run?.phase !== 'working' || run.runId === null) return
    const message = '连接中断，这次没有写完。'
    runs.patch(run.key, () => ({ phase: 'failed', error: { code: 'CANCELLED', message } }))
    drawSoon()
  }

  const stopListening = [
    ipc.on('run', receive),
    ipc.on('changed', ({ projectId, renamed = {} }) => {
      for (const { key, ...run } of runs.store.getState().runs) {
        const documentId = run.projectId === projectId ? renamed[run.documentId] : undefined
        if (documentId !== undefined) runs.patch(key, () => ({ documentId }))
      }
    }),
    ipc.connection.subscribe(checkConnection),
    editor.onChange(() => queueMicrotask(checkPlace)),
    editor.onLeave(tellEdits),
  ]

  const cancel = (run: Run) => {
    if (run.phase === 'working' && run.runId !== null) void ipc.invoke('ai:cancel', { runId: run.runId })
  }

  /** The run's text with the writer's own words back in the place of its markers, or null while that is asked. */
  const textToInsert = async (run: Run, anyway: boolean): Promise<string | null> => {
    if (run.markers === null || anyway) return run.text
    if (run.markers === 'restorable' && run.runId !== null) {
      const { projectId, runId } = run
      const answer = await ipc.invoke('ai:restore', { projectId, runId })
      if (answer.ok) return answer.data.text
    }
    runs.patch(run.key, () => ({ asking: true }))
    options.onAsking?.()
    return null
  }

  const start = async (request: RunRequest, inPlaceOf?: string) => {
    const previous = active()
    if (previous?.phase === 'working') return
    const documentId = editor.store.getState().documentId
    if (documentId === null) return
    tellEdits()
    last = request
    if (previous?.outcome === null && previous.place === 'text' && inPlaceOf === undefined) discard()
    const hash = await editor.flush()
    if (hash === null) {
      const { save } = editor.store.getState()
      const message = '这一章还没有保存，先处理保存的问题再运行。'
      runs.store.setState({ blocked: save.kind === 'failed' ? save.error : { code: 'CONFLICT', message } })
      return
    }
    requests += 1
    const key = `run-${requests}`
    const inText = request.skill.output !== 'show'
    const run: Run = {
      key,
      runId: null,
      projectId: request.projectId,
      documentId,
      skill: request.skill,
      instruction: request.instruction,
      startedAt: now(),
      phase: 'working',
      cancelled: false,
      text: '',
      warnings: [],
      usage: null,
      context: null,
      receiptId: null,
      error: null,
      place: inText ? 'text' : 'panel',
      outcome: null,
      markers: null,
      asking: false,
    }
    early = []
    runs.add(run)
    const place = editor.suggest(key, request.skill.output === 'replace', inPlaceOf)
    if (!inText) editor.dropSuggestion()
    const answer = await ipc.invoke('ai:run', {
      projectId: request.projectId,
      documentId,
      cursorPosition: place.cursorPosition,
      skillId: request.skill.id,
      documentHash: hash,
      ...(place.selection === null ? {} : { selection: place.selection }),
      ...(request.instruction === '' ? {} : { additionalInput: request.instruction }),
      ...(request.modelId === null ? {} : { modelId: request.modelId }),
    })
    if (!answer.ok) {
      runs.patch(key, () => ({ phase: 'failed', error: answer.error }))
      if (editor.suggestionKey() === key) editor.dropSuggestion()
      return
    }
    runs.patch(key, () => ({ runId: answer.data.runId }))
    if (runs.find(key)?.outcome !== null) void ipc.invoke('ai:cancel', { runId: answer.data.runId })
    const waiting = early
    early = []
    for (const event of waiting) receive(event)
  }

  const keepTaken = async (run: Run, text: string) => {
    editor.focus()
    await editor.flush()
    if (run.outcome !== null) return
    await tellTaken(run, text)
  }

  const discard = () => {
    const run = active()
    if (run === undefined || run.outcome !== null) return
    cancel(run)
    void tell(run, 'rejected')
    editor.dropSuggestion()
  }

  return {
    store: runs.store,
    start: (request) => start(request),
    discard,
    stop() {
      const run = active()
      if (run !== undefined) cancel(run)
    },
    async accept(anyway = false) {
      const run = active()
      if (run === undefined || run.phase === 'working' || run.outcome !== null || run.text === '') return
      if (accepting.has(run.key)) return
      accepting.add(run.key)
      const text = await textToInsert(run, anyway)
      accepting.delete(run.key)
      if (text === null || runs.find(run.key)?.outcome !== null) return
      runs.patch(run.key, () => ({ outcome: 'accepted', asking: false }))
      if (!editor.takeSuggestion(run.key, text)) {
        runs.patch(run.key, () => ({ place: 'gone', outcome: null }))
        return
      }
      await keepTaken(run, text)
    },
    async retry() {
      const run = active()
      if (last === null) return
      if (run?.outcome !== null) return start(last)
      cancel(run)
      rewriting = run.key
      void tell(run, 'rejected')
      await start(last, run.key)
      rewriting = null
    },
    async insertAtCaret(key, anyway = false) {
      const run = runs.find(key)
      const text = run === undefined ? null : await textToInsert(run, anyway)
      if (run === undefined || text === null) return
      tellEdits()
      editor.insertAtCaret(key, text)
      await keepTaken(run, text)
    },
    tellEdits,
    dispose() {
      for (const stop of stopListening) stop()
    },
  }
}
