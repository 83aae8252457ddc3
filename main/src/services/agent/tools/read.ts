import { z } from 'zod'
import { boundedLines } from './bounded.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import type { ProjectFiles } from './projectFiles.ts'
import type { Tool } from './tool.ts'
import { linesOf } from './view.ts'

const line = z.int().min(1).max(100_000_000)
const schema = z.strictObject({
  path: z.string().min(1).max(4096),
  /** The first line. */
  from: line.default(1),
  /** How many lines. */
  lines: line.default(2000),
})

export function createReadTool(dependencies: ToolDependencies, files: ProjectFiles): Tool {
  return makeTool(dependencies, {
    name: 'Read',
    kind: 'read',
    schema,
    describe: {
      zh: 'Read[{"path": "manuscript/001-雾.md", "from": 1, "lines": 200}]：读一个文件，每行前面是行号和一个制表符；from、lines 可以不写。',
      en: 'Read[{"path": "manuscript/001.md", "from": 1, "lines": 200}]: reads a file; each line has its number and a tab in front. from and lines are optional.',
    },
    async run(input, { projectId, reads }, language) {
      const file = await files.read(projectId, input.path)
      const { mtimeMs, hash } = file
      const path = dependencies.redactText(file.path, projectId)
      const isChanged = reads.seeAgain(file.path, { mtimeMs, hash })
      const note = isChanged ? `Note: ${path} was modified externally.` : undefined
      const all = linesOf(file.view)
      const requested = all.filter(({ number }) => number >= input.from).slice(0, input.lines)
      const { included, cutLast } = boundedLines(requested.map(({ number, text }) => `${number}\t${text}`))
      const last = requested[included.length - 1]?.number ?? input.from - 1
      const total = all.at(-1)?.number ?? 0
      const content = included.join('\n')
      const truncated = last < total || cutLast || input.from > 1
      const rest = restWords(language, { from: input.from, last, total, cutLast })
      const mtime = new Date(mtimeMs).toISOString()
      return {
        status: cutLast || (last < total && included.length < requested.length) ? 'partial' : 'success',
        data: {
          path,
          from: input.from,
          to: last,
          lines: total,
          mtime,
          ...(note && { note }),
          content,
          truncated,
        },
        text: [
          ...(note ? [note] : []),
          `${path} (mtime ${mtime})`,
          content,
          ...(truncated ? [rest] : []),
        ].join('\n'),
      }
    },
  })
}

function restWords(
  language: 'zh' | 'en',
  { from, last, total, cutLast }: { from: number; last: number; total: number; cutLast: boolean },
): string {
  const cut = language === 'zh' ? '这一行太长，只有开头。' : 'This line is too long: only its start is here.'
  const text =
    language === 'zh'
      ? `（第 ${from}–${last} 行，全文 ${total} 行。${last < total ? `接着读请用 "from": ${last + 1}。` : ''}${cutLast ? cut : ''}）`
      : `(Lines ${from}–${last} of ${total}. ${last < total ? `Go on with "from": ${last + 1}. ` : ''}${cutLast ? cut : ''})`
  return text
}
