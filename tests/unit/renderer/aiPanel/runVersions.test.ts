import { describe, expect, test } from 'vitest'
import { createRunStore, newRun, type Run } from '../../../../renderer/src/features/aiPanel/runStore.ts'
import {
  isDiscarded,
  mayChoose,
  undecidedOf,
  versionsOf,
} from '../../../../renderer/src/features/aiPanel/runVersions.ts'

const asked = {
  projectId: '雾港',
  documentId: 'manuscript/010.md',
  skill: { id: 'continue', name: '续写', output: 'insert' },
  instruction: '慢一点',
  modelId: null,
  startedAt: new Date(0),
} as const
const version = (text: string, part: Partial<Run> = {}): Run => ({
  ...newRun(asked),
  state: { phase: 'finished', reachedLimit: false },
  text,
  ...part,
})

const first = version('灯灭了。', { hidden: true })
const empty = version('', {
  versionOf: first.key,
  state: { phase: 'cancelled' },
  hidden: true,
})
const third = version('灯亮了，𠮷。', { versionOf: first.key })
const other = version('别的。')

describe('the versions of one request', () => {
  test('are what was written for it, in order, whichever of them is given', () => {
    const runs = [other, first, empty, third]
    expect(versionsOf(runs, third)).toEqual([first, third])
    expect(versionsOf(runs, first)).toEqual([first, third])
    // One without a word is a version as long as it is shown.
    expect(versionsOf(runs, empty)).toEqual([first, empty, third])
    expect(undecidedOf([first, { ...third, decision: { kind: 'accepted' } }, other], third)).toEqual([first])
  })

  test('include the chosen one as the newest run of a chapter', () => {
    const { add, patch, last } = createRunStore()
    for (const run of [other, first, third]) add(run)
    expect(last(asked)?.key).toBe(third.key)
    patch(third.key, () => ({ hidden: true }))
    patch(first.key, () => ({ hidden: false }))
    expect(last(asked)?.key).toBe(first.key)
  })

  test.each<[string, Run, Run, boolean]>([
    ['another one that waits', third, first, true],
    ['itself', third, third, false],
    ['of another request', third, other, false],
    ['without a word', third, empty, false],
    ['that was decided', third, { ...first, decision: { kind: 'rejected' } }, false],
    ['while one is being written', { ...third, state: { phase: 'streaming' } }, first, false],
    ['when one was taken', { ...third, decision: { kind: 'accepted' } }, first, false],
  ])('may be chosen or not: %s', (_what, shown, wanted, may) => {
    expect(mayChoose(shown, wanted)).toBe(may)
  })

  test('include a discarded text, which can be restored, and a shown one, which was never in the text', () => {
    const discarded = { ...third, decision: { kind: 'rejected' } } as const
    expect(
      [discarded, { ...discarded, place: 'panel' as const }, { ...discarded, text: '' }, third].map(
        isDiscarded,
      ),
    ).toEqual([true, false, false, false])
  })
})
