import { createStore } from 'zustand/vanilla'
import type { SkillSummary } from '#contract/ai.ts'
import type { RunEvent } from '#contract/events.ts'
import type { FollowUp, Rewriting, Verdict } from '#contract/judge.ts'
import type { StoredError } from '#contract/sentences/errorSentence.ts'
import type { CacheOutcome, RunPrice, RunUsage } from '#contract/spending.ts'
import type { Notice } from '#contract/warnings.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Anchor } from '../editor/anchor.ts'
import type { DividedText } from '../editor/partControls.ts'
import type { RequestChoices } from './runChoices.ts'

export type RunContext = Extract<RunEvent, { type: 'context' }>['context']

export type Outcome = 'accepted' | 'edited' | 'rejected'

/** What a run remembers of its skill. */
export type RunSkill = Pick<SkillSummary, 'id' | 'name' | 'output' | 'reads'>

/** What main does while a run is under way. */
export type RunStep =
  /** Nothing is written yet. `warmingUp`: the project was just opened and is still being read. */
  | { readonly phase: 'preparing'; readonly step: 'assembling' | 'warmingUp' | 'compacting' }
  /** The request is out and the model has not answered; `since`: milliseconds since the epoch. */
  | { readonly phase: 'awaiting'; readonly since: number }
  /** A chapter longer than the window is read in parts before anything is written; `part` from 1. */
  | { readonly phase: 'reading'; readonly part: number; readonly parts: number }
  | { readonly phase: 'streaming' }
  /** A model reads the finished text against the rules. */
  | { readonly phase: 'checking' }
  /** The text broke rules and is written once more; until that is complete the first one counts. */
  | { readonly phase: 'rewriting' }

/** The service was too busy or broken. */
export interface RetryDelay {
  /** When the next request goes out, in milliseconds since the epoch. */
  readonly until: number
  /** Of that request, from 2, and how many there are at most. */
  readonly attempt: number
  readonly attempts: number
  readonly busy: boolean
}

export type RunEnd =
  /** `reachedLimit`: it stopped because it may write no more. */
  | { readonly phase: 'finished'; readonly reachedLimit: boolean }
  | { readonly phase: 'failed'; readonly error: StoredError }
  /** The author stopped it. */
  | { readonly phase: 'cancelled' }
  /** The page it was written into was closed before it ended. */
  | { readonly phase: 'interrupted' }

/** Where a run is on its way, with only what belongs there. */
export type RunState =
  | RunStep
  | (RetryDelay & { readonly phase: 'waitingForRetry'; readonly during: RunStep })
  | RunEnd

/** What the author has decided of a text. */
type RunDecision =
  | { readonly kind: 'undecided' }
  /** It has redaction markers in it, and whether it goes into the manuscript like that is open. */
  | { readonly kind: 'confirmingMarkers' }
  /** It was to become the chapter's synopsis and could not be stored. */
  | { readonly kind: 'notStored'; readonly error: StoredError }
  | { readonly kind: Outcome }

/** One run as the panel shows it, from the press of the button to the author's decision. */
export interface Run {
  /** Made by the page, so that its position in the text exists before main has answered. */
  readonly key: string
  /** Main's id; null until it has answered. */
  readonly runId: string | null
  readonly projectId: string
  readonly documentId: string
  readonly skill: RunSkill
  readonly instruction: string
  /** Null: the default one. */
  readonly modelId: string | null
  /** What else was chosen of how it is written; absent: as model and skill have it. */
  readonly choices?: RequestChoices
  /** Versions of the same request that are still to be written when it has ended; absent: none. */
  readonly versionsLeft?: number
  readonly startedAt: Date
  readonly state: RunState
  readonly decision: RunDecision
  readonly text: string
  /** What was there when the run continued from its end; `sentUnits`: its UTF-16 length as it was sent. */
  readonly before?: Pick<Run, 'text' | 'usage' | 'price'> & { readonly sentUnits: number }
  /** Each once, as main sends them. */
  readonly warnings: readonly string[]
  /** Of those warnings that say more than their code. */
  readonly notices: Readonly<Record<string, Notice>>
  readonly usage: RunUsage | null
  /** What the provider's cache did; absent where it does not report it. */
  readonly cache?: CacheOutcome | undefined
  /** What the run cost; absent where no price is listed. */
  readonly price?: RunPrice | undefined
  /** What was checked against the rules after it was written, and what was found. */
  readonly judged?: Verdict
  /** The other text, when it was written twice. */
  readonly rewriting?: Rewriting
  /** What the model was sent behind the request: to check the text, to write it again. */
  readonly followUps?: readonly FollowUp[]
  readonly context: RunContext | null
  readonly receiptId: string | null
  /** `gone`: its position in the text no longer exists, or another run took it. */
  readonly place: 'text' | 'gone' | 'panel'
  /** Finds the position again in a text loaded anew. */
  readonly anchor: Anchor | null
  /** What is decided of it part by part; absent while it is taken or left as a whole. */
  readonly divided?: DividedText | undefined
  /** The first version of the request it is another version of. */
  readonly versionOf?: string
  /** Another version of the same request is shown instead. */
  readonly hidden?: boolean
  /** How redaction markers in the text match the selection; null when there are none. */
  readonly markers: 'restorable' | 'unmatched' | null
  /** As the model wrote it, once the author has changed `text` before a decision. */
  readonly written?: WrittenText | undefined
}

/** A text as the model wrote it. */
interface WrittenText extends Pick<Run, 'text' | 'markers'> {
  /** With the author's own words in the place of its markers. */
  readonly restored: string
}

/** The author has changed its text before a decision. */
export const isEdited = ({ text, written }: Run): boolean =>
  written !== undefined && text !== written.restored

const isEnd = (state: RunState): state is RunEnd =>
  state.phase === 'finished' ||
  state.phase === 'failed' ||
  state.phase === 'cancelled' ||
  state.phase === 'interrupted'

/** Main still works on it. */
export const isWorking = ({ state }: Run): boolean => !isEnd(state)

/** What the author has decided; null while nothing is. */
export const outcomeOf = ({ decision: { kind } }: Run): Outcome | null =>
  kind === 'accepted' || kind === 'edited' || kind === 'rejected' ? kind : null

export const isUndecided = (run: Run): boolean => outcomeOf(run) === null

/** What is done, a wait between two attempts left out; null once the run has ended. */
export const stepOf = (run: Run): RunStep | null => {
  const { state } = run
  if (state.phase === 'waitingForRetry') return state.during
  return isEnd(state) ? null : state
}

export const failureOf = ({ state }: Run): StoredError | null =>
  state.phase === 'failed' ? state.error : null

export interface RunsState {
  /** Of all works and chapters, oldest first; of each chapter the last twenty. */
  readonly runs: readonly Run[]
  readonly blocked: ErrorPayload | null
}

const maxRuns = 20

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
  const out = new Set(runsOf(runs, place).slice(0, -maxRuns))
  return out.size === 0 ? runs : runs.filter((run) => !out.has(run))
}

/** A run that was just asked for; what it writes goes into the text unless it only shows. */
export const newRun = (
  request: Pick<
    Run,
    | 'projectId'
    | 'documentId'
    | 'skill'
    | 'instruction'
    | 'modelId'
    | 'choices'
    | 'versionsLeft'
    | 'startedAt'
    | 'versionOf'
  >,
): Run => ({
  key: crypto.randomUUID(),
  runId: null,
  ...request,
  state: { phase: 'preparing', step: 'assembling' },
  decision: { kind: 'undecided' },
  text: '',
  warnings: [],
  notices: {},
  usage: null,
  context: null,
  receiptId: null,
  place: request.skill.output === 'show' ? 'panel' : 'text',
  anchor: null,
  markers: null,
})

/** It was cut off, and its text is in the manuscript as a suggestion: it may continue from there. */
export const mayGoOn = (run: Run): boolean => {
  const { state } = run
  const isCut =
    state.phase === 'cancelled' ||
    state.phase === 'interrupted' ||
    (state.phase === 'finished' && state.reachedLimit) ||
    (state.phase === 'failed' && state.error.code !== 'AI_CONTENT_FILTER')
  const isWhole = run.divided === undefined
  return isCut && isWhole && run.place === 'text' && run.decision.kind === 'undecided' && run.text !== ''
}

/** What ends an answer in the middle without a word about why. */
const cuts: ReadonlySet<string> = new Set(['AI_STREAM_CUT', 'AI_ANSWER_INCOMPLETE'])

/** How it is put that a run failed: what is written of it comes first. */
export function failureKey({ text }: Pick<Run, 'text'>, { code }: StoredError) {
  if (text === '') return 'run.failed'
  return cuts.has(code) ? 'run.cut' : 'run.failedPartly'
}

/** What to show of a run that reached its length: only what the author can then do. */
export const limitKey = (run: Run) => {
  if (!mayGoOn(run)) return 'run.limitShown'
  return run.skill.output === 'replace' ? 'run.limitReplace' : 'run.limit'
}

/** The sentence that goes with where a run is; null when there is nothing to add to its text. */
export const stateKey = (run: Run) => {
  const { state, text } = run
  const outcome = outcomeOf(run)
  if (outcome === 'accepted' && run.skill.reads === 'chapter') return 'run.synopsisSaved'
  const isEmptyEnd = text === '' && (state.phase === 'failed' || state.phase === 'cancelled')
  if (outcome !== null && !isEmptyEnd) return `run.${outcome}` as const
  const placeKey = run.place === 'panel' ? 'run.inPanel' : 'run.inText'
  switch (state.phase) {
    case 'preparing':
      if (state.step === 'warmingUp') return 'run.warmingUp'
      return text === '' ? 'run.assembling' : placeKey
    case 'reading':
      return text === '' ? 'run.reading' : placeKey
    case 'streaming':
      return text === '' ? 'run.assembling' : placeKey
    case 'checking':
      return 'judge.checking'
    case 'rewriting':
      return 'judge.redoing'
    case 'awaiting':
    case 'waitingForRetry':
    case 'failed':
      return null
    case 'interrupted':
      return text === '' ? 'run.interruptedEmpty' : 'run.interrupted'
    case 'cancelled':
      if (run.place === 'gone') return 'run.placeMissing'
      return text === '' ? 'run.cancelledEmpty' : 'run.cancelled'
    case 'finished':
      if (run.place === 'gone') return 'run.placeMissing'
      if (state.reachedLimit) return limitKey(run)
      return run.place === 'text' ? 'run.waiting' : null
  }
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
        const keys = new Set(state.runs.map(({ key }) => key))
        const older = left.filter(({ key }) => !keys.has(key))
        const inOrder = older.toSorted(
          (earlier, other) => Number(earlier.startedAt) - Number(other.startedAt),
        )
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

/** What an event changes in a run. */
export const afterEvent = (run: Run, event: RunEvent): Partial<Run> => ({
  ...(isWorking(run) || event.type === 'done' || event.type === 'error'
    ? { state: stateAfter(run, event) }
    : {}),
  ...ownChange(run, event),
})

const assembling: RunStep = { phase: 'preparing', step: 'assembling' }

const stateAfter = (run: Run, event: RunEvent): RunState => {
  const step = stepOf(run) ?? assembling
  switch (event.type) {
    case 'waiting':
      return { phase: 'preparing', step: 'warmingUp' }
    case 'compacting':
      return { phase: 'preparing', step: 'compacting' }
    case 'context':
      return step.phase === 'preparing' ? { phase: 'awaiting', since: Date.now() } : step
    case 'reading':
      return { phase: 'reading', part: event.part, parts: event.parts }
    case 'retrying': {
      const { waitMs, attempt, attempts, code } = event
      const delay = { until: Date.now() + waitMs, attempt, attempts, busy: code === 'AI_BUSY' }
      return { phase: 'waitingForRetry', ...delay, during: step }
    }
    case 'text':
      return step.phase === 'rewriting' ? step : { phase: 'streaming' }
    case 'judging':
      return { phase: 'checking' }
    case 'rewriting':
      return { phase: 'rewriting' }
    case 'done':
      return event.cancelled
        ? { phase: 'cancelled' }
        : { phase: 'finished', reachedLimit: event.reachedLimit === true }
    case 'error':
      return { phase: 'failed', error: event.error }
    case 'usage':
      // What reading a part or checking has used comes while it goes on.
      return step.phase === 'preparing' ? assembling : step
    default:
      // Whatever else comes ends a wait and a check.
      if (step.phase === 'checking') return { phase: 'streaming' }
      return step.phase === 'preparing' ? assembling : step
  }
}

/** A verdict is on the whole as it was sent, in which the first part begins as the chapter does it. */
const onWhole = ({ before }: Run, judged: Verdict): Verdict => {
  const by = before === undefined ? 0 : before.text.length - before.sentUnits
  return {
    ...judged,
    findings: judged.findings.map((finding) => ({
      ...finding,
      from: finding.from + by,
      to: finding.to + by,
    })),
  }
}

/** What counts of a run that is broken off: the first text, when the second is not complete. */
export const firstText = (run: Run): Partial<Run> =>
  stepOf(run)?.phase === 'rewriting' && run.rewriting ? { text: textBefore(run) + run.rewriting.text } : {}

const ownChange = (run: Run, event: RunEvent): Partial<Run> => {
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
    case 'thought':
      return { text: textBefore(run) }
    case 'usage':
      return {
        usage: sumOf(run.before?.usage ?? null, event.usage),
        ...{ cache: event.cache, price: priceOf(run.before, event.price) },
      }
    case 'rewriting':
      // Until the new text is complete, the first one is the one that counts.
      return {
        text: textBefore(run),
        rewriting: { state: 'replaced', text: event.text, findings: event.judged.findings },
      }
    case 'warning':
      return {
        warnings: merge(run.warnings, [event.warning]),
        ...(event.notice && { notices: { ...run.notices, [event.warning]: event.notice } }),
      }
    case 'done':
      return {
        text: textBefore(run) + event.text,
        ...(event.judged === undefined ? {} : { judged: onWhole(run, event.judged) }),
        ...(event.rewriting === undefined ? {} : { rewriting: event.rewriting }),
        ...(event.followUps === undefined ? {} : { followUps: event.followUps }),
        receiptId: event.receiptId ?? run.receiptId,
        markers: event.markers ?? null,
      }
    case 'error':
      return { text: textBefore(run) + event.text, markers: event.markers ?? null }
    default:
      return {}
  }
}

const textBefore = (run: Run) => run.before?.text ?? ''

/** An estimate in it makes an estimate of the sum. */
const sumOf = (before: RunUsage | null, other: RunUsage): RunUsage => ({
  inputTokens: (before?.inputTokens ?? 0) + other.inputTokens,
  cachedInputTokens: (before?.cachedInputTokens ?? 0) + other.cachedInputTokens,
  outputTokens: (before?.outputTokens ?? 0) + other.outputTokens,
  ...withWritten((before?.writtenInputTokens ?? 0) + (other.writtenInputTokens ?? 0)),
  ...((before?.estimated || other.estimated) && { estimated: true }),
})

const withWritten = (writtenInputTokens: number) => (writtenInputTokens > 0 ? { writtenInputTokens } : {})

/** Of both parts; not known when that of one is not. */
const priceOf = (before: Run['before'], price: RunPrice | undefined): RunPrice | undefined => {
  const previousPrice = before?.price
  if (price === undefined || before?.usage == null) return price
  if (previousPrice === undefined) return undefined
  const sum = (part: 'plain' | 'read' | 'written' | 'output' | 'total') => previousPrice[part] + price[part]
  const { billed, ...last } = price
  return {
    ...last,
    ...(previousPrice.billed && billed ? { billed } : {}),
    ...{ plain: sum('plain'), read: sum('read'), written: sum('written'), output: sum('output') },
    total: sum('total'),
  }
}

const merge = (existing: readonly string[], more: readonly string[]) => [...new Set([...existing, ...more])]
