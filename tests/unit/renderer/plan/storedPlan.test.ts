import { expect, test } from 'vitest'
import type { PlanValue } from '../../../../renderer/src/features/plan/storedPlan.ts'
import { isEmptyPlan, planValue, storedPlan } from '../../../../renderer/src/features/plan/storedPlan.ts'
import type { Ipc } from '../../../../renderer/src/ipc/types.ts'

const hash = 'a'.repeat(64)
const chapter = { projectId: 'p', documentId: 'c_1' }
const beat = { id: 'b_1', text: ' 认出闻笙𠮷 ', written: { at: '2026-11-24T10:00:00.000Z', receiptId: 'r' } }
const value: PlanValue = { text: ' 她先问鱼符。\n', beats: [{ id: 'b_0', text: '　' }, beat], pov: 'shen' }

/** What the form sends, with an answer of main. */
function calls() {
  const sent: unknown[] = []
  const invoke = async (channel: string, input: unknown) => {
    sent.push([channel, input])
    return { ok: true, data: { documentId: 'c_1', plan: null, pov: null, hash } }
  }
  // The two channels of a plan answer alike.
  return { sent, source: storedPlan({ invoke } as unknown as Ipc, chapter) }
}

test('a plan is stored without beats of no words, with the point of view only when it has changed', async () => {
  const { sent, source } = calls()
  const stored = { text: '她先问鱼符。', beats: [{ ...beat, text: '认出闻笙𠮷' }] }
  await source.write(value, hash, { ...value, text: '' })
  await source.write(value, hash, { ...value, pov: '' })
  await source.write({ ...value, pov: '' }, hash, value)
  expect(sent).toEqual([
    ['plan:set', { ...chapter, baseHash: hash, plan: stored }],
    ['plan:set', { ...chapter, baseHash: hash, plan: stored, pov: 'shen' }],
    ['plan:set', { ...chapter, baseHash: hash, plan: stored, pov: null }],
  ])
})

test('a form without words removes the plan, and what is read of no plan is an empty form', async () => {
  const { sent, source } = calls()
  const empty: PlanValue = { text: ' ', beats: [{ id: 'b_0', text: '　' }], pov: '' }
  expect([isEmptyPlan(empty), isEmptyPlan(value)]).toEqual([true, false])
  await source.write(empty, hash, value)
  expect(sent).toEqual([['plan:set', { ...chapter, baseHash: hash, plan: null, pov: null }]])
  expect(await source.read()).toEqual({ ok: true, data: { value: { text: '', beats: [], pov: '' }, hash } })
  const plan = { text: 'The token first', beats: [beat] }
  expect(planValue({ plan, pov: 'Ned' })).toEqual({ ...plan, pov: 'Ned' })
})

test('white space around the words is no change', () => {
  const { source } = calls()
  expect(source.asStored?.(value)).toEqual({
    text: '她先问鱼符。',
    beats: [{ ...beat, text: '认出闻笙𠮷' }],
    pov: 'shen',
  })
})
