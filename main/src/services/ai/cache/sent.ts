import { z } from 'zod'
import type { PromptBlock, ProviderPrompt } from '../providers/prompt.ts'
import { toolsText } from '../providers/toolTurns.ts'
import type { Mark } from './marks.ts'
import type { Segment } from './segments.ts'

/** What is remembered of a request, to know what a later one should find: hashes and counts, no text. */
export interface Sent {
  /** Cumulative over the segments: two requests that agree at a place agree in all before it. */
  readonly segments: readonly { readonly hash: string; readonly tokens: number }[]
  /** So many of them can recur in a later request; the rest is of this run only. */
  readonly cacheable: number
  /** In the order of the wire, finished rounds included. */
  readonly blocks: readonly {
    readonly blockId: string
    readonly layer: PromptBlock['layer'] | 'history'
    readonly hash: string
    readonly tokens: number
  }[]
  readonly marks: readonly Mark[]
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/** Of the definitions in front of a prompt. */
export const toolTokens = ({ tools = [] }: Pick<ProviderPrompt, 'tools'>): number =>
  tools.reduce((sum, { tokens: count }) => sum + count, 0)

export function rememberSent(
  { tools = [], system, material, history, user }: ProviderPrompt,
  {
    segments,
    marks,
    startedAt,
  }: Pick<Sent, 'marks' | 'startedAt'> & { readonly segments: readonly Segment[] },
  sha256Hex: (text: string) => string,
): Sent {
  // Definitions of tools come before everything else, and a cache compares them too.
  let hash = tools.length === 0 ? '' : sha256Hex(toolsText(tools))
  let tokens = toolTokens({ tools })
  const front = tools.length === 0 ? [] : [{ blockId: 'tools', layer: null, hash, tokens }]
  const blockOf = ({ blockId, layer, text, tokens: count }: PromptBlock) => ({
    ...{ blockId, layer, hash: sha256Hex(text), tokens: count },
  })
  const rounds = segments.filter(({ kind }) => kind === 'history')
  return {
    segments: segments.map((segment) => {
      hash = sha256Hex(`${hash}${segment.role}${segment.text}`)
      tokens += segment.tokens
      return { hash, tokens }
    }),
    cacheable: segments.findLastIndex(({ kind }) => kind !== 'unique') + 1,
    blocks: [
      ...front,
      ...[...system, ...material].map(blockOf),
      ...history.flatMap(({ content, added = [], heading }, at) => [
        ...added.map(blockOf),
        {
          ...{ blockId: `history:${at}`, layer: 'history' as const },
          ...{ hash: sha256Hex((heading?.text ?? '') + content), tokens: rounds[at]?.tokens ?? 0 },
        },
      ]),
      ...user.map(blockOf),
      ...segments
        .filter(({ turn }) => turn !== undefined)
        .map(({ blockId, text, tokens: count }) =>
          blockOf({ blockId, layer: 'immediate', text, tokens: count, stability: 'turn' }),
        ),
    ],
    marks,
    startedAt,
  }
}

const hash = z.string().max(64)
const tokens = z.number().min(0)
const stored: z.ZodType<readonly Sent[]> = z.array(
  z.object({
    segments: z.array(z.object({ hash, tokens })),
    cacheable: z.number(),
    blocks: z.array(
      z.object({
        blockId: z.string(),
        layer: z.enum(['rules', 'settings', 'retrieved', 'immediate', 'history']).nullable(),
        hash,
        tokens,
      }),
    ),
    marks: z.array(z.object({ at: z.number(), ttlSeconds: z.number() })),
    startedAt: z.number(),
  }),
)

/** What was stored of earlier requests; undefined when it is not what this version writes. */
export const parseSent = (value: unknown): readonly Sent[] | undefined => stored.safeParse(value).data
