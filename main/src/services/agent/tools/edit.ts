import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import { type Applying, applyChanges } from './applying.ts'
import { placesOf, type Replaced, replaceInView } from './editing.ts'
import { editResult } from './editResult.ts'
import { makeTool, type ToolDependencies, unclearPlace } from './makeTool.ts'
import type { ReadableText } from './projectFiles.ts'
import type { Tool } from './tool.ts'

const editText = z.string().max(1_000_000)
export const editFields = z.strictObject({
  old: editText.min(1),
  new: editText,
  all: z.boolean().default(false),
})
const schema = editFields.extend({ path: z.string().min(1).max(4096) })

export function createEditTool(dependencies: ToolDependencies, applying: Applying): Tool {
  return makeTool(dependencies, {
    name: 'Edit',
    kind: 'write',
    schema,
    describe: {
      zh: 'Edit[{"path": "manuscript/001-雾.md", "old": "原来的字句", "new": "新的字句"}]：改一个文件里的一处；old 要和文件里一字不差，而且只出现一次；"all": true 改每一处。',
      en: 'Edit[{"path": "manuscript/001.md", "old": "words as they stand", "new": "other words"}]: changes one place; old must stand in the file exactly, and once. "all": true changes every place.',
    },
    async run({ path: given, ...edit }, context, language) {
      const { projectId } = context
      const file = await applying.files.read(projectId, given)
      const { after } = edited(file, edit)
      await applying.files.viewAfter(projectId, file.path, after, file.view.original)
      const change = { path: file.path, before: file.view, after, baseHash: file.hash, uncertain: [] }
      const applied = await applyChanges(applying, 'Edit', [change], [], context)
      const safe = (text: string) => dependencies.redactText(text, projectId)
      return editResult(applying.files, safe, applied, [], { projectId, language })
    },
  })
}

/** @throws AppError NOT_FOUND, CONFLICT (several places), AGENT_REDACTED. */
export function edited(
  { path, view }: Pick<ReadableText, 'path' | 'view'>,
  edit: z.infer<typeof editFields>,
): { readonly after: Replaced; readonly replaced: number } {
  const positions = placesOf(view, edit.old)
  if (positions.length === 0) throw new AppError(ErrorCode.NOT_FOUND, { why: unclearPlace, path })
  if (positions.length > 1 && !edit.all)
    throw new AppError(ErrorCode.CONFLICT, { why: unclearPlace, path, count: positions.length })
  return { after: replaceInView(view, positions, edit.new), replaced: positions.length }
}
