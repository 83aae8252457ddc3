import type { Chunk, DetailLevel } from './types.ts'

export interface ChosenRule {
  readonly chunk: Chunk
  readonly level: DetailLevel
  readonly text: string
}

export interface RulesSelection {
  /** In the order of the layer. */
  readonly chosen: readonly ChosenRule[]
  readonly left: readonly Chunk[]
  readonly overLine: boolean
}

export const shorterLevels = ['short', 'line', 'name'] as const

/**
 * D1: when Rules alone exceed their line, the user's part stays whole and the automatic part fills what is
 * left: entries first (most relevant first), then derived constraints by priority, shortened before left out.
 * `measure` counts the serialised layer.
 */
export function selectRules(
  chunks: readonly Chunk[],
  lineTokens: number,
  measure: (rules: readonly ChosenRule[]) => number,
): RulesSelection {
  const all = chunks.map((chunk): ChosenRule => ({ chunk, level: 'full', text: chunk.text }))
  if (measure(all) <= lineTokens) return { chosen: all, left: [], overLine: false }
  const chosen = new Map(all.filter(({ chunk }) => !chunk.automatic).map((rule) => [rule.chunk, rule]))
  const left: Chunk[] = []
  const inOrder = () => chunks.flatMap((chunk) => chosen.get(chunk) ?? [])
  for (const chunk of chunks.filter(({ automatic }) => automatic).toSorted(byRelevance)) {
    const fits = formsOf(chunk).some((form) => {
      chosen.set(chunk, form)
      return measure(inOrder()) <= lineTokens
    })
    if (fits) continue
    chosen.delete(chunk)
    left.push(chunk)
  }
  return { chosen: inOrder(), left, overLine: true }
}

function formsOf(chunk: Chunk): ChosenRule[] {
  const shorter = shorterLevels.flatMap((level) => {
    const text = chunk.levels?.[level]
    return text === undefined ? [] : [{ chunk, level, text }]
  })
  return [{ chunk, level: 'full', text: chunk.text }, ...shorter]
}

function byRelevance(a: Chunk, b: Chunk): number {
  if (a.kind !== b.kind) return a.kind === 'entry' ? -1 : 1
  return (b.score ?? 0) - (a.score ?? 0) || (b.priority ?? 0) - (a.priority ?? 0)
}
