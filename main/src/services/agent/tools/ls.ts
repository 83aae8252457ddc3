import { z } from 'zod'
import { boundedLines, leftOut } from './bounded.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import type { ProjectFiles } from './projectFiles.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({ path: z.string().max(4096).default('') })
const maxEntries = 500

export function createLsTool(dependencies: ToolDependencies, files: ProjectFiles): Tool {
  return makeTool(dependencies, {
    name: 'LS',
    kind: 'read',
    schema,
    describe: {
      zh: 'LS[{"path": "manuscript"}]：列出一个文件夹里有什么；不写 path 就是项目的最上层。',
      en: 'LS[{"path": "manuscript"}]: lists a folder; without path, the top of the project.',
    },
    async run({ path: given }, { projectId }, language) {
      const path = await files.resolve(projectId, given)
      const all = await files.list(projectId, path)
      const safe = (text: string) => dependencies.redactText(text, projectId)
      const lines = all
        .slice(0, maxEntries)
        .map(({ name, kind }) => safe(kind === 'folder' ? `${name}/` : name))
      const { included } = boundedLines(lines)
      const truncated = included.length < all.length
      const more = { zh: '可以用 Glob 按样式找。', en: 'Use Glob to find files by pattern.' }
      const note = truncated ? [leftOut(language, included.length, all.length, more)] : []
      const empty = language === 'zh' ? '（空的文件夹）' : '(empty folder)'
      const folders = all.filter(({ kind }) => kind === 'folder').length
      return {
        status: truncated ? 'partial' : 'success',
        data: {
          path: safe(path),
          entries: all.slice(0, included.length).map(({ name, kind }) => ({ name: safe(name), kind })),
          ...{ folders, files: all.length - folders, truncated },
        },
        text: [...(included.length === 0 ? [empty] : included), ...note].join('\n'),
      }
    },
  })
}
