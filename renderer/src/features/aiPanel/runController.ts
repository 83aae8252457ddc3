import type { StoreApi } from 'zustand/vanilla'
import type { SkillSummary } from '#contract/ai.ts'
import type { RunEvent } from '#contract/events.ts'
import type { Finding } from '#contract/judge.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { Choices } from '../contextViewer/choices.ts'
import type { EditorController } from '../editor/editorController.ts'
import type { StoredPlace } from '../editor/editorStore.ts'
import { unsavedError } from '../editor/unsavedError.ts'
import type { Journal } from '../journal/journal.ts'
import { createOutcomes } from './outcomes.ts'
import type { RequestChoices } from './runChoices.ts'
import { createRunJournal } from './runJournal.ts'
import { createRunParts, textOutside } from './runParts.ts'
import { createRunPlaces } from './runPlaces.ts'
import {
  afterEvent,
  createRunStore,
  firstText,
  isEdited,
  isUndecided,
  isWorking,
  mayGoOn,
  newRun,
  type Run,
  type RunSkill,
  type RunsState,
} from './runStore.ts'
import { isDiscarded, mayChoose, requestOf, undecidedOf } from './runVersions.ts'

interface RunRequest {
  readonly projectId: string
  readonly skill: RunSkill
  readonly instruction: string
  readonly modelId: string | null
  readonly choices?: RequestChoices
  /** How many are written one after the other; absent: one. */
  readonly versions?: number
}

export interface RunController {
  readonly store: StoreApi<RunsState>
  /** False when it was not begun: one is going on, the chapter cannot be stored, or main refused. */
  start(request: RunRequest): Promise<boolean>
  /** Shows in the panel why a run could not be begun. */
  refuse(error: ErrorPayload): void
  /** Stops the model; what has come stays. */
  stop(): void
  /** Asks first (`asking`) when markers would take the place of the writer's words; `anyway` is the answer. */
  accept(anyway?: boolean): Promise<void>
  discard(): void
  /** Lets the writer decide about the suggestion part by part. */
  divide(): Promise<void>
  /** Whether the suggestion may now be changed: its own words stand in the place of its markers. */
  startEditing(): Promise<boolean>
  /** The text of a run as it is now; empty for one that is gone. */
  textOf(key: string): string
  /** The suggestion in the author's words; without any it stays as it is. */
  edit(text: string): void
  /** The suggestion as the model wrote it. */
  revert(): void
  /** Writes another version of the last request; the earlier ones stay and can be chosen. */
  retry(): Promise<void>
  /** Shows another version of the same request in the place of the one that waits. */
  choose(key: string): void
  /** What was discarded last waits in the text again, all its versions. */
  callBack(): void
  /** Lets a run that was cut off write on behind the text that waits. */
  goOn(): Promise<void>
  /** Puts a text whose place is gone at the caret. */
  insertAtCaret(key: string, anyway?: boolean): Promise<void>
  /** Stores what a skill wrote of the whole chapter as its synopsis; nothing goes into the text. */
  saveSynopsis(key: string): Promise<void>
  /** What the writer has made of the text taken last; the page calls it when it goes away. */
  reportEdits(): void
  /** Brings back the runs that earlier pages of this work left, and what waits in the text. */
  comeBack(projectId: string): Promise<void>
  /** Writes what is not in the journal yet, for a page that is about to go. */
  saveNow(): void
  /** A suggestion in the open chapter waits for the writer. */
  isPending(): boolean
  dispose(): void
}

export interface RunOptions {
  readonly ipc: Ipc
  readonly editor: EditorController
  /** What the writer wishes of the next request. */
  readonly choices: Pick<Choices, 'forRequest' | 'sent'>
  readonly journal: Journal
  /** Events may come in hundreds a second; the text is redrawn once per frame. */
  readonly nextFrame?: (draw: () => void) => void
  readonly now?: () => Date
  /** What a finding says, in the language of the page. */
  readonly findingWords?: (finding: Finding) => string
  /** Called when a run begins; a text that goes into the manuscript should be seen there. */
  readonly onStarting?: (output: SkillSummary['output']) => void
  /** Called when a run asks, so that the question is in sight. */
  readonly onRequest?: () => void
}

/** After these the text in the manuscript looks different. */
const drawn: ReadonlySet<RunEvent['type']> = new Set([
  ...(['text', 'thought', 'rewriting', 'done', 'error'] as const),
])

/** Runs skills, puts what they write into the text as a suggestion, and reports what became of it. */
export const createRunController = (options: RunOptions): RunController => {
  const { ipc, editor, choices, nextFrame = requestAnimationFrame, now = () => new Date() } = options
  const runs = createRunStore()
  /** Events of a run whose id main has not answered yet. */
  let early: RunEvent[] = []
  /** Runs whose text is on its way into the manuscript. */
  const accepting = new Set<string>()

  const outcomes = createOutcomes(ipc, editor, runs)
  const { report: reportOutcome, reportAccepted, reportEdits } = outcomes

  const active = () => runs.last(editor.store.getState())
  const marksOf = (run: Run) =>
    (isEdited(run) ? [] : (run.judged?.findings ?? [])).map((finding) => {
      const { from, to, quote } = finding
      return { from, to, quote, title: options.findingWords?.(finding) ?? '' }
    })
  const positions = createRunPlaces({ editor, runs, active, marksOf, nextFrame })
  const cancelRun = (runId: string) => void ipc.invoke('ai:cancel', { runId })
  const runJournal = createRunJournal({ journal: options.journal, editor, cancel: cancelRun, runs })

  const receive = (event: RunEvent) => {
    const run = runs.store.getState().runs.find((each) => each.runId === event.runId)
    if (run === undefined) {
      if (runs.store.getState().runs.some((each) => isWorking(each) && each.runId === null)) early.push(event)
      return
    }
    runs.patch(run.key, (current) => afterEvent(current, event))
    if (drawn.has(event.type)) positions.drawSoon()
    if (event.type === 'done' && !event.cancelled) void writeNext(run.key)
  }

  /** The next of several versions, while nothing is decided and the author is where the last one waits. */
  const writeNext = async (key: string) => {
    const run = runs.find(key)
    if (run === undefined || !run.versionsLeft || run.text === '' || !isUndecided(run)) return
    if (active()?.key !== key) return
    const { versionsLeft: versions } = run
    await positions.retainDuring(key, () => start({ ...run, versions }, key))
  }

  /** A run's events come over the connection it was started on; without it nothing more arrives. */
  const checkConnection = () => {
    if (ipc.connection.get() === 'online') return
    const error = errorPayload('CANCELLED', { why: 'run' })
    for (const run of runs.store.getState().runs)
      if (isWorking(run) && run.runId !== null)
        runs.patch(run.key, (now) => ({ ...firstText(now), state: { phase: 'failed', error } }))
    positions.drawSoon()
  }

  const stopListening = [
    ipc.on('run', receive),
    ipc.connection.subscribe(checkConnection),
    editor.onLeave(reportEdits),
    // What kept a run from starting was said about the chapter that was open then.
    editor.onOpen(() => runs.store.setState({ blocked: null })),
  ]

  const cancel = (run: Run) => {
    if (isWorking(run) && run.runId !== null) cancelRun(run.runId)
  }

  /** The run's text with the writer's own words back in the place of its markers, or null while that is asked. */
  const textToInsert = async (run: Run, anyway: boolean): Promise<string | null> => {
    if (run.markers === null || anyway) return run.text
    if (run.markers === 'restorable' && run.runId !== null) {
      const { projectId, runId } = run
      const answer = await ipc.invoke('ai:restore', { projectId, runId })
      if (answer.ok) return answer.data.text
    }
    runs.patch(run.key, () => ({ decision: { kind: 'confirmingMarkers' } }))
    options.onRequest?.()
    return null
  }

  /** The same for a text whose place is gone: what was taken of it before does not come again. */
  const textToInsertOutside = async (run: Run, anyway: boolean) =>
    run.divided === undefined ? textToInsert(run, anyway) : textOutside(run)

  /** The hash of the stored chapter; null when it cannot be stored, which is then said. */
  const flushed = async (): Promise<string | null> => {
    const hash = await editor.flush()
    if (hash === null) runs.store.setState({ blocked: unsavedError(editor.store.getState()) })
    return hash
  }

  const startRun = async (request: RunRequest, inPlaceOf?: string): Promise<boolean> => {
    const previous = active()
    if (previous !== undefined && isWorking(previous)) return false
    const { documentId } = editor.store.getState()
    if (documentId === null) return false
    reportEdits()
    if (previous && isUndecided(previous) && previous.place === 'text' && inPlaceOf === undefined) discard()
    const hash = await flushed()
    if (hash === null) return false
    const { projectId, skill, instruction, modelId, choices: chosen = {}, versions = 1 } = request
    const another = previous !== undefined && inPlaceOf !== undefined && previous.text !== ''
    const versionOf = another ? { versionOf: requestOf(previous) } : {}
    const run = newRun({
      ...{ projectId, documentId, skill, instruction, modelId, choices: chosen },
      ...{ versionsLeft: versions - 1, startedAt: now(), ...versionOf },
    })
    const { key } = run
    if (another) hide(previous)
    runs.add(run)
    options.onStarting?.(request.skill.output)
    const place = editor.suggest(key, request.skill.output === 'replace', inPlaceOf)
    if (run.place === 'panel') editor.dropSuggestion()
    const started = await requestRun(run, hash, place)
    if (!started && editor.suggestionKey() === key) editor.dropSuggestion()
    return started
  }

  const start = async (request: RunRequest, inPlaceOf?: string) => {
    await startRun(request, inPlaceOf)
  }

  /** Asks main to run it; false when it refused, which the run then says. */
  const requestRun = async (
    { key, projectId, documentId, skill, instruction, modelId, choices: chosen = {} }: Run,
    documentHash: string,
    { cursorPosition, selection }: StoredPlace,
    textSoFar?: string,
  ): Promise<boolean> => {
    // What is added to a text has no length of its own.
    const { length: _length, ...goingOn } = chosen
    const answer = await ipc.invoke('ai:run', {
      ...{ projectId, documentId, cursorPosition, skillId: skill.id, documentHash },
      ...(selection === null ? {} : { selection }),
      ...(instruction === '' ? {} : { additionalInput: instruction }),
      ...(modelId === null ? {} : { modelId }),
      ...(textSoFar === undefined ? chosen : { ...goingOn, textSoFar }),
      ...choices.forRequest(),
    })
    if (answer.ok) choices.sent()
    if (!answer.ok) {
      runs.patch(key, () => ({ state: { phase: 'failed', error: answer.error } }))
      return false
    }
    runs.patch(key, () => ({ runId: answer.data.runId }))
    const current = runs.find(key)
    if (current === undefined || !isUndecided(current)) cancelRun(answer.data.runId)
    const own = early.filter(({ runId }) => runId === answer.data.runId)
    early = early.filter(({ runId }) => runId !== answer.data.runId)
    for (const event of own) receive(event)
    return true
  }

  const goOn = async () => {
    const run = active()
    if (run === undefined || !mayGoOn(run)) return
    const hash = await flushed()
    const soFar = editor.textSoFar(run.key, run.skill.output === 'replace')
    if (hash === null || soFar === null) return
    const sentUnits = soFar.text.length
    runs.patch(run.key, ({ text, usage, price }) => ({
      ...{ before: { text, usage, price, sentUnits }, runId: null },
      state: { phase: 'preparing', step: 'assembling' },
    }))
    positions.drawSoon()
    const { text, ...place } = soFar
    await requestRun(run, hash, place, text)
    positions.drawSoon()
  }

  const saveAccepted = async (run: Run, text: string) => {
    editor.focus()
    await editor.flush()
    if (run.decision.kind === 'accepted' || run.decision.kind === 'edited') return
    await reportAccepted(run, text, isEdited(run) ? 'edited' : 'accepted')
  }

  const hide = (run: Run) => {
    const anchor = editor.anchorOf(run.key) ?? run.anchor
    runs.patch(run.key, () => ({ hidden: true, anchor, divided: undefined, ...withoutQuestion(run) }))
  }
  /** A question about markers is not put about what is not shown. */
  const withoutQuestion = ({ decision }: Run): Pick<Run, 'decision'> =>
    decision.kind === 'confirmingMarkers' ? { decision: { kind: 'undecided' } } : { decision }
  /** Main learns of each version what became of it. */
  const rejectRest = (run: Run) => {
    for (const undecided of undecidedOf(runs.store.getState().runs, run))
      void reportOutcome(undecided, 'rejected')
  }

  const discard = () => {
    const run = active()
    if (run === undefined || !isUndecided(run)) return
    cancel(run)
    if (parts.leaveRest(run)) return
    const anchor = editor.anchorOf(run.key) ?? run.anchor
    runs.patch(run.key, () => ({ anchor, divided: undefined }))
    rejectRest(run)
    editor.dropSuggestion()
  }

  const parts = createRunParts({ editor, runs, outcomes, active, rejectRest })

  /** Shows a run where it stood; without that place its text stays in the panel. */
  const placeAgain = ({ key, anchor, text }: Run) => {
    if (anchor === null || !editor.suggestAgain(key, anchor, text)) runs.patch(key, () => ({ place: 'gone' }))
    positions.drawSoon()
  }

  const choose = (key: string) => {
    const shown = active()
    const selected = runs.find(key)
    if (shown === undefined || selected === undefined || !mayChoose(shown, selected)) return
    const inText = editor.suggestionKey() === shown.key
    hide(shown)
    runs.patch(key, () => ({ hidden: false, place: 'text' }))
    if (!inText) return placeAgain(selected)
    editor.suggest(key, selected.skill.output === 'replace', shown.key)
    editor.showSuggestion(key, selected.text, false, marksOf(selected))
  }

  /** The text of a run that the writer may now decide about; null while it comes, or while markers are asked about. */
  const decidable = async (run: Run | undefined, anyway = false): Promise<string | null> => {
    if (run === undefined || isWorking(run) || !isUndecided(run) || run.text === '') return null
    if (accepting.has(run.key)) return null
    accepting.add(run.key)
    const text = await textToInsert(run, anyway)
    accepting.delete(run.key)
    const current = runs.find(run.key)
    return current === undefined || !isUndecided(current) ? null : text
  }

  /** Shows what an undecided run has become. */
  const showChanged = (key: string, part: Pick<Run, 'text' | 'markers' | 'written'>) => {
    runs.patch(key, () => part)
    const run = runs.find(key)
    if (run !== undefined && editor.suggestionKey() === key)
      editor.showSuggestion(key, run.text, false, marksOf(run))
  }

  return {
    store: runs.store,
    start: (request) => startRun(request),
    refuse(error) {
      runs.store.setState({ blocked: error })
      options.onRequest?.()
    },
    discard,
    stop() {
      const run = active()
      if (run !== undefined) cancel(run)
    },
    async accept(anyway = false) {
      const run = active()
      if (run !== undefined && editor.suggestionKey() === run.key && editor.dividedText(run.key) !== null)
        return editor.decideParts(true, 'rest')
      const text = await decidable(run, anyway)
      if (run === undefined || text === null) return
      runs.patch(run.key, () => ({ decision: { kind: 'accepted' } }))
      if (!editor.takeSuggestion(run.key, text, marksOf(run))) {
        runs.patch(run.key, () => ({ place: 'gone', decision: { kind: 'undecided' } }))
        return
      }
      rejectRest(run)
      await saveAccepted(run, text)
    },
    async divide() {
      const run = active()
      const text = await decidable(run)
      if (run !== undefined && text !== null) editor.divideSuggestion(run.key, text, marksOf(run))
    },
    async startEditing() {
      const run = active()
      if (run === undefined || editor.dividedText(run.key) !== null) return false
      const text = await decidable(run)
      if (text === null) return false
      const { written = { text: run.text, markers: run.markers, restored: text } } = run
      showChanged(run.key, { text, markers: null, written })
      return true
    },
    textOf: (key) => runs.find(key)?.text ?? '',
    edit(text) {
      const run = active()
      if (run?.written === undefined || !isUndecided(run) || text.trim() === '') return
      if (editor.dividedText(run.key) !== null) return
      showChanged(run.key, { text, markers: null, written: run.written })
    },
    revert() {
      const run = active()
      if (run?.written === undefined || !isUndecided(run)) return
      const { text, markers } = run.written
      showChanged(run.key, { text, markers, written: undefined })
    },
    async retry() {
      const run = active()
      if (run === undefined) return
      // A run is a request and what came of it.
      if (!isUndecided(run) || parts.leaveRest(run)) return start(run)
      cancel(run)
      await positions.retainDuring(run.key, () => {
        if (run.text === '' || isWorking(run)) void reportOutcome(run, 'rejected')
        return start(run, run.key)
      })
    },
    choose,
    callBack() {
      const run = active()
      if (run === undefined || !isDiscarded(run)) return
      for (const each of runs.store.getState().runs)
        if (requestOf(each) === requestOf(run) && isDiscarded(each))
          runs.patch(each.key, () => ({ decision: { kind: 'undecided' } }))
      placeAgain(run)
    },
    goOn,
    async insertAtCaret(key, anyway = false) {
      const run = runs.find(key)
      const text = run === undefined ? null : await textToInsertOutside(run, anyway)
      if (run === undefined || text === null) return
      reportEdits()
      editor.insertAtCaret(key, text, marksOf(run))
      await saveAccepted(run, text)
    },
    async saveSynopsis(key) {
      const run = runs.find(key)
      if (run === undefined || run.runId === null || !isUndecided(run) || run.text === '') return
      const { projectId, runId, documentId, text } = run
      const reported = await ipc.invoke('ai:outcome', { projectId, runId, outcome: 'accepted', text })
      // A run that main has forgotten since is still a text that the writer wants to keep.
      const saved =
        reported.ok && !reported.data.recorded
          ? await ipc.invoke('retrieval:synopses:save', { projectId, documentId, text, source: 'model' })
          : reported
      runs.patch(key, () => ({
        decision: saved.ok ? { kind: 'accepted' } : { kind: 'notStored', error: saved.error },
      }))
    },
    reportEdits,
    async comeBack(projectId) {
      await runJournal.load(projectId)
      positions.check()
    },
    saveNow: runJournal.saveNow,
    isPending() {
      const run = active()
      if (run === undefined || isWorking(run) || !isUndecided(run) || run.place !== 'text') return false
      return run.text !== '' && editor.suggestionKey() === run.key
    },
    dispose() {
      outcomes.dispose()
      positions.dispose()
      parts.dispose()
      runJournal.dispose()
      for (const stop of stopListening) stop()
    },
  }
}
