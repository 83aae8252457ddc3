import { createStore } from 'zustand/vanilla'
import type { SkillSummary } from '#contract/ai.ts'
import type { RunEvent } from '#contract/events.ts'
import type { FollowUp, Rewriting, Verdict } from '#contract/judge.ts'
import type { StoredError } from '#contract/sentences/errorSentence.ts'
import type { CacheOutcome, RunPrice, RunUsage } from '#contract/spending.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Anchor } from '../editor/anchor.ts'

export type RunContext = Extract<RunEvent, { type: 'context' }>['context']

export type Outcome = 'accepted' | 'edited' | 'rejected'

/** What a run remembers of its skill. */
export type RunSkill = Pick<SkillSummary, 'id' | 'name' | 'output' | 'reads'>

/** One run as the panel shows it, from the press of the button to the writer's decision. */
export interface Run {
  /** Made by the page, so that the place in the text can be held before main has answered. */
  readonly key: string
  readonly runId: string | null
  readonly projectId: string
  readonly documentId: string
  readonly skill: RunSkill
  readonly instruction: string
  /** Null: the default one. */
  readonly modelId: string | null
  readonly startedAt: Date
  readonly phase: 'working' | 'done' | 'failed'
  readonly cancelled: boolean
  /** The page it was written into went away before it ended. */
  readonly interrupted: boolean
  /** The work was just opened, and the run waits until it has been read. */
  readonly warmingUp?: boolean
  /** The oldest rounds of the chat are being summed up. */
  readonly compacting?: boolean
  /** A chapter longer than the window is read in parts before anything is written. */
  readonly reading?: { readonly part: number; readonly parts: number }
  /** The provider was too busy or broken and is asked again at this time, in milliseconds since the epoch. */
  readonly retrying?: {
    readonly until: number
    readonly attempt: number
    readonly attempts: number
    readonly busy: boolean
  } | null
  /** The model stopped because it may write no more. */
  readonly reachedLimit?: boolean
  readonly text: string
  /** What stood there when the run was asked to go on from its end; `sentUnits`: how long it was as it was sent. */
  readonly before?: Pick<Run, 'text' | 'usage' | 'price'> & { readonly sentUnits: number }
  readonly warnings: readonly string[]
  readonly usage: RunUsage | null
  /** What the provider's cache did, and what the run cost; absent: not known. */
  readonly cache?: CacheOutcome | undefined
  readonly price?: RunPrice | undefined
  /** A model reads the finished text against the rules. */
  readonly judging?: boolean
  /** The text broke rules and is being written once more. */
  readonly redoing?: boolean
  /** What was checked against the rules after it was written, and what was found. */
  readonly judged?: Verdict
  /** The other text, when it was written twice. */
  readonly rewriting?: Rewriting
  /** What the model was asked behind the request: to check the text, to write it again. */
  readonly followUps?: readonly FollowUp[]
  readonly context: RunContext | null
  readonly receiptId: string | null
  readonly error: StoredError | null
  /** `gone`: the place it was written for no longer exists, or another run took it. */
  readonly place: 'text' | 'gone' | 'panel'
  /** Finds the place again in a text loaded anew. */
  readonly anchor: Anchor | null
  readonly outcome: Outcome | null
  /** The first version of the request it is another version of. */
  readonly versionOf?: string
  /** Another version of the same request stands in its place. */
  readonly hidden?: boolean
  /** Why its synopsis could not be stored. */
  readonly notKept?: StoredError | null
  /** How redaction markers in the text stand to the selection; null when there are none. */
  readonly markers: 'restorable' | 'unmatched' | null
  /** The writer has to decide whether a text with markers goes into the manuscript. */
  readonly asking: boolean
}

export interface RunsState {
  /** Of all works and chapters, oldest first; of each chapter the last twenty. */
  readonly runs: readonly Run[]
  readonly blocked: ErrorPayload | null
}

const keptRuns = 20

/** Where a run belongs. */
export interface RunPlace {
  readonly projectId: string | null
  readonly documentId: string | null
}

export const runsOf = (runs: readonly Run[], place: RunPlace): readonly Run[] =>
  runs.filter((run) => run.projectId === place.projectId && run.documentId === place.documentId)

/** The newest run, in the version that was chosen. */
export const lastOf = (runs: readonly Run[]): Run | undefined =>
  runs.findLast(({ hidden }) => hidden !== true)

/** All runs but those of a chapter that newer ones of it have pushed out. */
const newest = (runs: readonly Run[], place: RunPlace): readonly Run[] => {
  const out = new Set(runsOf(runs, place).slice(0, -keptRuns))
  return out.size === 0 ? runs : runs.filter((run) => !out.has(run))
}

/** A run that was just asked for; what it writes goes into the text unless it only shows. */
export const newRun = (
  asked: Pick<
    Run,
    'projectId' | 'documentId' | 'skill' | 'instruction' | 'modelId' | 'startedAt' | 'versionOf'
  >,
): Run => ({
  key: crypto.randomUUID(),
  runId: null,
  ...asked,
  phase: 'working',
  cancelled: false,
  interrupted: false,
  text: '',
  warnings: [],
  usage: null,
  context: null,
  receiptId: null,
  error: null,
  place: asked.skill.output === 'show' ? 'panel' : 'text',
  anchor: null,
  outcome: null,
  markers: null,
  asking: false,
})

/** It was cut off, and what it has written waits in the text: it may go on from there. */
export const mayGoOn = (run: Run): boolean => {
  const waits = run.place === 'text' && run.outcome === null && run.text !== '' && !run.asking
  const isCut = run.phase === 'failed' || run.cancelled || run.interrupted || run.reachedLimit === true
  const refused = run.error?.code === 'AI_CONTENT_FILTER'
  return waits && isCut && !refused && run.phase !== 'working'
}

/** What is said of a run that reached its length: only what the author can then do. */
export const limitKey = (run: Run) => {
  if (!mayGoOn(run)) return 'run.limitShown'
  return run.skill.output === 'replace' ? 'run.limitReplace' : 'run.limit'
}

export const createRunStore = () => {
  const store = createStore<RunsState>(() => ({ runs: [], blocked: null }))
  return {
    store,
    add: (run: Run) =>
      store.setState((state) => ({ runs: newest([...state.runs, run], run), blocked: null })),
    /** Runs of an earlier page, before those of this one. */
    addLeft: (left: readonly Run[]) =>
      store.setState((state) => {
        const known = new Set(state.runs.map(({ key }) => key))
        const older = left.filter(({ key }) => !known.has(key))
        const inOrder = older.toSorted((one, other) => Number(one.startedAt) - Number(other.startedAt))
        return { runs: [...inOrder, ...state.runs] }
      }),
    patch: (key: string, change: (run: Run) => Partial<Run>) =>
      store.setState((state) => ({
        runs: state.runs.map((run) => (run.key === key ? { ...run, ...change(run) } : run)),
      })),
    find: (key: string) => store.getState().runs.find((run) => run.key === key),
    last: (place: RunPlace) => lastOf(runsOf(store.getState().runs, place)),
  }
}

export type RunStore = ReturnType<typeof createRunStore>

/** What an event changes in a run; whatever comes ends the waiting. */
export const afterEvent = (run: Run, event: RunEvent): Partial<Run> => ({
  ...(event.type === 'waiting' || run.warmingUp ? { warmingUp: event.type === 'waiting' } : {}),
  ...(run.retrying ? { retrying: null } : {}),
  ...(run.judging && event.type !== 'usage' && event.type !== 'retrying' ? { judging: false } : {}),
  ...(run.compacting ? { compacting: false } : {}),
  ...ownChange(run, event),
})

/** A verdict is on the whole as it was sent, in which the first part begins as the chapter does it. */
const onWhole = ({ before }: Run, judged: Verdict): Verdict => {
  const by = before === undefined ? 0 : before.text.length - before.sentUnits
  return {
    ...judged,
    findings: judged.findings.map((one) => ({ ...one, from: one.from + by, to: one.to + by })),
  }
}

/** What counts of a run that is broken off: the first text, when the second is not complete. */
export const firstText = (run: Run): Partial<Run> =>
  run.redoing && run.rewriting ? { text: textBefore(run) + run.rewriting.text, redoing: false } : {}

const ownChange = (run: Run, event: RunEvent): Partial<Run> => {
  switch (event.type) {
    case 'started':
      return { runId: event.runId }
    case 'waiting':
    case 'compacted':
      return {}
    case 'compacting':
      return { compacting: true }
    case 'reading':
      return { reading: { part: event.part, parts: event.parts } }
    case 'retrying': {
      const { waitMs, attempt, attempts, code } = event
      return { retrying: { until: Date.now() + waitMs, attempt, attempts, busy: code === 'AI_BUSY' } }
    }
    case 'context':
      return {
        context: event.context,
        receiptId: event.receiptId,
        warnings: merge(run.warnings, event.context.warnings),
      }
    case 'text':
      return { text: run.text + event.delta }
    case 'usage':
      return {
        usage: sumOf(run.before?.usage ?? null, event.usage),
        ...{ cache: event.cache, price: priceOf(run.before, event.price) },
      }
    case 'judging':
      return { judging: true }
    case 'rewriting':
      // Until the new text is complete, the first one is the one that counts.
      return {
        text: textBefore(run),
        redoing: true,
        rewriting: { state: 'replaced', text: event.text, findings: event.judged.findings },
      }
    case 'warning':
      return { warnings: merge(run.warnings, [event.warning]) }
    case 'done':
      return {
        phase: 'done',
        text: textBefore(run) + event.text,
        cancelled: event.cancelled,
        ...(event.reachedLimit ? { reachedLimit: true } : {}),
        ...(run.redoing ? { redoing: false } : {}),
        ...(event.judged === undefined ? {} : { judged: onWhole(run, event.judged) }),
        ...(event.rewriting === undefined ? {} : { rewriting: event.rewriting }),
        ...(event.followUps === undefined ? {} : { followUps: event.followUps }),
        receiptId: event.receiptId ?? run.receiptId,
        markers: event.markers ?? null,
      }
    case 'error':
      return {
        ...{ phase: 'failed', text: textBefore(run) + event.text },
        ...{ error: event.error, markers: event.markers ?? null },
      }
  }
}

const textBefore = (run: Run) => run.before?.text ?? ''

/** An estimate in it makes an estimate of the sum. */
const sumOf = (one: RunUsage | null, other: RunUsage): RunUsage => ({
  inputTokens: (one?.inputTokens ?? 0) + other.inputTokens,
  cachedInputTokens: (one?.cachedInputTokens ?? 0) + other.cachedInputTokens,
  outputTokens: (one?.outputTokens ?? 0) + other.outputTokens,
  ...withWritten((one?.writtenInputTokens ?? 0) + (other.writtenInputTokens ?? 0)),
  ...((one?.estimated || other.estimated) && { estimated: true }),
})

const withWritten = (writtenInputTokens: number) => (writtenInputTokens > 0 ? { writtenInputTokens } : {})

/** Of both parts; not known when that of one is not. */
const priceOf = (before: Run['before'], price: RunPrice | undefined): RunPrice | undefined => {
  const one = before?.price
  if (price === undefined || before?.usage == null) return price
  if (one === undefined) return undefined
  const sum = (part: 'plain' | 'read' | 'written' | 'output' | 'total') => one[part] + price[part]
  return {
    ...price,
    ...{ plain: sum('plain'), read: sum('read'), written: sum('written'), output: sum('output') },
    total: sum('total'),
  }
}

const merge = (known: readonly string[], more: readonly string[]) => [...new Set([...known, ...more])]
