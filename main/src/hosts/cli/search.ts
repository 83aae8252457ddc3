import { wrongUse } from '../wrongUse.ts'
import { numberOption } from './commandLine.ts'
import { call } from './dispatch.ts'
import { bringIndexUpToDate, openProject } from './openProject.ts'
import { textsFromInput } from './stdinTexts.ts'
import { type Command, printJson, printLine } from './terminal.ts'

const usualCount = 10
const queriesAtOnce = 100

/** The best passages of the manuscript for each query on stdin. */
export const search: Command = async (context) => {
  const { projectId } = await openProject(context)
  await bringIndexUpToDate(context, projectId)
  const { before } = context.line.values
  const queries = (await textsFromInput(context)).map((query) => query.trim())
  if (queries.some((query) => query === ''))
    throw wrongUse('要找的话不能是空的。', 'There is nothing to search for on stdin.')
  const k = numberOption(context.line, 'k') ?? usualCount
  const results = []
  for (let at = 0; at < queries.length; at += queriesAtOnce) {
    const batch = queries.slice(at, at + queriesAtOnce)
    const answer = await call(context, 'retrieval:search', {
      projectId,
      queries: batch,
      k,
      ...(before === undefined ? {} : { before }),
    })
    results.push(...answer.results)
  }
  if (context.line.values.json) return printJson(context, { results })
  for (const { documentId, path, from, to, score, text } of results.flat()) {
    printLine(
      context,
      `${score.toFixed(3)}\t${path ?? documentId}#${from}-${to}\t${text.replace(/\s+/g, ' ').slice(0, 80)}`,
    )
  }
}
