import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { AppError, isAppError } from '../../lib/appError.ts'
import { readContained, writeContained } from '../../lib/containedPath.ts'
import { parseJson, positionAt } from '../../lib/jsonPosition.ts'
import { decodeUtf8 } from '../../lib/textFile.ts'

export const projectFilePath = '.creonow/project.json'
const maxProjectFileBytes = 4 * 1024 * 1024

/** Safe as the name of a folder on every system. */
const projectId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{5,63}$/)
const words = z.string().trim().min(1).optional().catch(undefined)
const ids = z.array(z.string()).catch([])
const chapter = z.object({ pov: words, pins: ids }).catch({ pov: undefined, pins: [] })
const profile = z.object({
  id: projectId.optional().catch(undefined),
  name: words,
  language: z.enum(['zh', 'en']).catch('zh'),
  type: words,
  genre: words,
  person: words,
  tense: words,
  synopsis: words,
  chapters: z.record(z.string(), chapter).catch({}),
  pins: ids,
})

/** What the author says about the book in `.creonow/project.json`; a field of the wrong type is left out. */
export interface ProjectProfile {
  readonly id: string
  readonly name: string
  readonly language: 'zh' | 'en'
  readonly type?: string | undefined
  readonly genre?: string | undefined
  readonly person?: string | undefined
  readonly tense?: string | undefined
  readonly synopsis?: string | undefined
  /** By document id: the point-of-view character and the codex entries pinned there. */
  readonly chapters: Readonly<
    Record<string, { readonly pov?: string | undefined; readonly pins: readonly string[] }>
  >
  /** Codex entries pinned for the whole book. */
  readonly pins: readonly string[]
}

/** The file as parsed, with the fields this version does not know. */
export interface ProjectFile {
  readonly raw: Readonly<Record<string, unknown>>
  readonly profile: z.output<typeof profile>
}

/**
 * Reads `.creonow/project.json`; undefined when there is none.
 * @throws AppError PROJECT_BROKEN {line, column} when it is not a JSON object, and as `readContained`.
 */
export async function readProjectFile(rootPath: string): Promise<ProjectFile | undefined> {
  let bytes: Buffer
  try {
    bytes = await readContained(rootPath, projectFilePath, maxProjectFileBytes)
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined
    throw error
  }
  const text = decodeUtf8(bytes)?.text
  if (text === undefined) throw broken({ line: 1, column: 1 }, '不是 UTF-8 编码')
  const json = parseJson(text)
  if (!json.ok) {
    const position = positionAt(text, json.offset)
    throw broken(position, `第 ${position.line} 行第 ${position.column} 列写法有误`)
  }
  const parsed = z.record(z.string(), z.unknown()).safeParse(json.value)
  if (!parsed.success) throw broken({ line: 1, column: 1 }, '应当是一个 { … } 对象')
  return { raw: parsed.data, profile: profile.parse(parsed.data) }
}

/** Writes the file anew with another id; all other fields stay, known or not. */
export async function writeProjectId(
  rootPath: string,
  file: ProjectFile | undefined,
  id: string,
  name?: string,
) {
  const named = name === undefined || file?.profile.name !== undefined ? {} : { name }
  const content = file && 'id' in file.raw ? { ...file.raw, id } : { id, ...file?.raw }
  await writeProjectFile(rootPath, { ...content, ...named })
}

/**
 * Other ids for chapters in `chapters`, every other field as it is; nothing is written when none is named.
 * @throws AppError PROJECT_BROKEN, CONFLICT when the file changes meanwhile, READ_ONLY.
 */
export async function renameInProjectFile(
  rootPath: string,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  const file = await readProjectFile(rootPath)
  const chapters = z.record(z.string(), z.unknown()).safeParse(file?.raw.chapters)
  if (!file || !chapters.success || !Object.keys(chapters.data).some((id) => renamed.has(id))) return
  const followed = Object.entries(chapters.data).map(([id, chapter]) => [renamed.get(id) ?? id, chapter])
  const beforeRename = async () => {
    const present = await readProjectFile(rootPath)
    if (isDeepStrictEqual(present?.raw, file.raw)) return
    throw new AppError('CONFLICT', `${projectFilePath} 刚刚在别处被改过，没有覆盖。`)
  }
  await writeProjectFile(rootPath, { ...file.raw, chapters: Object.fromEntries(followed) }, beforeRename)
}

export async function writeProjectFile(
  rootPath: string,
  content: Readonly<Record<string, unknown>>,
  beforeRename: () => Promise<void> = async () => undefined,
) {
  await writeContained(rootPath, projectFilePath, `${JSON.stringify(content, null, 2)}\n`, { beforeRename })
}

function broken(data: { readonly line: number; readonly column: number }, what: string): AppError {
  return new AppError('PROJECT_BROKEN', `项目文件 ${projectFilePath} ${what}，没有改动它。`, { data })
}
