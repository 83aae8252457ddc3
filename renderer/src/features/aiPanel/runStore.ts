import { createStore } from 'zustand/vanilla'
import type { SkillSummary } from '#contract/ai.ts'
import type { RunEvent, RunUsage } from '#contract/events.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'

export type RunContext = Extract<RunEvent, { type: 'context' }>['context']

export type Outcome = 'accepted' | 'edited' | 'rejected'

/** One run as the panel shows it, from the press of the button to the writer's decision. */
export interface Run {
  /** Made by the page, so that the place in the text can be held before main has answered. */
  readonly key: string
  readonly runId: string | null
  readonly projectId: string
  readonly documentId: string
  readonly skill: Pick<SkillSummary, 'id' | 'name' | 'output'>
  readonly instruction: string
  readonly startedAt: Date
  readonly phase: 'working' | 'done' | 'failed'
  readonly cancelled: boolean
  readonly text: string
  readonly warnings: readonly string[]
  readonly usage: RunUsage | null
  /** What was checked against the rules after it was written. */
  readonly checked?: readonly ('person' | 'punctuation' | 'words')[]
  readonly context: RunContext | null
  readonly receiptId: string | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** `gone`: the place it was written for no longer exists, or another run took it. */
  readonly place: 'text' | 'gone' | 'panel'
  readonly outcome: Outcome | null
  /** How redaction markers in the text stand to the selection; null when there are none. */
  readonly markers: 'restorable' | 'unmatched' | null
  /** The writer has to decide whether a text with markers goes into the manuscript. */
  readonly asking: boolean
}

export interface RunsState {
  /** Oldest first, the last twenty. */
  readonly runs: readonly Run[]
  readonly blocked: ErrorPayload | null
}

const keptRuns = 20

export const createRunStore = () => {
  const store = createStore<RunsState>(() => ({ runs: [], blocked: null }))
  return {
    store,
    add: (run: Run) =>
      store.setState((state) => ({ runs: [...state.runs, run].slice(-keptRuns), blocked: null })),
    patch: (key: string, change: (run: Run) => Partial<Run>) =>
      store.setState((state) => ({
        runs: state.runs.map((run) => (run.key === key ? { ...run, ...change(run) } : run)),
      })),
    find: (key: string) => store.getState().runs.find((run) => run.key === key),
    last: () => store.getState().runs.at(-1),
  }
}

export type RunStore = ReturnType<typeof createRunStore>

/** What an event changes in a run. */
export const afterEvent = (run: Run, event: RunEvent): Partial<Run> => {
  switch (event.type) {
    case 'started':
      return { runId: event.runId }
    case 'context':
      return {
        context: event.context,
        receiptId: event.receiptId,
        warnings: merge(run.warnings, event.context.warnings),
      }
    case 'text':
      return { text: run.text + event.delta }
    case 'usage':
      return { usage: event.usage }
    case 'warning':
      return { warnings: merge(run.warnings, [event.warning]) }
    case 'done':
      return {
        phase: 'done',
        text: event.text,
        cancelled: event.cancelled,
        ...(event.checked === undefined ? {} : { checked: event.checked }),
        receiptId: event.receiptId ?? run.receiptId,
        markers: event.markers ?? null,
      }
    case 'error':
      return { phase: 'failed', text: event.text, error: event.error, markers: event.markers ?? null }
  }
}

const merge = (known: readonly string[], more: readonly string[]) => [...new Set([...known, ...more])]
