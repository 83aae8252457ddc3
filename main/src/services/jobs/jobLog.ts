import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { jobRequest } from '../../contract/jobs.ts'
import { runSpending } from '../../contract/spending.ts'
import { isAppError } from '../../lib/appError.ts'
import { appendLine } from '../../lib/appendLine.ts'
import { readContained, resolveContained, resolveName } from '../../lib/containedPath.ts'
import { createFileQueue, namesIn } from '../../lib/files.ts'
import { parseJson } from '../../lib/jsonPosition.ts'
import type { Logger } from '../../lib/logger.ts'
import { addSpending } from '../ai/index.ts'
import { type ItemResult, type JobEnd, type JobHead, type JobRecord, keyOf } from './job.ts'

const folder = '.creonow/cache/jobs'
const maxBytes = 64 * 1_048_576
/** Records of a project on disk, newest first. */
const maxRecords = 50
const jobName = /^(j_[a-z0-9]{10,64})\.jsonl$/

const spending = runSpending.omit({ cache: true }).optional()
const error = z
  .object({ code: z.enum(ErrorCode), message: z.string(), details: z.unknown().optional() })
  .optional()
const documentId = z.string().min(1).max(1024)
const itemId = z.string().min(1).max(128).optional()
const head = z.object({
  jobId: z.string(),
  request: jobRequest,
  modelId: z.string(),
  createdAt: z.string(),
  items: z.array(
    z.object({
      documentId,
      itemId,
      reads: z.array(z.object({ documentId, part: z.int().min(0), parts: z.int().min(1) })).optional(),
      rank: z.int().min(0).max(10).optional(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      price: z.number().optional(),
    }),
  ),
})
const line = z.union([
  z.object({ job: head }),
  z.object({
    result: z.object({
      ...{ documentId, itemId, text: z.string(), error, spending },
      documentHash: z.string().optional(),
      cutOff: z.literal(true).optional(),
    }),
  }),
  z.object({ end: z.object({ state: z.enum(['done', 'stopped', 'failed']), error }) }),
  z.object({ resumed: z.literal(true) }),
])
/** What a line says. */
type Entry =
  | { readonly job: JobHead }
  | { readonly result: ItemResult }
  | { readonly end: JobEnd }
  | { readonly resumed: true }

/** Records of jobs, `.creonow/cache/jobs/<jobId>.jsonl`: the head, then one line for each thing that happened. */
export interface JobLog {
  /** Writes the head of a new record and removes the oldest records. Throws as writing does. */
  create(projectId: string, job: JobHead): Promise<void>
  /** Adds a result. */
  result(projectId: string, jobId: string, result: ItemResult): Promise<void>
  /** Notes that the job has come to rest. */
  end(projectId: string, jobId: string, end: JobEnd): Promise<void>
  /** Notes that the job goes on. */
  resume(projectId: string, jobId: string): Promise<void>
  /** Undefined when there is no such record, or it has no head. A torn line is left out. */
  read(projectId: string, jobId: string): Promise<JobRecord | undefined>
  /** Newest first. */
  list(projectId: string): Promise<readonly JobRecord[]>
}

/** Records of jobs in the project's cache folder: deleting them costs what resuming would have saved. */
export function createJobLog(options: {
  readonly rootOf: (projectId: string) => string
  readonly logger: Logger
}): JobLog {
  const { rootOf, logger } = options
  const queue = createFileQueue()
  const pathOf = (jobId: string) => `${folder}/${jobId}.jsonl`

  async function append(projectId: string, jobId: string, entry: Entry): Promise<void> {
    const path = await resolveContained(rootOf(projectId), pathOf(jobId))
    await queue.run(path, () => appendLine(path, JSON.stringify(entry)))
  }

  async function read(projectId: string, jobId: string): Promise<JobRecord | undefined> {
    if (!jobName.test(`${jobId}.jsonl`)) return undefined
    try {
      const bytes = await readContained(rootOf(projectId), pathOf(jobId), maxBytes)
      return recordOf(bytes.toString('utf8'), jobId)
    } catch (failure) {
      if (isAppError(failure, ErrorCode.NOT_FOUND)) return undefined
      if (!isAppError(failure)) throw failure
      logger.warn({ jobId, code: failure.code }, 'record of a job could not be read')
      return undefined
    }
  }

  async function list(projectId: string): Promise<readonly JobRecord[]> {
    const root = rootOf(projectId)
    const names = await namesIn(await resolveContained(root, folder))
    const ids = names.flatMap((name) => jobName.exec(name)?.[1] ?? [])
    const records = await Promise.all(ids.map((jobId) => read(projectId, jobId)))
    return records
      .filter((record) => record !== undefined)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
  }

  return {
    read,
    list,
    async create(projectId, job) {
      for (const { jobId } of (await list(projectId)).slice(maxRecords - 1))
        await rm(await resolveName(rootOf(projectId), pathOf(jobId)), { force: true })
      await append(projectId, job.jobId, { job })
    },
    result: (projectId, jobId, result) => append(projectId, jobId, { result }),
    end: (projectId, jobId, end) => append(projectId, jobId, { end }),
    resume: (projectId, jobId) => append(projectId, jobId, { resumed: true }),
  }
}

function recordOf(source: string, jobId: string): JobRecord | undefined {
  let record: JobRecord | undefined
  for (const text of source.split('\n')) {
    const json = text === '' ? undefined : parseJson(text)
    const parsed = json?.ok ? line.safeParse(json.value) : undefined
    if (!parsed?.success) continue
    const entry = parsed.data
    if ('job' in entry) record ??= { ...entry.job, jobId, results: new Map(), spending: undefined }
    else if (record && 'result' in entry) addResult(record, entry.result)
    else if (record) record.end = 'end' in entry ? entry.end : undefined
  }
  return record
}

/** The newest result of an item counts; what all tries have cost is added up. */
export function addResult(record: JobRecord, result: ItemResult): void {
  record.results.set(keyOf(result), result)
  record.spending = addSpending(record.spending, result.spending)
}
