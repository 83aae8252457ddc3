import { describe, expect, it } from 'vitest'
import type { ReceiptChunk } from '../../../../main/src/contract/context.ts'
import { groupConstraints } from '../../../../renderer/src/features/contextViewer/constraintGroup.ts'

const constraint = (text: string, part: Partial<ReceiptChunk> = {}): ReceiptChunk => ({
  layer: 'rules',
  sourceName: 'constraints',
  source: '.creonow/rules/constraints.json',
  label: '创作约束',
  card: 'list',
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
  card: 'name',
})
const single = (chunk: ReceiptChunk) => ({ chunk, of: [chunk] })

describe('groupConstraints', () => {
  it('shows constraints of all three sources as one numbered card, the way the model reads them', () => {
    const items = [
      constraint('第一人称'),
      constraint('没有魔法', { sourceName: 'codexConstraints', source: '.creonow/characters/顾栖.json' }),
      constraint('少用比喻', { sourceName: 'preferenceConstraints', source: 'memory:m1' }),
    ]
    const text = '1. 第一人称\n2. 没有魔法\n3. 少用比喻'
    expect(groupConstraints([...items, style])).toEqual([
      { chunk: constraint(text, { tokens: 30 }), of: items },
      single(style),
    ])
  })
  it('groups by the form that the source declares: another one in the same file has a card of its own', () => {
    const other = constraint('别的', { sourceName: 'embedder', card: 'title' })
    expect(groupConstraints([constraint('一'), other])).toEqual([single(constraint('一')), single(other)])
  })
  it('does not hide one that was left out, nor invent text that is no longer available', () => {
    const dropped = constraint('三', { action: 'dropped' })
    const items = [constraint('一'), constraint('', { text: null, state: 'gone' })]
    expect(groupConstraints([...items, dropped])).toEqual([
      { chunk: constraint('', { tokens: 20, state: 'changed', text: null }), of: items },
      single(dropped),
    ])
  })
})
