import { z } from 'zod'
import { ErrorCode } from '../../../contract/errorCodes.ts'
import { isAppError } from '../../../lib/appError.ts'
import type { Logger } from '../../../lib/logger.ts'
import { cancelled, untilAborted } from '../../../lib/until.ts'
import { ownArguments } from './commonNames.ts'
import type { Tool, ToolContext, ToolResult } from './tool.ts'
import { describeError, type Language } from './wording.ts'

export interface ToolDependencies {
  readonly logger: Logger
  readonly languageOf: (projectId: string) => Promise<Language>
  /** Secrets and absolute paths out of a sentence. */
  readonly redactText: (text: string, projectId: string) => string
}

/** A tool out of its parts: input is checked, whatever goes wrong is a result, and an abort ends it at once. */
export function makeTool<S extends z.ZodType>(
  dependencies: ToolDependencies,
  tool: Pick<Tool, 'name' | 'kind' | 'describe'> & {
    readonly schema: S
    readonly run: (input: z.output<S>, context: ToolContext, language: Language) => Promise<ToolResult>
  },
): Tool {
  const { logger, languageOf, redactText } = dependencies
  const known = new Set(tool.schema instanceof z.ZodObject ? Object.keys(tool.schema.shape) : [])

  async function run(given: unknown, context: ToolContext): Promise<ToolResult> {
    const language = await languageOf(context.projectId).catch(() => 'zh' as const)
    try {
      if (context.signal.aborted) throw cancelled()
      const parsed = tool.schema.safeParse(ownArguments(given, known))
      if (!parsed.success) return badInput(tool, parsed.error, language)
      return await untilAborted(tool.run(parsed.data, context, language), context.signal)
    } catch (error) {
      if (context.signal.aborted) throw cancelled()
      if (!isAppError(error)) logger.error({ tool: tool.name, cause: String(error) }, 'tool failed')
      const { code, message } = describeError(error, language)
      const unclear = isAppError(error) && Object(error.details).why === unclearPlace
      const why = unclear ? { why: unclearPlace } : {}
      return failed(code, redactText(message, context.projectId), { tool: tool.name, ...why })
    }
  }

  return { ...tool, run }
}

/** In a result's context: its arguments are not as the tool describes them. */
export const badShape = 'shape'
/** The words that were to be changed are nowhere in the file, or more than once. */
export const unclearPlace = 'place'

function failed(code: string, message: string, context: Readonly<Record<string, unknown>> = {}): ToolResult {
  return { status: 'error', data: {}, error: { code, message }, text: `${code}: ${message}`, context }
}

function badInput(
  { name, describe }: Pick<Tool, 'name' | 'describe'>,
  error: z.ZodError,
  language: Language,
) {
  const issues = error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`)
  const message = `${issues.join('; ')}\n${describe[language]}`
  return failed(ErrorCode.INVALID_ARGUMENT, message, { tool: name, why: badShape })
}
