import { describe, expect, test } from 'vitest'
import type { Verdict } from '#contract/judge.ts'
import {
  afterEvent,
  limitKey,
  mayGoOn,
  newRun,
  type Run,
} from '../../../../renderer/src/features/aiPanel/runStore.ts'

const skill = { id: 'continue', name: '续写', output: 'insert' } as const
const asked = {
  projectId: 'p',
  documentId: 'd',
  skill,
  instruction: '',
  modelId: null,
  startedAt: new Date(0),
}
const limit = { phase: 'finished', reachedLimit: true } as const
const whole = { phase: 'finished', reachedLimit: false } as const
const streaming = { phase: 'streaming' } as const
const cut: Run = { ...newRun(asked), state: limit, text: '雾又厚了，' }
const usage = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 10 }

describe('a run that was cut off', () => {
  test('writes on behind what it had written, and its cost is the cost of both', () => {
    const first = { ...cut, usage }
    let run: Run = {
      ...first,
      before: { text: first.text, usage: first.usage, sentUnits: 5 },
      state: streaming,
    }
    const receive = (event: Parameters<typeof afterEvent>[1]) => {
      run = { ...run, ...afterEvent(run, event) }
    }
    receive({ type: 'text', runId: 'r', delta: '灯灭了' })
    expect(run.text).toBe('雾又厚了，灯灭了')
    receive({ type: 'usage', runId: 'r', usage: { ...usage, estimated: true } })
    receive({ type: 'usage', runId: 'r', usage })
    receive({ type: 'done', runId: 'r', text: '灯灭了。', receiptId: null, cancelled: false })
    expect(run).toMatchObject({
      state: whole,
      text: '雾又厚了，灯灭了。',
      usage: { inputTokens: 200, cachedInputTokens: 80, outputTokens: 20 },
    })
  })

  test('has the marks of the Judge at its words, however the chapter begins a paragraph', () => {
    const text = '\n雾又厚了……'
    // As it was sent: the line break of its own left out, those and the indent of the chapter before it.
    const before = { text, usage: null, sentUnits: '\n\n　　雾又厚了……'.length }
    const found = { kind: 'style', code: 'mark', params: { mark: '……' } } as const
    const judged: Verdict = {
      ...{ checked: ['style'], notChecked: [] },
      findings: [
        { ...found, from: 4, to: 10, quote: '雾又厚了……' },
        { ...found, from: 10, to: 15, quote: '灯灭了……' },
      ],
    }
    const run: Run = { ...cut, text, before, state: streaming }
    const done = { type: 'done', runId: 'r', text: '灯灭了……', receiptId: null, cancelled: false } as const
    const all = { ...run, ...afterEvent(run, { ...done, judged }) }
    expect(all.judged?.findings.map(({ from, to }) => all.text.slice(from, to))).toEqual([
      '雾又厚了……',
      '灯灭了……',
    ])
  })

  test('preserves what it had when the continuation fails at once', () => {
    const run: Run = { ...cut, before: { text: cut.text, usage: null, sentUnits: 5 }, state: streaming }
    const error = { code: 'AI_BUSY', message: '太忙' } as const
    const failed = { ...run, ...afterEvent(run, { type: 'error', runId: 'r', error, text: '' }) }
    expect(failed).toMatchObject({ state: { phase: 'failed', error }, text: '雾又厚了，' })
    expect(mayGoOn(failed)).toBe(true)
  })

  test.each<[string, Partial<Run>, boolean]>([
    ['at the length it may write', {}, true],
    ['in mid-stream', { state: { phase: 'failed', error: { code: 'AI_BUSY', message: '' } } }, true],
    ['by the writer', { state: { phase: 'cancelled' } }, true],
    ['by a reload', { state: { phase: 'interrupted' } }, true],
    ['by nothing', { state: whole }, false],
    ['before a word came', { text: '' }, false],
    ['and was taken', { decision: { kind: 'accepted' } }, false],
    ['and lost its place', { place: 'gone' }, false],
    ['and is at work again', { state: streaming }, false],
    [
      'by the service’s own rules',
      { state: { phase: 'failed', error: { code: 'AI_CONTENT_FILTER', message: '' } } },
      false,
    ],
    ['while it replaces a text', { skill: { ...skill, output: 'replace' } }, true],
  ])('may or may not go on when it was cut off %s', (_how, part, may) => {
    expect(mayGoOn({ ...cut, ...part })).toBe(may)
  })

  test.each<[string, Partial<Run>, ReturnType<typeof limitKey>]>([
    ['goes on in the text', {}, 'run.limit'],
    [
      'has half of what stands for a selection',
      { skill: { ...skill, output: 'replace' } },
      'run.limitReplace',
    ],
    ['is shown in the panel', { skill: { ...skill, output: 'show' }, place: 'panel' }, 'run.limitShown'],
    ['lost its place', { place: 'gone' }, 'run.limitShown'],
  ])('at its length, which %s, has the fitting sentence', (_what, part, key) => {
    expect(limitKey({ ...cut, ...part })).toBe(key)
  })
})
