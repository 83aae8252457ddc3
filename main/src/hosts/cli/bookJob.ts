import { createInterface } from 'node:readline'
import { ErrorCode } from '../../contract/errorCodes.ts'
import type { Job, JobPreview, JobRequest } from '../../contract/jobs.ts'
import { AppError, fromPayload } from '../../lib/appError.ts'
import { cancelled } from '../../lib/until.ts'
import { type CommandContext, printJson } from './terminal.ts'

/** Says what it costs, asks, and works; a job that was stopped is gone on with. Undefined: nothing was to be done. */
export async function runJob(
  context: CommandContext,
  projectId: string,
  request: JobRequest,
): Promise<Job | undefined> {
  const { app, signal, language, printProgress, line } = context
  const { bookJobs } = app.services
  const wording = messages[language]
  const { model: modelId } = line.values
  // Synopses that are there are not asked for again: a new job goes on where the last one stopped.
  const stopped =
    request.kind === 'synopses'
      ? undefined
      : (await bookJobs.list(projectId)).find(
          (job) =>
            JSON.stringify(job.request) === JSON.stringify(request) &&
            /^(?:stopped|failed)$/.test(job.state) &&
            (modelId === undefined || job.modelId === modelId),
        )
  const preview = await bookJobs.preview(projectId, {
    ...{ request, modelId: stopped?.modelId ?? modelId },
    ...(stopped && { jobId: stopped.jobId }),
  })
  if (preview.total === 0) {
    printProgress(wording.nothing)
    return undefined
  }
  printProgress(wording.size(preview, request.kind))
  if (line.values.preview) {
    if (line.values.json) printJson(context, preview)
    return undefined
  }
  if (!line.values.yes && !(await mayStart(context, wording.question))) throw cancelled()
  const { job, finished } = stopped
    ? await bookJobs.resume(projectId, stopped.jobId)
    : await bookJobs.start(projectId, { request, modelId })
  const stop = () => void bookJobs.stop(projectId, job.jobId)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const ended = await finished
  printProgress(wording.ended(ended))
  return ended
}

async function mayStart({ input, signal }: CommandContext, question: string): Promise<boolean> {
  process.stderr.write(question)
  const reading = createInterface({ input, signal })
  const { value, done } = await reading[Symbol.asyncIterator]().next()
  reading.close()
  return done !== true && /^(?:y|yes|是|好|同意)$/.test(String(value).trim().toLowerCase())
}

/** Throws what ended a job before it was done. */
export function requireDone({ state, error }: Job): void {
  if (state === 'done') return
  if (state === 'failed') throw error ? fromPayload(error) : new AppError(ErrorCode.INTERNAL)
  throw cancelled()
}

const dollars = (amount: number | undefined) => amount?.toFixed(2)

const unitZh = ({ kind }: JobRequest) => unitsZh[kind]
const unitsZh = { drafts: '次请求', changes: '次请求', synopses: '段梗概', forEach: '章' } as const
const unitsEn = {
  drafts: 'Requests',
  changes: 'Requests',
  synopses: 'Synopses',
  forEach: 'Chapters',
} as const
const countZh = (total: number, kind: JobRequest['kind']) =>
  ({
    drafts: `${total} 次请求`,
    changes: `${total} 次请求`,
    synopses: `${total} 段梗概，每段一次请求`,
    forEach: `${total} 章，每章一次请求`,
  })[kind]

const messages = {
  zh: {
    nothing: '没有要做的章。',
    size: ({ total, inputTokens, outputTokens, price, modelId }: JobPreview, kind: JobRequest['kind']) =>
      `${countZh(total, kind)}，由 ${modelId} 做，约 ${inputTokens} + ${outputTokens} tokens${price === undefined ? '' : `，约 ${dollars(price)} 美元`}。`,
    question: '发出去吗？[y] 发　[n] 不发　> ',
    ended: ({ done, failed, total, state, spending, request }: Job) =>
      `${done} / ${total} ${unitZh(request)}${failed > 0 ? `，${failed} ${unitZh(request)}没有做成` : ''}${spending?.price ? `，用了 ${dollars(spending.price.total)} 美元` : ''}${state === 'done' ? '。' : '。再运行一次同样的命令，从这里接着做。'}`,
  },
  en: {
    nothing: 'There is no chapter to be done.',
    size: ({ total, inputTokens, outputTokens, price, modelId }: JobPreview, kind: JobRequest['kind']) =>
      `${unitsEn[kind]}: ${total},${unitsEn[kind] === 'Requests' ? '' : ' a request each'} by ${modelId}, about ${inputTokens} + ${outputTokens} tokens${price === undefined ? '' : `, about ${dollars(price)} dollars`}.`,
    question: 'Send them? [y] yes  [n] no  > ',
    ended: ({ done, failed, total, state, spending, request }: Job) =>
      `${unitsEn[request.kind]}: ${done} of ${total}${failed > 0 ? `, failed: ${failed}` : ''}${spending?.price ? `, ${dollars(spending.price.total)} dollars` : ''}.${state === 'done' ? '' : ' Run the same command again to go on from here.'}`,
  },
} as const
