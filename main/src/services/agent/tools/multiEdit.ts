import { setImmediate as otherWork } from 'node:timers/promises'
import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import type { WholeName } from '../../codex/index.ts'
import { fullPath, kindOfPlace } from '../../edits/index.ts'
import { type Applying, applyChanges } from './applying.ts'
import { createDoubts } from './doubts.ts'
import { edited, editFields } from './edit.ts'
import { doubtfulWords, editResult } from './editResult.ts'
import { compileGlob } from './globPattern.ts'
import { makeTool, type ToolSurroundings } from './makeTool.ts'
import type { ReadableText } from './projectFiles.ts'
import type { Change } from './proposal.ts'
import { replaceName } from './renaming.ts'
import type { Tool, ToolContext } from './tool.ts'

const path = z.string().min(1).max(4096)
const schema = z.strictObject({
  /** Files, or patterns of paths. */
  paths: z.union([path.transform((one) => [one]), z.array(path).min(1).max(1000)]),
  edits: z.array(editFields).min(1).max(50),
  wholeName: z.boolean().default(false),
  /** With `wholeName`: phrases in which the name is to be changed although they look like other names. */
  include: z.array(z.string().min(1).max(200)).max(200).default([]),
})
type Input = z.infer<typeof schema>

export interface NamePorts {
  readonly wholeName: (projectId: string, name: string, signal: AbortSignal) => Promise<WholeName>
}

export function createMultiEditTool(
  surroundings: ToolSurroundings,
  applying: Applying,
  names: NamePorts,
): Tool {
  const { files } = applying

  return makeTool(surroundings, {
    name: 'MultiEdit',
    kind: 'write',
    schema,
    describe: {
      zh: 'MultiEdit[{"paths": ["manuscript/*.md"], "edits": [{"old": "林远", "new": "林渊"}], "wholeName": true}]：在多个文件里改多处，作者一次看过、一次同意，也一次撤销。paths 可以是文件或路径样式。"wholeName": true 把 old 当作人名地名：只改单独的这个名字，不动更长的名字，可疑的分组列出；确要改的写在 "include": ["林远哥"] 里。',
      en: 'MultiEdit[{"paths": ["manuscript/*.md"], "edits": [{"old": "Ann", "new": "Anna"}], "wholeName": true}]: changes many places in many files with one approval and one undo. paths are files or patterns. "wholeName": true takes old for a name: longer names stay, doubtful places are listed in groups; name those to be changed in "include": ["Ann-Marie"].',
    },
    async run(input, context, language) {
      const { projectId } = context
      const safe = (text: string) => surroundings.redactText(text, projectId)
      const { changes, counts, doubtful } = await propose(input, context)
      if (changes.length === 0) {
        const none =
          language === 'zh' ? '这些文件里没有可改的地方。' : 'There is nothing to change in these files.'
        const data = { applied: false, replaced: 0, changes: [], ...(doubtful.length > 0 && { doubtful }) }
        return { status: 'success', data, text: [none, ...doubtfulWords(doubtful, language)].join('\n') }
      }
      const applied = await applyChanges(applying, 'MultiEdit', changes, doubtful, context)
      return editResult(files, safe, applied, counts, doubtful, { projectId, language })
    },
  })

  async function propose(input: Input, context: ToolContext) {
    const { projectId, signal } = context
    const { listed, isPattern } = await pathsOf(input, context)
    const wholeNames = await Promise.all(
      input.wholeName ? input.edits.map(({ old }) => names.wholeName(projectId, old, signal)) : [],
    )
    const doubts = createDoubts()
    const changes: Change[] = []
    const counts = new Map<string, number>()
    for (const path of listed) {
      signal.throwIfAborted()
      const file = await files.read(projectId, path)
      let now: Pick<ReadableText, 'path' | 'view'> = file
      let replaced = 0
      for (const [index, edit] of input.edits.entries()) {
        const wholeName = wholeNames[index]
        if (!wholeName && isPattern && !now.view.text.includes(edit.old.replace(/\r\n?/g, '\n'))) continue
        const step = wholeName
          ? await replaceName(now, edit, wholeName, input.include, doubts)
          : edited(now, edit)
        replaced += step.replaced
        if (step.replaced > 0)
          now = { path: file.path, view: await files.view(projectId, file.path, step.after) }
      }
      if (now.view.original !== file.view.original) {
        changes.push({
          path: file.path,
          before: file.view.original,
          after: now.view.original,
          baseHash: file.hash,
        })
        counts.set(file.path, replaced)
      }
      await otherWork()
    }
    return { changes, counts, doubtful: doubts.groups() }
  }

  async function pathsOf({ paths }: Input, { projectId, signal }: ToolContext) {
    const isPattern = paths.some((path) => /[*?{]/.test(path)) || paths.length > 1
    const found = new Set<string>()
    for (const given of paths) {
      if (!/[*?{]/.test(given)) found.add(await files.resolve(projectId, given))
      else {
        const fits = compileGlob(fullPath(given))
        const { paths: all } = await files.walk(projectId, '', signal)
        // A pattern means what may be written; a file that is named is refused by name.
        for (const path of all) if (fits(path) && kindOfPlace(path)) found.add(path)
      }
    }
    if (found.size === 0)
      throw new AppError(ErrorCode.NOT_FOUND, '没有符合 paths 的文件。', {
        data: { english: 'No files fit these paths.' },
      })
    return { listed: [...found], isPattern }
  }
}
