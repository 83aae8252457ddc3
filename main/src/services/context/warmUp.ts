import { untilAborted } from '../../lib/until.ts'
import type { Notice } from './core/types.ts'

/** A project that was just opened is read before its first request: undefined when everything is loaded. */
export type WarmUp = (projectId: string) => Promise<void> | undefined

const timeoutMs = 5000

/**
 * Resolves when an opened project's codex, names and tokenizer are read, after at most five seconds and before any
 * deadline starts; `onWarmUp` is called when they are not ready yet. Answers a notice when it took longer. Rejects
 * with the reason of `signal`.
 */
export async function waitForWarmUp(
  warming: Promise<void> | undefined,
  {
    onWarmUp,
    signal,
  }: { readonly onWarmUp?: (() => void) | undefined; readonly signal?: AbortSignal | undefined },
): Promise<readonly Notice[]> {
  if (!warming) return []
  onWarmUp?.()
  const { promise: over, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), timeoutMs)
  try {
    const outcome = await untilAborted(Promise.race([warming, over]), signal)
    return outcome === 'late' ? [{ code: 'CONTEXT_WARMING_UP', params: { missing: 'codex' } }] : []
  } finally {
    clearTimeout(timer)
  }
}
