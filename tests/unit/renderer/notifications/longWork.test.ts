import { expect, test } from 'vitest'
import type { AgentEvent } from '../../../../main/src/contract/agent.ts'
import type { EventPayload } from '../../../../main/src/contract/events.ts'
import { createLongWork } from '../../../../renderer/src/features/notifications/longWork.ts'

/** The work of a page whose clock a test moves, in milliseconds. */
function workAt() {
  const clock = { now: 0 }
  return { clock, work: createLongWork(() => clock.now) }
}
const task = (type: AgentEvent['type'], state?: string, taskId = '~林远渡口') =>
  ({ type, taskId, projectId: 'p1', ...(state && { task: { state } }) }) as AgentEvent // what is read of it
const book = (state: string, counts: object = {}, kind = 'synopses') =>
  ({
    projectId: 'p1',
    job: { jobId: 'j1', request: { kind }, state, done: 0, failed: 0, total: 10, ...counts },
  }) as unknown as EventPayload<'bookJob'> // as above
const index = (state: EventPayload<'job'>['state'], done = 0, total = 0) =>
  ({ jobId: 'i1', done, total, state }) as const

test('a long task tells its end, its failure and what it asks; a short one tells only what it asks', () => {
  const ends = [task('done', 'finished'), task('done', 'limit'), task('error', 'failed'), task('approval')]
  const after = (ms: number) =>
    ends.map((event) => {
      const { clock, work } = workAt()
      work.ofTask(task('started'))
      clock.now += ms
      return work.ofTask(event)
    })
  expect([after(10_000), after(0)]).toEqual([
    [{ kind: 'taskDone' }, { kind: 'taskDone' }, { kind: 'taskFailed' }, { kind: 'taskApproval' }],
    [null, null, null, { kind: 'taskApproval' }],
  ])
})

test('what the author has stopped is no news, and steps are none', () => {
  const { work } = workAt()
  expect([
    work.ofTask(task('done', 'cancelled')),
    work.ofTask(task('step', 'working')),
    work.ofBookJob(book('stopped')),
    work.ofIndex(index('cancelled')),
    work.ofBookJob(book('running')),
    work.ofIndex(index('running')),
  ]).toEqual([null, null, null, null, null, null])
})

test('work whose start the page has not seen is long', () => {
  const { work } = workAt()
  expect([
    work.ofTask(task('done', 'finished')),
    work.ofBookJob(book('done')),
    work.ofIndex(index('failed')),
  ]).toEqual([
    { kind: 'taskDone' },
    { kind: 'jobDone', job: 'synopses' },
    { kind: 'jobFailed', job: 'index' },
  ])
})

test('a job is timed from its first chapter on, not from its last', () => {
  const { clock, work } = workAt()
  for (const done of [0, 1, 2]) {
    work.ofBookJob(book('running', { done }, 'changes'))
    clock.now += 5_000
  }
  expect(work.ofBookJob(book('failed', {}, 'changes'))).toEqual({ kind: 'jobFailed', job: 'changes' })
  work.ofBookJob(book('running'))
  clock.now += 9_999
  expect(work.ofBookJob(book('done'))).toBe(null)
})

test('the progress is that of all running jobs together, and none when the last has ended', () => {
  const { work } = workAt()
  const shown = [work.progress()]
  const events = [
    () => work.ofIndex(index('running')),
    () => work.ofIndex(index('running', 20, 40)),
    () => work.ofBookJob(book('running', { done: 3, failed: 2 })),
    () => work.ofIndex(index('done', 40, 40)),
    () => work.ofBookJob(book('done', { done: 10 })),
  ]
  for (const event of events) {
    event()
    shown.push(work.progress())
  }
  expect(shown).toEqual([null, 0, 0.5, 0.5, 0.5, null])
})
