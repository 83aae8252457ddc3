import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { ProposedChange } from '../../services/agent/index.ts'

/** An author reads a diff and thinks about it. */
const waitMs = 30 * 60_000
const maxDiffUnits = 20_000

export interface Question {
  readonly language: 'zh' | 'en'
  /** Secrets and absolute paths out: the other program keeps what it shows. */
  readonly redact: (text: string) => string
  readonly signal: AbortSignal
}

/**
 * Asks the author through the client. False: declined, or nobody answered.
 * @throws AppError APPROVAL_NEEDED when this client cannot ask anybody.
 */
export async function requestApproval(server: Server, message: string, question: Question): Promise<boolean> {
  if (!server.getClientCapabilities()?.elicitation?.form) throw approvalNeeded()
  try {
    const { action } = await server.elicitInput(
      { message: question.redact(message), requestedSchema: { type: 'object', properties: {} } },
      { signal: question.signal, timeout: waitMs },
    )
    return action === 'accept'
  } catch (error) {
    question.signal.throwIfAborted()
    // Late, or the client has gone: nobody has said yes.
    if (error instanceof Error) return false
    throw error
  }
}

/** What is to be written, file by file, as far as it can be looked at. */
export function wordsOf(change: ProposedChange, language: 'zh' | 'en'): string {
  if (change.kind === 'shell') return change.command
  const { files, uncertain } = change
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  const head =
    language === 'zh'
      ? `要改 ${files.length} 个文件（新 ${added} 行，旧 ${removed} 行）。同意写入吗？可以一次撤销。`
      : `${files.length} files are to be changed (${added} new lines, ${removed} old ones). Write them? One undo takes it all back.`
  const left =
    language === 'zh'
      ? (count: number) => `……还有 ${count} 个文件的改动没有在这里列出。`
      : (count: number) => `… and the changes of ${count} more files, which are not shown here.`
  const shown: string[] = []
  let units = 0
  for (const { path, diff } of files) {
    units += diff.length
    if (units > maxDiffUnits && shown.length > 0) break
    shown.push(
      `--- ${path}\n${diff.slice(0, maxDiffUnits).toWellFormed()}${diff.length > maxDiffUnits ? '\n…' : ''}`,
    )
  }
  const rest = files.length - shown.length
  const names = files.slice(shown.length, shown.length + 200).map(({ path }) => path)
  const stays = uncertain.map(({ phrase, count }) => `${phrase} × ${count}`)
  const staying = language === 'zh' ? '不动：' : 'Left alone: '
  return [
    head,
    ...shown,
    ...(rest > 0 ? [left(rest), ...names] : []),
    ...(stays.length > 0 ? [staying + stays.join(', ')] : []),
  ].join('\n')
}

function approvalNeeded(): AppError {
  return new AppError(
    ErrorCode.APPROVAL_NEEDED,
    '这次修改要先经作者同意，而这个客户端不能询问。作者可以在 CreoNow 里允许这个作品不再询问，或者换一个能询问的客户端。没有写入。',
    {
      data: {
        english:
          'This change needs the author’s approval and this client cannot ask. The author can allow changes for this book in CreoNow, or use a client that asks. Nothing was written.',
      },
    },
  )
}
