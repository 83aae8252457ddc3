import { expect, test } from 'vitest'
import type { Verdict } from '#contract/judge.ts'
import {
  afterEvent,
  createRunStore,
  failureKey,
  firstText,
  type Run,
  type RunState,
  runsOf,
  stateKey,
} from '../../../../renderer/src/features/aiPanel/runStore.ts'

const run: Run = {
  key: 'run-1',
  runId: 'r',
  projectId: 'p',
  documentId: 'd',
  skill: { id: 'continue', name: '续写', output: 'insert' },
  instruction: '',
  modelId: null,
  startedAt: new Date(0),
  state: { phase: 'streaming' },
  decision: { kind: 'undecided' },
  text: '雾',
  warnings: ['A'],
  notices: {},
  usage: null,
  context: null,
  receiptId: 'receipt',
  place: 'text',
  anchor: null,
  markers: null,
}

test('the text adds up, and the final text wins over a missing delta', () => {
  expect(afterEvent(run, { type: 'text', runId: 'r', delta: '港' })).toEqual({
    state: { phase: 'streaming' },
    text: '雾港',
  })
  expect(
    afterEvent(run, { type: 'done', runId: 'r', text: '雾港的灯', receiptId: null, cancelled: false }),
  ).toEqual({
    state: { phase: 'finished', reachedLimit: false },
    ...{ text: '雾港的灯', receiptId: 'receipt', markers: null },
  })
})

test('an error preserves what had arrived', () => {
  const error = { code: 'AI_PROVIDER_TIMEOUT', message: '模型没有回答。' }
  expect(afterEvent(run, { type: 'error', runId: 'r', error, text: '雾港' })).toEqual({
    state: { phase: 'failed', error },
    text: '雾港',
    markers: null,
  })
})

test('a run is warming up until the next event, whichever it is', () => {
  const warming = { ...run, ...afterEvent(run, { type: 'waiting', runId: 'r', for: 'warmUp' }) }
  expect(warming).toEqual({ ...run, state: { phase: 'preparing', step: 'warmingUp' } })
  expect(afterEvent(warming, { type: 'text', runId: 'r', delta: '港' })).toEqual({
    state: { phase: 'streaming' },
    text: '雾港',
  })
})

test('a warning is shown once', () => {
  expect(afterEvent(run, { type: 'warning', runId: 'r', warning: 'A' })).toMatchObject({ warnings: ['A'] })
  expect(afterEvent(run, { type: 'warning', runId: 'r', warning: 'B' })).toMatchObject({
    warnings: ['A', 'B'],
  })
})

test('each chapter has its twenty runs, oldest first, and a busy one pushes out none of another', () => {
  const store = createRunStore()
  store.add({ ...run, key: 'other chapter', documentId: 'e' })
  store.add({ ...run, key: 'other book', projectId: 'q' })
  for (let number = 1; number <= 25; number++) store.add({ ...run, key: `run-${number}` })
  const keys = runsOf(store.store.getState().runs, run).map(({ key }) => key)
  expect([keys.length, keys[0], keys.at(-1)]).toEqual([20, 'run-6', 'run-25'])
  expect(store.last({ projectId: 'p', documentId: 'e' })?.key).toBe('other chapter')
  expect(store.last({ projectId: 'q', documentId: 'd' })?.key).toBe('other book')
  expect(store.last({ projectId: null, documentId: null })).toBeUndefined()
})

test('a run that reads a long chapter in parts names the part until the next one or the text comes', () => {
  const reading = { ...run, ...afterEvent(run, { type: 'reading', runId: 'r', part: 2, parts: 3 }) }
  const state = { phase: 'reading', part: 2, parts: 3 } as const
  expect(reading).toEqual({ ...run, state })
  const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 }
  expect(afterEvent(reading, { type: 'usage', runId: 'r', usage })).toEqual({ state, usage })
})

test('a retry returns to the step it interrupted, and its delay ends with the next event', () => {
  const checking = { ...run, ...afterEvent(run, { type: 'judging', runId: 'r' }) }
  const retry = { type: 'retrying', runId: 'r', code: 'AI_BUSY', waitMs: 0, attempt: 2, attempts: 3 } as const
  const delayed = { ...checking, ...afterEvent(checking, retry) }
  expect(delayed.state).toEqual({
    ...{ phase: 'waitingForRetry', until: expect.any(Number), attempt: 2, attempts: 3, busy: true },
    during: { phase: 'checking' },
  })
  const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 }
  expect(afterEvent(delayed, { type: 'usage', runId: 'r', usage })).toEqual({
    state: { phase: 'checking' },
    usage,
  })
})

test('a text that is written once more stays in that phase while its words come, and its first text counts', () => {
  const judged: Verdict = { checked: [], notChecked: [], findings: [] }
  const event = { type: 'rewriting', runId: 'r', text: '雾港', judged } as const
  const rewriting = { ...run, ...afterEvent(run, event) }
  expect(rewriting).toMatchObject({ state: { phase: 'rewriting' }, text: '' })
  const half = { ...rewriting, ...afterEvent(rewriting, { type: 'text', runId: 'r', delta: '灯' }) }
  expect(half).toMatchObject({ state: { phase: 'rewriting' }, text: '灯' })
  expect(firstText(half)).toEqual({ text: '雾港' })
})

test('an event that comes when a run has ended does not set it working again', () => {
  const ended: Run = { ...run, state: { phase: 'cancelled' } }
  expect(afterEvent(ended, { type: 'text', runId: 'r', delta: '港' })).toEqual({ text: '雾港' })
})

test.each<[RunState, Partial<Run>, ReturnType<typeof stateKey>]>([
  [{ phase: 'preparing', step: 'assembling' }, { text: '' }, 'run.assembling'],
  [{ phase: 'preparing', step: 'warmingUp' }, {}, 'run.warmingUp'],
  [{ phase: 'reading', part: 1, parts: 2 }, { text: '' }, 'run.reading'],
  [{ phase: 'streaming' }, {}, 'run.inText'],
  [{ phase: 'streaming' }, { place: 'panel' }, 'run.inPanel'],
  [{ phase: 'checking' }, {}, 'judge.checking'],
  [{ phase: 'rewriting' }, {}, 'judge.redoing'],
  [{ phase: 'finished', reachedLimit: false }, {}, 'run.waiting'],
  [{ phase: 'finished', reachedLimit: false }, { place: 'panel' }, null],
  [{ phase: 'finished', reachedLimit: true }, {}, 'run.limit'],
  [{ phase: 'cancelled' }, { text: '' }, 'run.cancelledEmpty'],
  [{ phase: 'cancelled' }, { place: 'gone' }, 'run.placeMissing'],
  [{ phase: 'interrupted' }, {}, 'run.interrupted'],
  [{ phase: 'failed', error: { code: 'AI_BUSY', message: '太忙' } }, {}, null],
  [{ phase: 'streaming' }, { decision: { kind: 'rejected' } }, 'run.rejected'],
])('a run that is %j, with %j, has the sentence %s', (state, part, key) => {
  expect(stateKey({ ...run, state, ...part })).toBe(key)
})

test('a run that fails halfway says first what of it is there, and a cut is told once', () => {
  const failed = (text: string, code: string) => failureKey({ text }, { code, message: '' })
  expect([
    failed('', 'AI_STREAM_CUT'),
    failed('雾散了。', 'AI_STREAM_CUT'),
    failed('雾散了。', 'AI_ANSWER_INCOMPLETE'),
    failed('雾散了。', 'AI_BUSY'),
  ]).toEqual(['run.failed', 'run.cut', 'run.cut', 'run.failedPartly'])
})
