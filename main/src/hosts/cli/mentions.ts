import { call } from './dispatch.ts'
import { openProject } from './openProject.ts'
import { textsFromInput } from './stdinTexts.ts'
import { type Command, printJson, printLine } from './terminal.ts'

/** Which codex entries the texts on stdin mention, leftmost-longest, entries of every level. */
export const mentions: Command = async (context) => {
  const { projectId } = await openProject(context)
  const results = []
  for (const text of await textsFromInput(context)) {
    results.push((await call(context, 'codex:mentions', { projectId, text })).mentions)
  }
  if (context.line.values.json) return printJson(context, { results })
  for (const mention of results.flat()) {
    printLine(
      context,
      `${mention.from}-${mention.to}\t${mention.key}\t${mention.name}\t${mention.confidence}`,
    )
  }
}
