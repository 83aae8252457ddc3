import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { chapterNamed, type NamedChapter } from '../../../lib/chapterPositions.ts'
import { boundedLines, leftOut } from './bounded.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import type { ProjectFiles } from './projectFiles.ts'
import type { Tool } from './tool.ts'
import type { Language } from './wording.ts'

const schema = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  chapter: z.string().min(1).max(1024).optional(),
})
const shownEntries = 20

export interface CodexPorts {
  /** Entries that a model may know of. */
  readonly entries: (
    projectId: string,
  ) => Promise<
    readonly { readonly path: string; readonly name: string; readonly aliases: readonly string[] }[]
  >
  /** Undefined: nobody knows of it in that chapter. */
  readonly entryAsOf: (
    projectId: string,
    path: string,
    standpoint: { readonly documentId: string; readonly language: Language },
  ) => Promise<{ readonly text: string } | undefined>
  readonly chapters: (projectId: string) => Promise<readonly NamedChapter[]>
}

export function createCodexTool(
  dependencies: ToolDependencies,
  files: ProjectFiles,
  ports: CodexPorts,
): Tool {
  return makeTool(dependencies, {
    name: 'Codex',
    kind: 'read',
    schema,
    describe: {
      zh: 'Codex[{"name": "林远", "chapter": "manuscript/012-雨.md"}]：看一个设定条目到那一章为止是什么样；不写 chapter 就到全书末尾，不写 name 就列出所有名字。',
      en: 'Codex[{"name": "Lin Yuan", "chapter": "manuscript/012.md"}]: an entry as of that chapter; without chapter as of the end of the book, without name the list of all names.',
    },
    async run({ name, chapter }, { projectId }, language) {
      const all = await ports.entries(projectId)
      const safe = (text: string) => dependencies.redactText(text, projectId)
      const { documentId, chapter: asOf } = await chapterOf(projectId, chapter)
      if (name === undefined)
        return listed(
          all.map((entry) => `${safe(entry.name)}\t${safe(entry.path)}`),
          asOf,
          language,
        )
      const matches = all.filter(
        (entry) => entry.name === name || entry.aliases.includes(name) || entry.path === name,
      )
      if (matches.length === 0) throw new AppError(ErrorCode.NOT_FOUND, { why: 'name' })
      const entries = []
      for (const { path, name: title } of matches.slice(0, shownEntries)) {
        const card = await ports.entryAsOf(projectId, path, { documentId, language })
        if (card)
          entries.push({
            path: safe(path),
            title: safe(title),
            text: (await files.view(projectId, path, card.text)).text,
          })
      }
      const unknown =
        language === 'zh' ? '到这一章还没有人知道它。' : 'Nobody knows of it yet in this chapter.'
      return {
        status: 'success',
        data: { chapter: asOf, entries },
        text:
          entries.length === 0 ? unknown : entries.map(({ path, text }) => `${path}\n${text}`).join('\n\n'),
      }
    },
  })

  /** The chapter's id, and its path, by which models name it. */
  async function chapterOf(projectId: string, given: string | undefined) {
    const chapters = await ports.chapters(projectId)
    const match = given === undefined ? chapters.at(-1) : chapterNamed(chapters, given)
    if (match || given === undefined)
      return { documentId: match?.documentId ?? '', chapter: match?.path ?? match?.documentId ?? '' }
    await files.resolve(projectId, given)
    throw new AppError(ErrorCode.NOT_FOUND, { why: 'chapter' })
  }

  function listed(names: readonly string[], chapter: string, language: Language) {
    const { included } = boundedLines(names)
    const more = { zh: '可以用 name 直接查。', en: 'Ask by name.' }
    const note =
      included.length < names.length ? [leftOut(language, included.length, names.length, more)] : []
    const entries = included
      .map((line) => line.split('\t'))
      .map(([title = '', path = '']) => ({ path, title, text: '' }))
    return { status: 'success' as const, data: { chapter, entries }, text: [...included, ...note].join('\n') }
  }
}
