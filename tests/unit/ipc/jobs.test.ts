import { describe, expect, it } from 'vitest'
import { createJobs, type JobWork } from '../../../main/src/ipc/jobs.ts'
import { createSession } from '../../../main/src/ipc/session.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'

function setUp(id = 'window') {
  const events: unknown[] = []
  const ended = Promise.withResolvers<void>()
  const session = createSession({
    id,
    mayInspect: () => false,
    emit: (_, payload) => {
      events.push(payload)
      if ('state' in payload && payload.state !== 'running') ended.resolve()
    },
  })
  return { session, events, ended: ended.promise, jobs: createJobs({ logger: silentLogger }) }
}

const untilAborted: JobWork = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('jobs', () => {
  it('report their progress to their caller and end with one last event', async () => {
    const { session, events, ended, jobs } = setUp()
    const { jobId } = jobs.start(session, async (_, onProgress) => onProgress({ done: 1, total: 3 }))
    expect(events).toEqual([])
    await ended
    expect(events).toEqual([
      { jobId, done: 1, total: 3, state: 'running' },
      { jobId, done: 1, total: 3, state: 'done' },
    ])
    expect(jobs.cancel(session, jobId)).toBe(false)
  })

  it('are cancelled by their own caller and by no other', async () => {
    const { session, events, ended, jobs } = setUp()
    const { jobId } = jobs.start(session, untilAborted)
    expect(jobs.cancel(setUp('other').session, jobId)).toBe(false)
    await new Promise(setImmediate)
    expect(jobs.cancel(session, jobId)).toBe(true)
    await ended
    expect(events).toEqual([{ jobId, done: 0, total: 0, state: 'cancelled' }])
  })

  it('report that they failed and bring nothing else down', async () => {
    const { session, events, ended, jobs } = setUp()
    const { jobId } = jobs.start(session, async () => {
      throw new Error('disk full')
    })
    await ended
    expect(events).toEqual([{ jobId, done: 0, total: 0, state: 'failed' }])
  })
})
