import { z } from 'zod'
import { fullPath } from '../../edits/index.ts'
import { boundedLines, leftOut } from './bounded.ts'
import { compileGlob } from './globPattern.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import type { ProjectFiles } from './projectFiles.ts'
import type { Tool } from './tool.ts'

const schema = z.strictObject({ pattern: z.string().min(1).max(1000) })

export function createGlobTool(dependencies: ToolDependencies, files: ProjectFiles): Tool {
  return makeTool(dependencies, {
    name: 'Glob',
    kind: 'read',
    schema,
    describe: {
      zh: 'Glob[{"pattern": "manuscript/*.md"}]：按路径样式找文件；* 是一级里的任意字，** 是任意多级，{a,b} 是二者之一。',
      en: 'Glob[{"pattern": "manuscript/*.md"}]: finds files by path; * within a name, ** over folders, {a,b} either.',
    },
    async run({ pattern }, { projectId, signal }, language) {
      const fits = compileGlob(fullPath(pattern))
      const { paths: all, more: isMore } = await files.walk(projectId, '', signal)
      const paths = all.filter(fits).map((path) => dependencies.redactText(path, projectId))
      const { included } = boundedLines(paths)
      const truncated = included.length < paths.length || isMore
      const more = { zh: '请用更窄的样式。', en: 'Use a narrower pattern.' }
      const note = truncated ? [leftOut(language, included.length, paths.length, more)] : []
      const none = language === 'zh' ? '没有这样的文件。' : 'No such files.'
      return {
        status: truncated ? 'partial' : 'success',
        data: { pattern, paths: included, count: paths.length, truncated },
        text: [...(included.length === 0 ? [none] : included), ...note].join('\n'),
      }
    },
  })
}
