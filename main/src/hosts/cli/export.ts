import { stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { exportFormat, textLayout } from '../../contract/book.ts'
import { typedIn } from '../../lib/dataFolder.ts'
import { exportFormatOf } from '../../services/manuscript/index.ts'
import { wrongUse } from '../wrongUse.ts'
import { required } from './commandLine.ts'
import { call } from './dispatch.ts'
import { formatNotices } from './noticeSentences.ts'
import { openProject } from './openProject.ts'
import { type Command, printJson } from './terminal.ts'
import { goesToStdout, report, writeResult } from './writeResult.ts'

/**
 * `export --project DIR --out FILE`: the whole book as one file, in the format of its name or of `--format`; into a
 * folder under its own name, with `-` to stdout. `--document CHAPTER`: that chapter alone, or those up to `--to`. What
 * is not in it, such as a cover that is no picture, goes to stderr.
 */
export const exportFile: Command = async (context) => {
  const { values } = context.line
  const target = required(context.line, 'out')
  // A name without extension may be a folder: text, as ever.
  const ofName = extname(target) === '' ? 'txt' : exportFormatOf(target)
  const format = exportFormat.safeParse(values.format ?? ofName)
  const layout = textLayout.safeParse(values.layout ?? 'indented')
  if (!format.success) throw wrong('format', exportFormat.options)
  if (!layout.success) throw wrong('layout', textLayout.options)
  const toStdout = goesToStdout(context, !binaryFormats.has(format.data))
  const out = resolve(typedIn(), target)
  const { projectId } = await openProject(context)
  const range = {
    ...(values.document !== undefined && { documentId: values.document }),
    ...(values.to !== undefined && { lastDocumentId: values.to }),
  }
  const request = { projectId, format: format.data, layout: layout.data, ...range }
  const answer = await call(context, 'book:export', request)
  const { fileName, base64, chapters, warnings = [], notices = [] } = answer
  const bytes = Buffer.from(base64, 'base64')
  const isFolder = await stat(out).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  const file = toStdout ? 'stdout' : isFolder ? join(out, fileName) : out
  if (toStdout) context.output.write(bytes)
  else await writeResult(file, bytes)
  for (const sentence of formatNotices({ warnings, notices }, context.language))
    context.printProgress(sentence)
  if (values.json) printJson(context, { file, chapters, bytes: bytes.length })
  else report(context, toStdout, successMessage[context.language](chapters, file))
}

/** Archives: no text in any encoding. */
const binaryFormats = new Set(['chapters', 'docx', 'epub', 'paperback', 'scrivener'])

const wrong = (name: string, options: readonly string[]) =>
  wrongUse(`--${name} 可以是 ${options.join('、')}。`, `--${name} is one of ${options.join(', ')}.`)

const successMessage = {
  zh: (chapters: number, file: string) => `导出了 ${chapters} 章：${file}`,
  en: (chapters: number, file: string) =>
    `Exported ${chapters} ${chapters === 1 ? 'chapter' : 'chapters'}: ${file}`,
}
