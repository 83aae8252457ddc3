import { ErrorCode } from '../../../contract/errorCodes.ts'
import { isAppError } from '../../../lib/appError.ts'

/** The book's: what a tool says to the model is in it; tool names, codes and paths are neither. */
export type Language = 'zh' | 'en'

/** What goes wrong in tools, for models that write English; main says the same in Chinese, more exactly. */
const english: Readonly<Partial<Record<string, string>>> = {
  NOT_FOUND: 'There is no such file or folder in the project.',
  CONFLICT: 'The file was changed elsewhere in the meantime and was not overwritten. Read it again first.',
  PATH_OUTSIDE_PROJECT: 'This path is not inside the project.',
  PATH_INVALID: 'This is not a usable path. Use project-relative paths with forward slashes.',
  AGENT_PATH_FORBIDDEN:
    'This file may not be touched. Writable are manuscript/, codex folders, settings/, rules/style.md, rules/terminology.json and synopses/.',
  AGENT_REFUSED: 'The author declined this change. Nothing was written.',
  APPROVAL_NEEDED:
    'This change needs the author’s approval, and nobody can be asked here. Nothing was written.',
  AGENT_TOOL_OFF: 'This tool is switched off.',
  AGENT_TOOL_TIMEOUT: 'This took too long and was stopped.',
  AGENT_REDACTED:
    'The text holds something that is hidden from you. Keep each ***REDACTED*** exactly where it stands, or edit around it. Nothing was written.',
  DOCUMENT_ENCODING: 'The file is not UTF-8 text.',
  FILE_TOO_LARGE: 'The file is too large.',
  FILE_BROKEN: 'The file is broken and stays as it is until its author has repaired it.',
  READ_ONLY: 'There is no permission to read or write here.',
  IO_ERROR: 'Reading or writing failed. Nothing was changed.',
  INVALID_ARGUMENT: 'This cannot be done as asked.',
  INTERNAL: 'The tool failed inside. Nothing was changed.',
}

/** An error as the model reads it. One that nobody foresaw says nothing of itself. */
export function describeError(
  error: unknown,
  language: Language,
): { readonly code: string; readonly message: string } {
  if (!isAppError(error)) {
    const message = language === 'zh' ? '工具内部出错，内容没有改动。' : (english.INTERNAL ?? '')
    return { code: ErrorCode.INTERNAL, message }
  }
  const { code, message, data } = error
  if (language === 'zh') return { code, message }
  const { english: own, path } = Object(data) as { readonly english?: string; readonly path?: string } // of our own errors
  const sentence = own ?? english[code] ?? code
  return { code, message: path === undefined || own !== undefined ? sentence : `${path}: ${sentence}` }
}
