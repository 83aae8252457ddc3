import type { Job } from '#contract/jobs.ts'
import { type JobItem, type JobRecord, keyOf } from './job.ts'

/** A job as the contract has it: without an end on its record it is running, or its process has ended. */
export function viewOf(record: JobRecord, isRunning: boolean): Job {
  const { jobId, request, modelId, createdAt, items, results, spending, end } = record
  const isDone = (item: JobItem) => {
    const result = results.get(keyOf(item))
    return result !== undefined && !result.error
  }
  const done = items.filter(isDone)
  const failed = items.filter((item) => results.get(keyOf(item))?.error).length
  const remainingPrice = remaining(
    done,
    items.filter((item) => !isDone(item)),
    spending?.price?.total,
  )
  return {
    ...{ jobId, request, modelId, createdAt, state: isRunning ? 'running' : (end?.state ?? 'stopped') },
    ...{ done: done.length, failed, total: items.length },
    ...(spending && { spending }),
    ...(remainingPrice !== undefined && { remainingPrice }),
    ...(end?.error && !isRunning && { error: end.error }),
  }
}

/** The estimate for what is left, corrected by what the finished ones have cost of theirs. */
function remaining(done: readonly JobItem[], left: readonly JobItem[], spent: number | undefined) {
  if ([...done, ...left].some(({ price }) => price === undefined)) return undefined
  const sum = (items: readonly JobItem[]) => items.reduce((total, { price = 0 }) => total + price, 0)
  const expected = sum(done)
  return sum(left) * (spent !== undefined && expected > 0 ? spent / expected : 1)
}
