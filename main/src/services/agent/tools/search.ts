import { z } from 'zod'
import { boundedLines } from './bounded.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import type { ProjectFiles } from './projectFiles.ts'
import type { Tool } from './tool.ts'
import { linesOf } from './view.ts'

const schema = z.strictObject({
  query: z.string().trim().min(1).max(2000),
  k: z.int().min(1).max(50).default(8),
  /** Only chapters in front of this one. */
  before: z.string().min(1).max(1024).optional(),
})

export interface SearchPorts {
  readonly search: (
    projectId: string,
    request: { readonly query: string; readonly k: number; readonly before?: string },
    signal: AbortSignal,
  ) => Promise<{
    readonly hits: readonly {
      /** Project-relative. */
      readonly path: string
      readonly from: number
      readonly to: number
      readonly score: number
    }[]
    /** One sentence each. */
    readonly notes: readonly { readonly zh: string; readonly en: string }[]
  }>
}

export function createSearchTool(
  dependencies: ToolDependencies,
  files: ProjectFiles,
  ports: SearchPorts,
): Tool {
  return makeTool(dependencies, {
    name: 'Search',
    kind: 'read',
    schema,
    describe: {
      zh: 'Search[{"query": "灯塔的门是谁锁上的", "k": 8}]：按意思和名字在正文里找段落；"before": "manuscript/…" 只找那一章之前的。要找确切的字句用 Grep。',
      en: 'Search[{"query": "who locked the lighthouse door", "k": 8}]: finds passages of the manuscript by meaning and names; "before": "manuscript/…" keeps to chapters in front of it. For exact words use Grep.',
    },
    async run({ query, k, before }, { projectId, signal }, language) {
      const { hits, notes } = await ports.search(
        projectId,
        { query, k, ...(before !== undefined && { before }) },
        signal,
      )
      const passages = []
      for (const { path, from, to, score } of hits) {
        const { view } = await files.read(projectId, path)
        const breaks = (end: number) => view.original.slice(0, end).split(/\r\n|\r|\n/).length
        const [first, last] = [breaks(from), breaks(to)]
        const lines = linesOf(view).filter(({ number }) => number >= first && number <= last)
        const text = lines.map((line) => line.text).join('\n')
        passages.push({
          path,
          from: first,
          to: last,
          text,
          score: Math.round(score * 1000) / 1000,
        })
      }
      const { included } = boundedLines(
        passages.map(({ path, from, to, text }) => `${path}:${from}-${to}\n${text}\n`),
      )
      const none = language === 'zh' ? '没有找到。' : 'Nothing was found.'
      return {
        status: included.length < passages.length ? 'partial' : 'success',
        data: { query, passages: passages.slice(0, included.length), count: passages.length },
        text: [...(included.length === 0 ? [none] : included), ...notes.map((note) => note[language])].join(
          '\n',
        ),
      }
    },
  })
}
