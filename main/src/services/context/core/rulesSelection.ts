import { type Chunk, chunkKey, type DetailLevel, shorterLevels } from './types.ts'

export interface ChosenRule {
  readonly chunk: Chunk
  readonly level: DetailLevel
  readonly text: string
}

/** An automatic rule that was chosen last time. Plain JSON: it is kept in the session state. */
export interface StickyRule {
  readonly key: string
  readonly level: DetailLevel
}

export interface RulesSelection {
  /** In the order of the layer. */
  readonly chosen: readonly ChosenRule[]
  readonly left: readonly Chunk[]
  readonly overLine: boolean
}

export interface RulesInput {
  /** In the order of the layer. */
  readonly chunks: readonly Chunk[]
  readonly lineTokens: number
  /** Tokens of the section heading. */
  readonly headingTokens: number
  /** Tokens of one rule's block; `position` is its number among the constraints. */
  readonly tokensOf: (chunk: Chunk, text: string, position: number) => number
  /** What was chosen last time; absent on a first or stateless request. */
  readonly sticky?: readonly StickyRule[]
}

const levels: readonly DetailLevel[] = ['full', ...shorterLevels]

/**
 * D1: when Rules alone exceed their line, the user's part stays whole and the automatic part fills what is
 * left: entries first (most relevant first), then derived constraints by priority, shortened before left out.
 * Last time's choice stays while it fits and covers every entry detected now that a new choice would hold:
 * the stable prefix is worth more than the best choice among what is not mentioned.
 */
export function selectRules(input: RulesInput): RulesSelection {
  const { chunks, lineTokens, headingTokens } = input
  const all = chunks.map((chunk): ChosenRule => ({ chunk, level: 'full', text: chunk.text }))
  const costOf = costs(input)
  const cost = (rules: readonly ChosenRule[]) => {
    const first = rules.find(isConstraint)
    return rules.reduce((sum, rule) => sum + costOf(rule, rule !== first), headingTokens)
  }
  if (cost(all) <= lineTokens) return { chosen: all, left: [], overLine: false }

  const user = all.filter(({ chunk }) => !chunk.source.automatic)
  const automatic = chunks.filter((chunk) => chunk.source.automatic).toSorted(byRelevance)
  const best = fill([])
  const kept = input.sticky && stay(input.sticky)
  const chosen = new Map([...user, ...(kept ?? best)].map((rule) => [rule.chunk, rule]))
  return {
    chosen: chunks.flatMap((chunk) => chosen.get(chunk) ?? []),
    left: automatic.filter((chunk) => !chosen.has(chunk)),
    overLine: true,
  }

  /** Adds to `given` whatever still fits, in the longest form that does. */
  function fill(given: readonly ChosenRule[]): ChosenRule[] {
    const rules = [...given]
    const taken = new Set(given.map(({ chunk }) => chunk))
    let used = cost([...user, ...given])
    let headed = [...user, ...given].some(isConstraint)
    for (const chunk of automatic) {
      if (taken.has(chunk)) continue
      const form = formsOf(chunk).find((each) => used + costOf(each, headed) <= lineTokens)
      if (!form) continue
      used += costOf(form, headed)
      headed ||= isConstraint(form)
      rules.push(form)
    }
    return rules
  }

  function stay(sticky: readonly StickyRule[]): ChosenRule[] | undefined {
    const before = new Map(sticky.map(({ key, level }) => [key, level]))
    const same = automatic.flatMap((chunk) => {
      const level = before.get(chunkKey(chunk))
      return level === undefined ? [] : formsOf(chunk).filter((form) => form.level === level)
    })
    if (same.length === 0 || cost([...user, ...same]) > lineTokens) return undefined
    const rules = fill(same)
    const held = new Map(rules.map(({ chunk, level }) => [chunk, levels.indexOf(level)]))
    const covers = best
      .filter(({ chunk }) => isDetected(chunk))
      .every(({ chunk, level }) => (held.get(chunk) ?? levels.length) <= levels.indexOf(level))
    return covers ? rules : undefined
  }
}

/** Detected in the window or asked for: a mention above the window scores less (see the source). */
const isDetected = (chunk: Chunk) => !isNumbered(chunk) && (chunk.score ?? 0) >= lowestDetected
const lowestDetected = 0.7

/**
 * A constraint is counted with the number it has when all are there: never less than it will cost. The first
 * one printed also pays for the heading; `headed` says that another has.
 */
function costs({ chunks, tokensOf }: RulesInput): (rule: ChosenRule, headed: boolean) => number {
  const numbers = new Map<Chunk, number>()
  for (const chunk of chunks) if (isNumbered(chunk)) numbers.set(chunk, numbers.size + 1)
  return ({ chunk, text }, headed) => {
    const number = numbers.get(chunk)
    if (number === undefined) return tokensOf(chunk, text, 0)
    return tokensOf(chunk, text, headed ? Math.max(2, number) : 1)
  }
}

const isNumbered = ({ source }: Chunk) => source.print === 'numbered'
const isConstraint = ({ chunk }: ChosenRule) => isNumbered(chunk)

function formsOf(chunk: Chunk): ChosenRule[] {
  const shorter = shorterLevels.flatMap((level) => {
    const text = chunk.forms?.[level]
    return text === undefined ? [] : [{ chunk, level, text }]
  })
  return [{ chunk, level: 'full', text: chunk.text }, ...shorter]
}

function byRelevance(a: Chunk, b: Chunk): number {
  if (isNumbered(a) !== isNumbered(b)) return isNumbered(b) ? -1 : 1
  return (b.score ?? 0) - (a.score ?? 0) || (b.priority ?? 0) - (a.priority ?? 0)
}
