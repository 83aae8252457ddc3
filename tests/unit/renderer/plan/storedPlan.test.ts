import { expect, test } from 'vitest'
import type { PlanValue } from '../../../../renderer/src/features/plan/storedPlan.ts'
import { isEmptyPlan, planValue, storedPlan } from '../../../../renderer/src/features/plan/storedPlan.ts'
import type { Ipc } from '../../../../renderer/src/ipc/types.ts'

const hash = 'a'.repeat(64)
const chapter = { projectId: 'p', documentId: 'c_1' }
const beat = { id: 'b_1', text: ' 认出闻笙𠮷 ', written: { at: '2026-11-24T10:00:00.000Z', receiptId: 'r' } }
const value: PlanValue = {
  ...{ text: ' 她先问鱼符。\n', beats: [{ id: 'b_0', text: '　' }, beat], pov: 'shen' },
  ...{ status: 'draft', label: ' 夜戏 ' },
}

/** What the form sends, with an answer of main. */
function calls() {
  const sent: unknown[] = []
  const invoke = async (channel: string, input: unknown) => {
    sent.push([channel, input])
    return { ok: true, data: { documentId: 'c_1', plan: null, pov: null, status: null, label: null, hash } }
  }
  // The two channels of a plan answer alike.
  return { sent, source: storedPlan({ invoke } as unknown as Ipc, chapter) }
}

test('a plan is stored without beats of no words, with point of view, status and label only when they have changed', async () => {
  const { sent, source } = calls()
  const stored = { text: '她先问鱼符。', beats: [{ ...beat, text: '认出闻笙𠮷' }] }
  const base = { ...value, label: '夜戏' }
  await source.write(value, hash, { ...base, text: '' })
  await source.write(value, hash, { ...base, pov: '' })
  await source.write({ ...value, pov: '' }, hash, base)
  await source.write({ ...value, status: '', label: '雨戏' }, hash, base)
  expect(sent).toEqual([
    ['plan:set', { ...chapter, baseHash: hash, plan: stored }],
    ['plan:set', { ...chapter, baseHash: hash, plan: stored, pov: 'shen' }],
    ['plan:set', { ...chapter, baseHash: hash, plan: stored, pov: null }],
    ['plan:set', { ...chapter, baseHash: hash, plan: stored, status: null, label: '雨戏' }],
  ])
})

test('a form without words removes the plan, and what is read of no plan is an empty form', async () => {
  const { sent, source } = calls()
  const empty: PlanValue = { text: ' ', beats: [{ id: 'b_0', text: '　' }], pov: '', status: '', label: '' }
  expect([isEmptyPlan(empty), isEmptyPlan(value)]).toEqual([true, false])
  await source.write(empty, hash, { ...empty, pov: 'shen' })
  expect(sent).toEqual([['plan:set', { ...chapter, baseHash: hash, plan: null, pov: null }]])
  expect(await source.read()).toEqual({ ok: true, data: { value: { ...empty, text: '', beats: [] }, hash } })
  const plan = { text: 'The token first', beats: [beat] }
  const words = { pov: 'Ned', status: 'final', label: 'Salt' }
  expect(planValue({ plan, ...words })).toEqual({ ...plan, ...words })
})

test('white space around the words is no change', () => {
  const { source } = calls()
  expect(source.asStored?.(value)).toEqual({
    text: '她先问鱼符。',
    beats: [{ ...beat, text: '认出闻笙𠮷' }],
    ...{ pov: 'shen', status: 'draft', label: '夜戏' },
  })
})

test('a form that was left before plans had a status is stored without one', () => {
  const { source } = calls()
  const { status: _, label: __, ...earlier } = value
  // As an earlier version of the page has left it.
  expect(source.asStored?.(earlier as PlanValue)).toMatchObject({ status: '', label: '' })
})
