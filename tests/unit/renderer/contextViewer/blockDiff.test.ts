import { expect, test } from 'vitest'
import type { DeltaPlan } from '../../../../main/src/contract/evidence.ts'
import { diffBlocks } from '../../../../renderer/src/features/contextViewer/blockDiff.ts'

const plan = (hashes: Record<string, string>): DeltaPlan => ({
  kind: 'delta',
  baseHash: null,
  reusedTokens: 0,
  firstChange: null,
  blocks: Object.entries(hashes).map(([blockId, hash]) => ({
    blockId,
    hash,
    stability: 'book',
    tokens: 3,
    // What it was beside the request before it says nothing about another run.
    state: 'added',
  })),
  removed: ['rules:file:老规则.md'],
})

test('runs are compared with each other, not with what each was compared with before', () => {
  const before = plan({
    'rules:style:文风.md': 'a',
    'rules:constraint:约束': 'b',
    'settings:file:旧.md': 'c',
  })
  const after = plan({ 'rules:style:文风.md': 'a', 'rules:constraint:约束': 'x', 'settings:file:新.md': 'c' })
  const { blocks, removed } = diffBlocks(before, after)
  expect([blocks.map(({ blockId, state }) => [blockId, state]), removed]).toEqual([
    [
      ['rules:style:文风.md', 'same'],
      ['rules:constraint:约束', 'changed'],
      ['settings:file:新.md', 'added'],
    ],
    ['settings:file:旧.md'],
  ])
})
