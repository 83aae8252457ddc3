import { expect, test } from 'vitest'
import {
  afterEvent,
  createRunStore,
  type Run,
  runsOf,
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
  phase: 'working',
  cancelled: false,
  interrupted: false,
  text: '雾',
  warnings: ['A'],
  usage: null,
  context: null,
  receiptId: 'receipt',
  error: null,
  place: 'text',
  anchor: null,
  outcome: null,
  markers: null,
  asking: false,
}

test('text adds up, and the final text wins over a lost delta', () => {
  expect(afterEvent(run, { type: 'text', runId: 'r', delta: '港' })).toEqual({ text: '雾港' })
  expect(
    afterEvent(run, { type: 'done', runId: 'r', text: '雾港的灯', receiptId: null, cancelled: false }),
  ).toEqual({ phase: 'done', text: '雾港的灯', cancelled: false, receiptId: 'receipt', markers: null })
})

test('an error keeps what had arrived', () => {
  const error = { code: 'AI_PROVIDER_TIMEOUT', message: '模型没有回答。' }
  expect(afterEvent(run, { type: 'error', runId: 'r', error, text: '雾港' })).toEqual({
    phase: 'failed',
    text: '雾港',
    error,
    markers: null,
  })
})

test('a run waits for an opened work until the next event, whichever it is', () => {
  const waiting = { ...run, ...afterEvent(run, { type: 'waiting', runId: 'r', for: 'warmUp' }) }
  expect(waiting).toEqual({ ...run, warmingUp: true })
  expect(afterEvent(waiting, { type: 'text', runId: 'r', delta: '港' })).toEqual({
    warmingUp: false,
    text: '雾港',
  })
})

test('a warning is shown once', () => {
  expect(afterEvent(run, { type: 'warning', runId: 'r', warning: 'A' })).toEqual({ warnings: ['A'] })
  expect(afterEvent(run, { type: 'warning', runId: 'r', warning: 'B' })).toEqual({ warnings: ['A', 'B'] })
})

test('each chapter keeps its twenty runs, oldest first, and a busy one pushes out none of another', () => {
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

test('the part of a long chapter that is read is told, and stays told while its answer is awaited', () => {
  const reading = { ...run, ...afterEvent(run, { type: 'reading', runId: 'r', part: 2, parts: 3 }) }
  expect(reading).toEqual({ ...run, reading: { part: 2, parts: 3 } })
  const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 }
  expect(afterEvent(reading, { type: 'usage', runId: 'r', usage })).toEqual({ usage })
})
