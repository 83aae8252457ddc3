import { mkdir, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { systemCode } from '../../lib/appError.ts'
import { typedIn } from '../../lib/dataFolder.ts'
import {
  type BookContent,
  extensionOfBytes,
  importExtensions,
  openFolder,
  previewBook,
} from '../../services/manuscript/index.ts'
import { wrongUse } from '../wrongUse.ts'
import { required } from './commandLine.ts'
import { readGiven, standardStream } from './givenFile.ts'
import { describeImport } from './importReport.ts'
import { type Command, type CommandContext, printJson, printLine } from './terminal.ts'

const maxBytes = 128 * 1024 * 1024

/**
 * Splits a novel, or a folder of files, into chapter files and makes their folder a project; with --preview it only
 * prints what would become of the file. With `-` the file comes on stdin, in the format of --format or as its bytes
 * show. When it fails, nothing is written and no folder is left.
 */
export const importFile: Command = async (context) => {
  const { line, app, language: uiLanguage } = context
  const [file] = line.rest
  if (file === undefined)
    throw wrongUse(
      '请给出要导入的文件：import 文件 --into 文件夹；写 - 就从标准输入读。',
      'Name the file to import: import FILE --into DIR; - reads stdin.',
    )
  const { encoding, headings, join, language, json } = line.values
  const options = {
    ...(encoding !== undefined && { encoding }),
    ...(headings !== undefined && { headings }),
    ...(join !== undefined && { join }),
  }
  if (line.values.preview) {
    const preview = await previewBook({ ...(await contentOf(context, file)), ...options })
    if (json) return printJson(context, preview)
    const lines = describeImport(preview, uiLanguage)
    return printLine(context, lines.join('\n'))
  }
  const into = resolve(typedIn(), required(line, 'into'))
  const projectLanguage = language === undefined ? {} : { language: parseBookLanguage(language) }
  const content = await contentOf(context, file)
  const { fileName } = content
  const firstCreated = await mkdir(into, { recursive: true })
  const { paths, facts, material, ...report } = await app.services.manuscript
    .importInto(into, {
      ...content,
      append: line.values.append ?? false,
      ...options,
      signal: context.signal,
      async beforeAdding() {
        // A folder that is no work yet has nothing in the app that could be brought back.
        if (!(await isWork(into))) return
        const { projectId } = await app.services.projects.open(into)
        await app.services.snapshots.create(projectId, 'import')
      },
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
  const stored = await app.services.material.store(projectId, material, facts.author)
  const documents = await app.services.manuscript.imported(projectId, paths)
  const rest = { ...report, brings: stored.brings, doubts: [...report.doubts, ...stored.doubts] }
  if (json) return printJson(context, { projectRoot: rootPath, projectId, documents, ...rest })
  printLine(context, describeImport({ chapters: documents, ...rest }, uiLanguage).join('\n'))
}

const isWork = (folder: string) =>
  stat(join(folder, '.creonow/project.json')).then(
    (stats) => stats.isFile(),
    () => false, // Opening it says why.
  )

/** The bytes of a file or of stdin, or the files of a folder, with the name that tells their format. */
async function contentOf(
  context: CommandContext,
  file: string,
): Promise<BookContent & { readonly fileName: string }> {
  const { format } = context.line.values
  const stated = format === undefined ? undefined : extensionNamed(format)
  if (file === standardStream) return contentOfInput(context, stated)
  const path = resolve(typedIn(), file)
  const fileName = stated === undefined ? basename(file) : `${basename(file, extname(file))}${stated}`
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false, // Reading it says why.
  )
  return isFolder
    ? { fileName, tree: await openFolder(path) }
    : { fileName, bytes: await readGiven(context, file, maxBytes) }
}

async function contentOfInput(context: CommandContext, stated: string | undefined) {
  const { language, line, printProgress } = context
  const bytes = await readGiven(context, standardStream, maxBytes)
  const extension = stated ?? extensionOfBytes(bytes)
  if (stated === undefined) printProgress(detected[language](extension))
  return { fileName: `${line.values.name ?? untitled[language]}${extension}`, bytes }
}

/** The extension that `--format` means, with or without its dot. */
function extensionNamed(format: string): string {
  const extension = `.${format.replace(/^\./, '').toLowerCase()}`
  if (importExtensions.includes(extension)) return extension
  const names = importExtensions.map((each) => each.slice(1))
  throw wrongUse(`--format 可以是 ${names.join('、')}。`, `--format is one of ${names.join(', ')}.`)
}

const untitled = { zh: '未命名', en: 'Untitled' } as const
const detected = {
  zh: (extension: string) => `标准输入当作 ${extension} 来读；要用别的格式请写 --format。`,
  en: (extension: string) => `stdin is read as ${extension}; name another format with --format.`,
} as const

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
