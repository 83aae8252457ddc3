import type { AssembleResult } from '#contract/context.ts'
import type { CacheBook } from './book.ts'
import { columns, figuresOf, requestsOf } from './measure.ts'
import { withRpc } from './rpc.ts'
import type { Step } from './script.ts'
import { type Arrange, type Asked, playSession, withProduct } from './session.ts'

/** What a session has shown: the shares, quiet and all, of each kind of cache, and the prompts. */
export interface Shown {
  readonly shares: Readonly<Record<string, readonly [quiet: number, all: number]>>
  readonly prompts: readonly AssembleResult['promptHash'][]
}

/**
 * The same session twice: in this process, and through `creonow rpc`, where whoever asks knows the contract alone.
 */
export async function playBothWays(
  book: CacheBook,
  script: readonly Step[],
  maxInputTokens: number,
  count: (text: string) => number,
  arrange?: Arrange,
): Promise<{ readonly here: Shown; readonly rpc: Shown }> {
  const play: Parameters<typeof withRpc<Asked[]>>[1] = (author, project) =>
    playSession(author, project, book, script, maxInputTokens)
  const shown = (asked: readonly Asked[]): Shown => {
    const requests = requestsOf(
      asked.map(({ result }) => result),
      count,
    )
    const shares = columns.map((name) => {
      const { quiet, all } = figuresOf(name, requests, asked)
      return [name, [quiet, all]] as const
    })
    return { shares: Object.fromEntries(shares), prompts: asked.map(({ result }) => result.promptHash) }
  }
  return {
    here: shown(await withProduct(book, play, { arrange })),
    rpc: shown(await withRpc(book, play, arrange)),
  }
}
