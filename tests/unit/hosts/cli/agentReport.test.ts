import { expect, test } from 'vitest'
import type { AgentApproval, AgentEvent } from '../../../../main/src/contract/agent.ts'
import { approvalLines, linesOf } from '../../../../main/src/hosts/cli/agentReport.ts'

const compaction = (state: 'timedOut' | 'rejected') =>
  ({
    ...{ type: 'compaction', taskId: 'k~1', projectId: 'p' },
    task: { compaction: { state, messages: 12 } },
  }) satisfies AgentEvent

test('a summary that was not taken is reported with what is sent in its place, in both languages', () => {
  for (const state of ['timedOut', 'rejected'] as const) {
    const [zh = '', en = ''] = (['zh', 'en'] as const).flatMap((language) =>
      linesOf(compaction(state), language),
    )
    expect(zh).toMatch(/12 .*名字、数字和决定/)
    expect(en).toMatch(/names, numbers and decisions of the 12 earlier messages are sent instead/)
    expect(en).not.toMatch(/\p{Script=Han}/u)
  }
})

test('a call that comes again is shown whole in both languages, and nothing in it can move the cursor', () => {
  const approval: AgentApproval = {
    approvalId: 'a',
    kind: 'repeat',
    tool: 'Read',
    files: [],
    doubtful: [],
    command: 'Read {"path":"manuscript/雾⟦U+202E⟧.md"}',
  }
  expect(approvalLines(approval, 'zh')).toEqual([
    '模型一再要做同一件事，可能卡住了：',
    `  ${approval.command}`,
  ])
  expect(approvalLines(approval, 'en')).toEqual([
    'The model keeps asking for the same thing and may be stuck:',
    `  ${approval.command}`,
  ])
})
