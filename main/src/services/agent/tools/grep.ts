import { setImmediate as otherWork } from 'node:timers/promises'
import { z } from 'zod'
import { isAppError } from '../../../lib/appError.ts'
import { fullPath } from '../../edits/index.ts'
import { boundedLines, leftOut } from './bounded.ts'
import { compileGlob } from './globPattern.ts'
import { createRegexSearch, createWordSearch, type LineSearch } from './lineSearch.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import type { ProjectFiles } from './projectFiles.ts'
import type { Tool } from './tool.ts'
import { type Line, linesOf } from './view.ts'

const schema = z.strictObject({
  pattern: z.string().min(1).max(1000),
  /** A folder, a file, or a pattern of paths. */
  path: z.string().max(4096).default(''),
  regex: z.boolean().default(false),
  ignoreCase: z.boolean().default(false),
  limit: z.int().min(1).max(1000).default(100),
})
const lineUnits = 300
const timeoutMs = 10_000
const linesAtOnce = 5000

export function createGrepTool(dependencies: ToolDependencies, files: ProjectFiles): Tool {
  return makeTool(dependencies, {
    name: 'Grep',
    kind: 'read',
    schema,
    describe: {
      zh: 'Grep[{"pattern": "林远", "path": "manuscript"}]：找出哪些行里有这些字；path 可以是文件夹、文件或路径样式；"regex": true 时 pattern 是正则表达式；"ignoreCase"、"limit" 可以不写。',
      en: 'Grep[{"pattern": "Lin Yuan", "path": "manuscript"}]: finds lines with these words; path is a folder, a file or a pattern; with "regex": true the pattern is a regular expression. "ignoreCase" and "limit" are optional.',
    },
    async run(input, { projectId, signal }, language) {
      const paths = await filesIn(projectId, input.path, signal)
      const matches: { path: string; line: number; text: string }[] = []
      const unreadable: string[] = []
      const matchedFiles = new Set<string>()
      let count = 0
      const search = searchFor(input, signal)
      try {
        for (const path of paths) {
          signal.throwIfAborted()
          const lines = await readLines(projectId, path)
          if (!lines) unreadable.push(path)
          for (const { number, text, at } of lines ? await matching(lines, search) : []) {
            count += 1
            matchedFiles.add(path)
            if (matches.length < input.limit) matches.push({ path, line: number, text: around(text, at) })
          }
          await otherWork()
        }
      } finally {
        search.close()
      }
      const safe = matches.map(({ path, ...match }) => ({
        path: dependencies.redactText(path, projectId),
        ...match,
      }))
      const { included } = boundedLines(safe.map(({ path, line, text }) => `${path}:${line}: ${text}`))
      const truncated = included.length < count
      const more = { zh: '请用 limit 或更窄的 path。', en: 'Use limit or a narrower path.' }
      const none =
        language === 'zh' ? `${paths.length} 个文件里都没有。` : `Not found in ${paths.length} files.`
      const skipped =
        language === 'zh'
          ? `（${unreadable.length} 个文件不是文本，没有找。）`
          : `(${unreadable.length} files are no text.)`
      return {
        status: truncated ? 'partial' : 'success',
        data: {
          pattern: input.pattern,
          matches: safe.slice(0, included.length),
          ...{ count, files: matchedFiles.size, truncated },
        },
        text: [
          ...(included.length === 0 ? [none] : included),
          ...(truncated ? [leftOut(language, included.length, count, more)] : []),
          ...(unreadable.length > 0 ? [skipped] : []),
        ].join('\n'),
      }
    },
  })

  async function filesIn(projectId: string, given: string, signal: AbortSignal): Promise<readonly string[]> {
    const isPattern = /[*?{]/.test(given)
    const path = isPattern ? '' : await files.resolve(projectId, given)
    if (path !== '' && (await isFile(projectId, path))) return [path]
    const { paths } = await files.walk(projectId, path, signal)
    return isPattern ? paths.filter(compileGlob(fullPath(given))) : paths
  }

  async function isFile(projectId: string, path: string): Promise<boolean> {
    try {
      await files.list(projectId, path)
      return false
    } catch (error) {
      // A file is no folder; reading it reports one that is missing.
      if (isAppError(error, 'NOT_FOUND')) return (await files.read(projectId, path)) !== undefined
      throw error
    }
  }

  async function readLines(projectId: string, path: string) {
    try {
      return linesOf((await files.read(projectId, path)).view)
    } catch (error) {
      if (isAppError(error)) return undefined
      throw error
    }
  }
}

function searchFor({ pattern, regex, ignoreCase }: z.infer<typeof schema>, signal: AbortSignal): LineSearch {
  if (!regex && !ignoreCase) return createWordSearch(pattern)
  const source = regex ? pattern : pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return createRegexSearch(source, { flags: ignoreCase ? 'iu' : 'u', timeoutMs, signal })
}

async function matching(
  lines: readonly Line[],
  search: LineSearch,
): Promise<(Line & { readonly at: number })[]> {
  const matches: (Line & { readonly at: number })[] = []
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const batch = lines.slice(from, from + linesAtOnce)
    for (const { index, at } of await search.in(batch.map(({ text }) => text))) {
      const line = batch[index]
      if (line) matches.push({ ...line, at })
    }
  }
  return matches
}

/** Of a long paragraph the text around the match is shown. */
function around(text: string, at: number): string {
  if (text.length <= lineUnits) return text
  const from = Math.max(0, Math.min(at - lineUnits / 3, text.length - lineUnits))
  const part = text.slice(from, from + lineUnits).toWellFormed()
  return `${from > 0 ? '…' : ''}${part}${from + lineUnits < text.length ? '…' : ''}`
}
