import type { StoredError } from '#contract/sentences/errorSentence.ts'
import { errorPayload } from '../../../../main/src/contract/sentences/errorSentence.ts'
import type { EditorController } from '../editor/editorController.ts'
import type { Journal } from '../journal/journal.ts'
import {
  firstText,
  isUndecided,
  isWorking,
  type Outcome,
  type Run,
  type RunState,
  type RunStore,
} from './runStore.ts'

export interface RunJournalOptions {
  readonly journal: Journal
  readonly editor: Pick<EditorController, 'anchorOf' | 'dividedText'>
  /** Ends a run that nobody hears any more. */
  readonly cancel: (runId: string) => void
  readonly runs: RunStore
  readonly delayMs?: number
}

export interface RunJournal {
  /** Brings back the runs that earlier pages of this work left. */
  load(projectId: string): Promise<void>
  /** Writes what waits, for a page that is about to go. */
  saveNow(): void
  dispose(): void
}

const kind = 'run'
const usualDelayMs = 400

const keyOf = ({ projectId, key }: Run) => [kind, projectId, key]

/** Where a run's suggestion is, and what is decided of it: in the text, else as it was there last. */
export const placeNow = (
  editor: Pick<EditorController, 'anchorOf' | 'dividedText'>,
  { key, anchor, divided }: Run,
): Pick<Run, 'anchor' | 'divided'> => {
  const now = editor.dividedText(key) ?? divided
  return { anchor: editor.anchorOf(key) ?? anchor, ...(now === undefined ? {} : { divided: now }) }
}

/** A run as pages wrote it before `state` and `decision`. */
interface FlatRun extends Omit<Run, 'state' | 'decision'> {
  readonly phase: 'working' | 'done' | 'failed'
  readonly cancelled: boolean
  readonly interrupted: boolean
  readonly reachedLimit?: boolean
  readonly redoing?: boolean
  readonly error: StoredError | null
  readonly outcome: Outcome | null
  readonly asking: boolean
  readonly notKept?: StoredError | null
}

const stateOf = (run: FlatRun): RunState => {
  if (run.phase === 'working') return { phase: run.redoing ? 'rewriting' : 'streaming' }
  if (run.phase === 'failed')
    return { phase: 'failed', error: run.error ?? errorPayload('INTERNAL', { why: 'page' }) }
  if (run.interrupted) return { phase: 'interrupted' }
  return run.cancelled
    ? { phase: 'cancelled' }
    : { phase: 'finished', reachedLimit: run.reachedLimit === true }
}

/** The run in an entry of the journal, also of an older page. */
const runOf = (value: Run | FlatRun): Run => {
  if ('state' in value) return value
  const { phase, cancelled, interrupted, reachedLimit, redoing, error, outcome, asking, notKept, ...run } =
    value
  return {
    ...run,
    state: stateOf(value),
    decision: outcome === null ? { kind: 'undecided' } : { kind: outcome },
  }
}

/**
 * A run of a page that was closed: what was still being written has ended with it, and a question has to be put again.
 * An encrypted journal gives its time back as text.
 */
export const asLeft = (value: Run | FlatRun): Run => {
  const run = runOf(value)
  const left = {
    ...run,
    startedAt: new Date(run.startedAt),
    decision: run.decision.kind === 'confirmingMarkers' ? { kind: 'undecided' as const } : run.decision,
  }
  return isWorking(run) ? { ...left, ...firstText(run), state: { phase: 'interrupted' } } : left
}

/** Keeps runs, their text so far and their state in the journal, so that a reload does not lose what was paid for. */
export const createRunJournal = (options: RunJournalOptions): RunJournal => {
  const { journal, editor, cancel, runs, delayMs = usualDelayMs } = options
  const changed = new Map<string, Run>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const saveNow = () => {
    clearTimeout(timer)
    timer = undefined
    for (const run of changed.values()) {
      if (runs.find(run.key) === undefined) void journal.drop(keyOf(run))
      else void journal.save(keyOf(run), { ...run, ...placeNow(editor, run) })
    }
    changed.clear()
  }
  const touch = (run: Run) => {
    changed.set(run.key, run)
    timer ??= setTimeout(saveNow, delayMs)
  }

  const stop = runs.store.subscribe(({ runs: now }, { runs: before }) => {
    if (now === before) return
    const old = new Set(before)
    for (const run of now) if (!old.delete(run)) touch(run)
    for (const run of old) touch(run)
    // A run that was changed is in both: its newest form is written.
    for (const run of now) if (changed.has(run.key)) changed.set(run.key, run)
    // What the writer decides, of a paragraph too, before the text itself is saved: a page loaded again in between
    // would offer what stands in the chapter, or show none of several versions.
    const runsByKey = new Map(before.map((run) => [run.key, run]))
    const isDecided = ({ key, decision, hidden, divided }: Run) => {
      const was = runsByKey.get(key)
      if (was === undefined) return false
      return was.decision.kind !== decision.kind || was.hidden !== hidden || was.divided !== divided
    }
    if (now.some(isDecided)) saveNow()
  })

  return {
    async load(projectId) {
      const entries = await journal.listLeft([kind, projectId])
      const left = entries.map(({ value }) => runOf(value as Run | FlatRun)) // Written by an earlier page.
      for (const run of left) {
        // No page receives it any more, so it should not go on costing.
        if (isWorking(run) && run.runId !== null) cancel(run.runId)
      }
      runs.addLeft(left.map(asLeft))
    },
    saveNow() {
      // The place of what waits may have moved since it was written down.
      for (const run of runs.store.getState().runs) {
        if (isUndecided(run) && run.place === 'text') changed.set(run.key, run)
      }
      saveNow()
    },
    dispose() {
      stop()
      clearTimeout(timer)
    },
  }
}
