import { describe, expect, it } from 'vitest'
import type { ReceiptChunk } from '../../../../main/src/contract/context.ts'
import { groupConstraints } from '../../../../renderer/src/features/contextViewer/constraintGroup.ts'

const constraint = (text: string, part: Partial<ReceiptChunk> = {}): ReceiptChunk => ({
  layer: 'rules',
  sourceName: 'constraints',
  source: '.creonow/rules/constraints.json',
  label: '创作约束',
  tokens: 10,
  action: 'kept',
  reason: '始终',
  trimReason: 'within_budget',
  state: 'same',
  text,
  ...part,
})
const style = constraint('短句。', {
  sourceName: 'styleSheet',
  source: '.creonow/rules/style.md',
  label: '文风',
})
const words = (n: number) => `${n} 条`

describe('groupConstraints', () => {
  it('shows many constraints as one numbered card, the way the model reads them', () => {
    expect(
      groupConstraints(
        [constraint('第一人称'), constraint('没有魔法', { reason: '在适用章节内' }), style],
        words,
      ),
    ).toEqual([
      constraint('1. 第一人称\n2. 没有魔法', { tokens: 20, reason: '始终；在适用章节内；2 条' }),
      style,
    ])
  })
  it('does not hide one that was left out, nor invent text that is no longer known', () => {
    const dropped = constraint('三', { action: 'dropped' })
    const gone = constraint('', { text: null, state: 'gone' })
    expect(groupConstraints([constraint('一'), gone, dropped], words)).toEqual([
      constraint('', { tokens: 20, state: 'changed', reason: '始终；2 条', text: null }),
      dropped,
    ])
  })
  it('leaves a single constraint alone', () => {
    expect(groupConstraints([constraint('一'), style], words)).toEqual([constraint('一'), style])
  })
})
