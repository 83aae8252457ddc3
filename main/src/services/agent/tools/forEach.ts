import { z } from 'zod'
import type { RunSpending } from '#contract/spending.ts'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { AppError } from '../../../lib/appError.ts'
import type { NamedChapter } from '../../../lib/chapterPositions.ts'
import { requireApproval } from './applying.ts'
import { boundedLines, leftOut } from './bounded.ts'
import { compileGlob } from './globPattern.ts'
import { makeTool, type ToolDependencies } from './makeTool.ts'
import type { SpendEstimate, Tool } from './tool.ts'
import { describeError, type Language } from './wording.ts'

const schema = z.strictObject({
  instruction: z.string().trim().min(1).max(20_000),
  files: z.string().trim().min(1).max(300).default('manuscript/**'),
  /** Of the answers, from this one on. */
  from: z.int().min(1).max(10_000).default(1),
})

/** One instruction for many chapters, each read by a request of its own. */
export interface ForEachRequest {
  /** In the words of whoever asks. */
  readonly instruction: string
  /** Ids, in the order of the book. */
  readonly chapters: readonly string[]
  /** Who answers. */
  readonly modelId: string
  /** Asked before in the same conversation, what was answered is not asked again. */
  readonly conversationId: string
}

export interface ForEachPorts {
  readonly chapters: (projectId: string) => Promise<readonly NamedChapter[]>
  readonly forEach: {
    /** What is left to send; sends nothing. */
    preview(projectId: string, request: ForEachRequest): Promise<SpendEstimate>
    /** Sends it. */
    run(
      projectId: string,
      request: ForEachRequest,
      signal: AbortSignal,
    ): Promise<{
      /** In the order of the request. */
      readonly answers: readonly ForEachAnswer[]
      /** Of this call only. */
      readonly spending: RunSpending | undefined
      /** What ended it before its end. */
      readonly error: AppError | undefined
    }>
  }
}

/** What a chapter's request brought: an answer, or the code of its failure. */
interface ForEachAnswer {
  readonly documentId: string
  readonly text?: string
  readonly error?: string
}

/** The same by the chapter's file. */
interface ChapterResult extends Omit<ForEachAnswer, 'documentId'> {
  readonly path: string
}

export function createForEachTool(dependencies: ToolDependencies, ports: ForEachPorts): Tool {
  return makeTool(dependencies, {
    name: 'ForEach',
    kind: 'model',
    schema,
    describe: {
      zh: 'ForEach[{"instruction": "用一句话写出这一章里谁受了伤。", "files": "manuscript/**"}]：把同一条要求交给每一章各做一遍，每章一次短请求，只读那一章，不改任何文件；结果按章列出。要看很多章时用它，不要一章一章去读。"from": 61 从第 61 个结果看起（不重新做）。',
      en: 'ForEach[{"instruction": "Say in one sentence who is hurt in this chapter.", "files": "manuscript/**"}]: applies one instruction to each chapter, a short request each, which reads that chapter only and changes nothing; the results are listed by chapter. Use it for many chapters instead of reading one after another. "from": 61 shows the results from the 61st on (nothing is done again).',
    },
    async run({ instruction, files, from }, context, language) {
      const { projectId, signal, task } = context
      if (!task) throw new AppError(ErrorCode.AGENT_TOOL_OFF)
      const matches = compileGlob(files)
      const chosen = (await ports.chapters(projectId)).filter(({ path }) => path && matches(path))
      if (chosen.length === 0) return { status: 'error', data: {}, ...noChapter(files, language) }
      const request = { instruction, chapters: chosen.map(({ documentId }) => documentId), ...task }
      const preview = await ports.forEach.preview(projectId, request)
      if (preview.total > 0)
        await requireApproval({ kind: 'spend', tool: 'ForEach', instruction, ...preview }, context)
      const { answers, spending, error } = await ports.forEach.run(projectId, request, signal)
      const paths = new Map(chosen.map(({ documentId, path }) => [documentId, path ?? documentId]))
      const safe = (text: string) => dependencies.redactText(text, projectId)
      const results: readonly ChapterResult[] = answers.map(({ documentId, text, error }) => ({
        path: paths.get(documentId) ?? documentId,
        ...(text === undefined ? { error: error ?? ErrorCode.CANCELLED } : { text: safe(text) }),
      }))
      const answered = results.filter(({ text }) => text !== undefined).length
      const { included } = boundedLines(
        results.slice(from - 1).map(({ path, text, error }) => `${path}\n${text ?? `(${error})`}\n`),
      )
      const next = from + included.length
      const more = { zh: `用 "from": ${next} 看后面的。`, en: `Use "from": ${next} for the rest.` }
      const isWhole = next > results.length
      const failure = error && describeError(error, language)
      return {
        status: failure ? 'error' : isWhole && answered === results.length ? 'success' : 'partial',
        ...(failure && { error: { ...failure, message: safe(failure.message) } }),
        data: { instruction, chapters: results.length, answered, failed: results.length - answered, results },
        ...(spending && { spending }),
        text: [
          ...(failure ? [`${failure.code}: ${safe(failure.message)}`] : []),
          language === 'zh'
            ? `${results.length} 章，${answered} 章有结果。`
            : `${results.length} chapters, ${answered} answered.`,
          ...included,
          ...(isWhole ? [] : [leftOut(language, next - 1, results.length, more)]),
        ].join('\n'),
      }
    },
  })
}

function noChapter(files: string, language: Language) {
  const message = language === 'zh' ? `没有一章符合“${files}”。` : `No chapter matches “${files}”.`
  return { error: { code: ErrorCode.NOT_FOUND, message }, text: message }
}
