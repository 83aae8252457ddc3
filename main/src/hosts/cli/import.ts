import { mkdir } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { typedIn } from '../../lib/dataFolder.ts'
import { required } from './commandLine.ts'
import { readGiven } from './givenFile.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

const maxBytes = 128 * 1024 * 1024

/** Splits a novel into chapter files and makes their folder a project. Nothing is written when it fails. */
export const importFile: Command = async (context) => {
  const { line, app } = context
  const [file] = line.rest
  if (file === undefined)
    throw new AppError(ErrorCode.INVALID_ARGUMENT, '请给出要导入的文件：import 文件 --into 文件夹。')
  const into = resolve(typedIn(), required(line, 'into'))
  const bytes = await readGiven(file, maxBytes)
  await mkdir(into, { recursive: true })
  const fileName = basename(file)
  const { encoding, documents, doubts } = await app.services.manuscript.importInto(into, {
    bytes,
    fileName,
    append: line.values.append ?? false,
    ...(line.values.encoding === undefined ? {} : { encoding: line.values.encoding }),
    signal: context.signal,
  })
  const name = line.values.name ?? basename(fileName, extname(fileName))
  const { projectId, rootPath } = await app.services.projects.open(into, { name })
  if (line.values.json)
    return printJson(context, { projectRoot: rootPath, projectId, encoding, documents, doubts })
  summarise(context, encoding, documents, doubts)
}

interface Imported {
  readonly kind: 'front' | 'chapter'
  readonly title: string
  readonly characters: number
}

function summarise(
  context: CommandContext,
  encoding: string,
  documents: readonly Imported[],
  doubts: readonly { readonly line: number; readonly message: string }[],
): void {
  const chapters = documents.filter(({ kind }) => kind === 'chapter')
  const characters = documents.reduce((sum, document) => sum + document.characters, 0)
  printLine(context, `${chapters.length} 章，${characters} 字（${encoding}）`)
  for (const { title, characters: length } of documents) printLine(context, `  ${title}　${length}`)
  if (doubts.length > 0) printLine(context, `有 ${doubts.length} 处存疑：`)
  for (const { line, message } of doubts) printLine(context, `  第 ${line} 行　${message}`)
}
