import { mkdir, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, resolve } from 'node:path'
import { systemCode } from '../../lib/appError.ts'
import { typedIn } from '../../lib/dataFolder.ts'
import { type BookContent, openFolder, previewBook } from '../../services/manuscript/index.ts'
import { wrongUse } from '../wrongUse.ts'
import { required } from './commandLine.ts'
import { readGiven } from './givenFile.ts'
import { describeImport } from './importReport.ts'
import { type Command, printJson, printLine } from './terminal.ts'

const maxBytes = 128 * 1024 * 1024

/**
 * Splits a novel, or a folder of files, into chapter files and makes their folder a project; with --preview it only prints what would become
 * of the file. When it fails, nothing is written and no folder is left.
 */
export const importFile: Command = async (context) => {
  const { line, app, language: uiLanguage } = context
  const [file] = line.rest
  if (file === undefined)
    throw wrongUse(
      '请给出要导入的文件：import 文件 --into 文件夹。',
      'Name the file to import: import FILE --into DIR.',
    )
  const { encoding, headings, join, language, json } = line.values
  const fileName = basename(file)
  const options = {
    ...(encoding !== undefined && { encoding }),
    ...(headings !== undefined && { headings }),
    ...(join !== undefined && { join }),
  }
  if (line.values.preview) {
    const preview = await previewBook({ ...(await contentOf(file)), fileName, ...options })
    if (json) return printJson(context, preview)
    const lines = describeImport(preview, uiLanguage)
    return printLine(context, lines.join('\n'))
  }
  const into = resolve(typedIn(), required(line, 'into'))
  const projectLanguage = language === undefined ? {} : { language: parseBookLanguage(language) }
  const content = await contentOf(file)
  const firstCreated = await mkdir(into, { recursive: true })
  const { paths, facts, ...rest } = await app.services.manuscript
    .importInto(into, {
      ...content,
      fileName,
      append: line.values.append ?? false,
      ...options,
      signal: context.signal,
    })
    .catch(async (error: unknown) => {
      await removeEmpty(into, firstCreated)
      throw error
    })
  const name = line.values.name ?? facts.title ?? basename(fileName, extname(fileName))
  const author = facts.author === undefined ? {} : { author: facts.author }
  const { projectId, rootPath } = await app.services.projects.open(into, {
    name,
    ...author,
    ...projectLanguage,
  })
  const documents = await app.services.manuscript.imported(projectId, paths)
  if (json) return printJson(context, { projectRoot: rootPath, projectId, documents, ...rest })
  printLine(context, describeImport({ chapters: documents, ...rest }, uiLanguage).join('\n'))
}

/** The bytes of a file, or the files of a folder. */
async function contentOf(file: string): Promise<BookContent> {
  const path = resolve(typedIn(), file)
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false, // Reading it says why.
  )
  return isFolder ? { tree: await openFolder(path) } : { bytes: await readGiven(file, maxBytes) }
}

/** Takes back the folders that were made for an import that was refused; what is not empty stays. */
async function removeEmpty(folder: string, firstCreated: string | undefined): Promise<void> {
  if (firstCreated === undefined) return
  try {
    for (let path = folder; path.startsWith(firstCreated); path = dirname(path)) await rmdir(path)
  } catch (error) {
    // Somebody has put something there meanwhile: it is theirs.
    if (systemCode(error) === undefined) throw error
  }
}

/** The language of the book, stored as it is. */
function parseBookLanguage(tag: string): string {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(tag))
    throw wrongUse(
      `“${tag}”不是语言代号，例如 zh、zh-Hant、en。`,
      `“${tag}” is no language tag, such as zh, zh-Hant, en.`,
    )
  return tag
}
