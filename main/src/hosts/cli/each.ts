import { ErrorCode } from '../../contract/errorCodes.ts'
import { wrongUse } from '../wrongUse.ts'
import { requireDone, runJob } from './bookJob.ts'
import { call } from './dispatch.ts'
import { givenText } from './givenFile.ts'
import { openProject } from './openProject.ts'
import { type Command, printJson, printLine } from './terminal.ts'

/** `each "what to do" --project DIR`: one instruction for every chapter; the answers by chapter. */
export const each: Command = async (context) => {
  const instruction = (await givenText(context, context.line.rest.join(' '))).trim()
  if (instruction === '')
    throw wrongUse(
      '要对每一章做什么，写在 each 后面，用引号括起来。',
      'Write what is to be done for each chapter behind each, in quotes.',
    )
  const { projectId } = await openProject(context)
  const job = await runJob(context, projectId, { kind: 'forEach', instruction })
  if (!job) return
  const paths = new Map(
    (await call(context, 'documents:list', { projectId })).documents.map(({ documentId, path }) => [
      documentId,
      path ?? documentId,
    ]),
  )
  const answers = await context.app.services.bookJobs.results(projectId, job.jobId)
  for (const { documentId, text, error } of answers) {
    const path = paths.get(documentId) ?? documentId
    if (context.line.values.json) printJson(context, { path, ...(error ? { error: error.code } : { text }) })
    else printLine(context, `${path}\n${text ?? `(${error?.code ?? ErrorCode.CANCELLED})`}\n`)
  }
  requireDone(job)
}

/**
 * `synopses --project DIR`: writes the synopses that are missing or stale; never one of the author's. `synopses list`:
 * what there is, of chapters, volumes and the book.
 */
export const synopses: Command = async (context) => {
  const { projectId } = await openProject(context)
  if (context.line.rest[0] === 'list') {
    const answer = await call(context, 'retrieval:synopses:list', { projectId })
    if (context.line.values.json) return printJson(context, answer)
    const lines = [
      ...answer.volumes.map(({ id, title, text = '', stale }) => [title || id, text, stale]),
      ...answer.synopses.map(({ documentId, text, stale }) => [documentId, text, stale]),
    ]
    for (const [name, text, stale] of lines)
      printLine(context, [name, stale ? '!' : '', String(text).replaceAll(/\s+/gu, ' ')].join('\t'))
    return
  }
  const job = await runJob(context, projectId, { kind: 'synopses' })
  if (!job) return
  if (context.line.values.json) printJson(context, job)
  requireDone(job)
}
