import { resolve } from 'node:path'
import { typedIn } from '../../lib/dataFolder.ts'
import { call } from './dispatch.ts'
import { openProject } from './openProject.ts'
import { type Command, printJson, printLine } from './terminal.ts'

const terms = {
  zh: {
    written: (fileName: string) => `备份好了：${fileName}`,
    unchanged: (fileName: string) => `从上一份备份以来没有改动：${fileName}`,
    leftOut: (paths: string) => `太大，没有备份：${paths}`,
  },
  en: {
    written: (fileName: string) => `Backed up: ${fileName}`,
    unchanged: (fileName: string) => `Nothing has changed since the last backup: ${fileName}`,
    leftOut: (paths: string) => `too large, not in the backup: ${paths}`,
  },
} as const

/** `backup`: the whole book as a zip into the folder of the settings, or of `--to`. */
export const backup: Command = async (context) => {
  const { to, json } = context.line.values
  const { projectId } = await openProject(context)
  const folder = to === undefined ? {} : { folder: resolve(typedIn(), to) }
  const answer = await call(context, 'backup:now', { projectId, ...folder })
  if (json) return printJson(context, answer)
  const { written, unchanged, leftOut } = terms[context.language]
  printLine(context, (answer.isNew ? written : unchanged)(answer.fileName))
  if (answer.leftOut.length > 0) context.printProgress(leftOut(answer.leftOut.join(', ')))
}
