import { expect, test } from 'vitest'
import { soundSummary } from '../../../../../bench/cache/soundSummary.ts'
import { findSummaryFault } from '../../../../../main/src/services/conversation/compaction/summaryFault.ts'
import { summaryTemplate } from '../../../../../main/src/services/conversation/compaction/summaryTemplate.ts'

test('the template of a summary has the sections of an archived session in their order, and three for a novel', () => {
  expect(summaryTemplate.split('\n').filter((line) => line.startsWith('### '))).toEqual([
    '### 🎯 Objectives & Status',
    '### 🏗️ Technical Context (Static)',
    '### ✅ Completed Milestones (The "Done" Pile)',
    '### 🧠 Key Insights & Decisions (Persistent Memory)',
    '### 🧵 Open Threads',
    '### 🤝 Promises',
    '### 👁 Who Knows What',
    '### 📂 File System State (Snapshot)',
  ])
  expect(summaryTemplate).toContain('* **Stack**: …\n* **Environment**: …\n')
})

test.each(['改第三章的开头', 'Rework the opening of chapter three'])(
  'a summary about “%s” without its technical context is refused by its form',
  (goal) => {
    const facts = {
      ...{ removed: [goal], removedTokens: 1000, wholeTokens: 500, pinned: [], authorNumbers: [] },
      ...{ entries: new Set<string>(), entriesInText: new Set<string>() },
    }
    const whole = soundSummary(goal, '')
    const without = whole.replace('### 🏗️ Technical Context (Static)\n* 无\n', '')
    expect([whole, without].map((text) => findSummaryFault({ ...facts, text }))).toEqual([undefined, 'form'])
  },
)
