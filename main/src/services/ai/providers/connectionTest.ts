import { ErrorCode } from '../../../contract/errorCodes.ts'
import { type AppError, isAppError } from '../../../lib/appError.ts'
import { distilSkill } from '../skills/skills.ts'
import { plainPrompt } from './prompt.ts'
import type { Provider } from './provider.ts'

/** A model that ends before it has written shows all the same that it can be reached. */
const isReached = (error: AppError) =>
  error.code === ErrorCode.AI_THOUGHT_ONLY || error.code === ErrorCode.AI_EMPTY

/**
 * One short request, once, with nothing of any book: the fault of the set-up, or undefined. `provider` must not
 * retry. Throws CANCELLED.
 */
export async function testConnection(
  provider: Provider,
  modelName: string,
  signal: AbortSignal,
): Promise<AppError | undefined> {
  const parts = provider.stream({
    modelName,
    prompt: plainPrompt('只回答一个字。', '好吗？'),
    maxOutputTokens: 16,
    skill: distilSkill,
    selectedText: '',
    signal,
  })
  try {
    // One piece is enough; leaving closes the connection.
    for await (const part of parts) if (part.type === 'text') break
    return undefined
  } catch (error) {
    if (!isAppError(error) || error.code === ErrorCode.CANCELLED) throw error
    return isReached(error) ? undefined : error
  }
}
