import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../../lib/appError.ts'
import { isPortable } from '../../../lib/fileName.ts'
import { withoutHidden } from '../../../lib/visibleText.ts'
import { fullPath, requireWritable } from '../../edits/index.ts'
import { type Applying, applyChanges } from './applying.ts'
import { replaceInView } from './editing.ts'
import { declinedLines, declinedPlaces } from './editResult.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import type { ReadableText } from './projectFiles.ts'
import type { Tool } from './tool.ts'
import { linesOf, viewOf } from './view.ts'

const schema = z.strictObject({ path: z.string().min(1).max(4096), content: z.string().max(4_000_000) })
const excerptLines = 30
const lineUnits = 300

export function createWriteTool(dependencies: ToolDependencies, applying: Applying): Tool {
  const { files } = applying

  return makeTool(dependencies, {
    name: 'Write',
    kind: 'write',
    schema,
    describe: {
      zh: 'Write[{"path": "settings/灯塔.md", "content": "# 灯塔\\n……"}]：写一个新文件，或换掉整个文件；只改几处请用 Edit。',
      en: 'Write[{"path": "settings/lighthouse.md", "content": "# The lighthouse\\n…"}]: makes a file, or replaces all of it; for a few places use Edit.',
    },
    async run({ path: given, content }, context, language) {
      const { projectId } = context
      const named = fullPath(given)
      requireWritable(named)
      const present = await files.read(projectId, named).catch(absent)
      const view = present?.view ?? viewOf('', { replacements: [] })
      const after = replaceInView(view, [{ from: 0, to: view.text.length }], content)
      const path = present?.path ?? (await files.resolve(projectId, named))
      if (!present) requireNewName(path)
      await files.viewAfter(projectId, path, after, present?.view.original)
      const baseHash = present?.hash ?? null
      const change = { path, before: present?.view, after, baseHash, uncertain: [] }
      const { editId, written, declined } = await applyChanges(applying, 'Write', [change], [], context)
      const lines = linesOf(await files.view(projectId, path, written[0]?.after.text ?? after.text))
      const excerpt = lines
        .slice(0, excerptLines)
        .map(({ number, text }) => `${number}\t${text.slice(0, lineUnits).toWellFormed()}`)
        .join('\n')
      const created = present === undefined
      const safe = dependencies.redactText(path, projectId)
      const safeText = (text: string) => dependencies.redactText(text, projectId)
      const left = declinedPlaces(declined, safeText)
      const summary =
        language === 'zh'
          ? `${created ? '已新建' : '已改写'} ${safe}，${lines.length} 行。`
          : `${created ? 'Made' : 'Replaced'} ${safe}, ${lines.length} lines.`
      const data = { applied: true, path: safe, created, lines: lines.length, excerpt, editId }
      return {
        status: 'success',
        data: { ...data, ...(left.length > 0 && { declined: left }) },
        text: [summary, ...declinedLines(left, language)].join('\n'),
      }
    },
  })
}

/**
 * A new file has a name that is the same on every system, without a character that is hidden or that Windows reads in
 * another way. @throws AppError PATH_INVALID.
 */
function requireNewName(path: string): void {
  if (withoutHidden(path) !== path || path.includes('\n'))
    throw new AppError(ErrorCode.PATH_INVALID, { why: 'hidden' })
  if (!path.split('/').every(isPortable)) throw new AppError(ErrorCode.PATH_INVALID, { why: 'characters' })
}

function absent(error: unknown): ReadableText | undefined {
  if (isAppError(error, 'NOT_FOUND')) return undefined
  throw error
}
