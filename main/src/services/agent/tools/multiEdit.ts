import { setImmediate as otherWork } from 'node:timers/promises'
import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import type { WholeName } from '../../codex/index.ts'
import { fullPath, kindOfPlace } from '../../edits/index.ts'
import { type Applying, applyChanges } from './applying.ts'
import { edited, editFields } from './edit.ts'
import { type Replaced, replaceInView, replacementAt } from './editing.ts'
import { editResult, uncertainLines } from './editResult.ts'
import { compileGlob } from './globPattern.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import { longUnits, type ReadableText } from './projectFiles.ts'
import type { Change, UncertainReplacement } from './proposal.ts'
import { composed, createLineCount, type Replacement, rangeBefore } from './replacements.ts'
import type { Tool, ToolContext } from './tool.ts'
import { groupUncertain, type UncertainMatch } from './uncertainMatches.ts'
import { spansIn } from './view.ts'

const path = z.string().min(1).max(4096)
const schema = z.strictObject({
  /** Files, or patterns of paths. */
  paths: z.union([path.transform((single) => [single]), z.array(path).min(1).max(1000)]),
  edits: z.array(editFields).min(1).max(50),
  wholeName: z.boolean().default(false),
  /** With `wholeName`: phrases in which the name is to be changed although they resemble other names. */
  include: z.array(z.string().min(1).max(200)).max(200).default([]),
})
type Input = z.infer<typeof schema>

export interface NamePorts {
  readonly wholeName: (projectId: string, name: string, signal: AbortSignal) => Promise<WholeName>
}

export function createMultiEditTool(
  dependencies: ToolDependencies,
  applying: Applying,
  names: NamePorts,
): Tool {
  const { files } = applying

  return makeTool(dependencies, {
    name: 'MultiEdit',
    kind: 'write',
    schema,
    describe: {
      zh: 'MultiEdit[{"paths": ["manuscript/*.md"], "edits": [{"old": "林远", "new": "林渊"}], "wholeName": true}]：在多个文件里改多处，作者一次看过、一次同意，也一次撤销。paths 可以是文件或路径样式。"wholeName": true 把 old 当作人名地名：只改单独的这个名字，不动更长的名字，可疑的分组列出；确要改的写在 "include": ["林远哥"] 里。',
      en: 'MultiEdit[{"paths": ["manuscript/*.md"], "edits": [{"old": "Ann", "new": "Anna"}], "wholeName": true}]: changes many places in many files with one approval and one undo. paths are files or patterns. "wholeName": true takes old for a name: longer names stay, doubtful places are listed in groups; name those to be changed in "include": ["Ann-Marie"].',
    },
    async run(input, context, language) {
      const { projectId } = context
      const safe = (text: string) => dependencies.redactText(text, projectId)
      const { changes, matches } = await propose(input, context)
      const uncertain = groupUncertain(matches)
      if (changes.every(({ after }) => after.replacements.length === 0)) {
        const none =
          language === 'zh' ? '这些文件里没有可改的地方。' : 'There is nothing to change in these files.'
        const data = {
          applied: false,
          replaced: 0,
          changes: [],
          ...(uncertain.length > 0 && { doubtful: uncertain }),
        }
        return { status: 'success', data, text: [none, ...uncertainLines(uncertain, language)].join('\n') }
      }
      const applied = await applyChanges(applying, 'MultiEdit', changes, uncertain, context)
      const unchanged = matches.filter(({ replacement }) => !replacement || !applied.chosen.has(replacement))
      return editResult(files, safe, applied, groupUncertain(unchanged), { projectId, language })
    },
  })

  async function propose(input: Input, context: ToolContext) {
    const { projectId, signal } = context
    const { listed, isPattern } = await pathsOf(input, context)
    const wholeNames = await Promise.all(
      input.wholeName ? input.edits.map(({ old }) => names.wholeName(projectId, old, signal)) : [],
    )
    const matches: UncertainMatch[] = []
    const changes: Change[] = []
    for (const path of listed) {
      signal.throwIfAborted()
      const file = await files.read(projectId, path)
      let now: Pick<ReadableText, 'path' | 'view'> = file
      let after: Replaced | undefined
      let replacements: readonly Replacement[] = []
      const own: UncertainMatch[] = []
      for (const [index, edit] of input.edits.entries()) {
        const wholeName = wholeNames[index]
        if (!wholeName && isPattern && !now.view.text.includes(edit.old.replace(/\r\n?/g, '\n'))) continue
        const step = wholeName
          ? await replaceName(now, edit, wholeName, {
              include: input.include,
              replacements,
              uncertainMatches: own,
            })
          : edited(now, edit)
        if (step.replaced === 0) continue
        replacements = composed(replacements, step.after.replacements, now.view.original)
        after = step.after
        now = {
          path: file.path,
          view: await files.viewAfter(projectId, file.path, after, file.view.original),
        }
      }
      matches.push(...own)
      const uncertain = own.flatMap(({ replacement }) => (replacement ? [replacement] : []))
      const isChanged = after !== undefined && after.text !== file.view.original
      if (isChanged || uncertain.length > 0)
        changes.push({
          ...{ path: file.path, before: file.view, baseHash: file.hash, uncertain },
          after:
            isChanged && after
              ? { ...after, replacements }
              : { text: file.view.original, hidden: [], replacements: [] },
        })
      await otherWork()
    }
    return { changes, matches }
  }

  async function pathsOf({ paths }: Input, { projectId, signal }: ToolContext) {
    const isPattern = paths.some((path) => /[*?{]/.test(path)) || paths.length > 1
    const resolved = new Set<string>()
    for (const given of paths) {
      if (!/[*?{]/.test(given)) resolved.add(await files.resolve(projectId, given))
      else {
        const fits = compileGlob(fullPath(given))
        const { paths: all } = await files.walk(projectId, '', signal)
        // A pattern means what may be written; a file that is named is refused by name.
        for (const path of all) if (fits(path) && kindOfPlace(path)) resolved.add(path)
      }
    }
    if (resolved.size === 0) throw new AppError(ErrorCode.NOT_FOUND, { why: 'paths' })
    return { listed: [...resolved], isPattern }
  }
}

const contextUnits = 30

/**
 * A name replaced where it is a whole name. Its other places go to `uncertainMatches`, except those whose phrase is in `include`;
 * a place inside hidden text is no place at all. `replacements`: what made this text of the file's.
 */
async function replaceName(
  { path, view }: Pick<ReadableText, 'path' | 'view'>,
  { old, new: newName }: { readonly old: string; readonly new: string },
  wholeName: WholeName,
  about: {
    readonly include: readonly string[]
    readonly replacements: readonly Replacement[]
    readonly uncertainMatches: UncertainMatch[]
  },
): Promise<{ readonly after: Replaced; readonly replaced: number }> {
  const { include, replacements, uncertainMatches } = about
  const { matches, uncertain } = wholeName(view.text)
  if (view.text.length > longUnits) await otherWork()
  const confirmed = uncertain.filter(({ phrase, reason }) => reason !== 'variant' && include.includes(phrase))
  const lineAt = createLineCount(view.text)
  const isReplaceable = ({ from, to }: Pick<Replacement, 'from' | 'to'>) =>
    view.text.slice(from, to) === old && spansIn(view, from, to).length === 0
  const replacementOf = (place: (typeof uncertain)[number]): UncertainReplacement | undefined => {
    if (place.reason === 'variant' || !isReplaceable(place)) return undefined
    const { from, to, text } = replacementAt(view, place, newName)
    const range = rangeBefore(replacements, { from, to })
    return range && { ...range, text, phrase: place.phrase, why: place.reason }
  }
  for (const place of uncertain) {
    if (confirmed.includes(place)) continue
    const { from, to, phrase, reason } = place
    const text = view.text.slice(Math.max(0, from - contextUnits), to + contextUnits).replace(/\s+/g, ' ')
    const replacement = replacementOf(place)
    uncertainMatches.push({
      ...{ phrase, why: reason },
      place: { path, line: lineAt(from), text: text.toWellFormed() },
      ...(replacement && { replacement }),
    })
  }
  const all = [...matches, ...confirmed].filter(isReplaceable).sort((a, b) => a.from - b.from)
  return { after: replaceInView(view, all, newName), replaced: all.length }
}
