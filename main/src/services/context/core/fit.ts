/** What may give way: its size now, its rank, and the steps in which it becomes smaller. Numbers only. */
export interface FitItem {
  readonly tokens: number
  /** What has less goes first. */
  readonly rank: number
  /** Goes through its steps after everything else of the same cut order. */
  readonly pinned: boolean
  /** Items of one group share the first item that a step spares. */
  readonly group: string
  readonly steps: readonly FitStep[]
}

export type FitStep =
  /** Becomes `tokens` large, whatever that leaves free; 0 is out. */
  | {
      readonly cutOrder: number
      readonly sparedCount?: number
      readonly tokens: number
    }
  /** Is cut to at most `space` tokens, and to at least `needed` where that goes; answers what it takes then. */
  | {
      readonly cutOrder: number
      readonly leave: number
      cut(space: number, needed: number): number
    }

export interface FitTerms {
  /** What all items, and the heading while one of them is there, may take together. */
  readonly spaceTokens: number
  /** A whole step that would leave less is skipped; a cut stops there. */
  readonly floorTokens: number
  readonly headingTokens: number
  /** Whether what was shortened further than needed gets back what it can. */
  readonly givesBack?: boolean
}

export interface Fit {
  /** For each item the index of its last step; undefined: it is unchanged. */
  readonly lastSteps: readonly (number | undefined)[]
  /** What everything takes now, heading included. */
  readonly tokens: number
}

interface Turn {
  readonly item: number
  readonly step: number
}

/** A step that was applied, with the state before it. */
interface AppliedStep extends Turn {
  readonly before: number | undefined
  readonly tokensBefore: number
}

/**
 * Lowers items step by step until they take at most `spaceTokens`: in the cut order that their steps name,
 * pinned items last, the lowest rank first, of equals the last. Linear in the number of steps, but for sorting them.
 */
export function fitWithin(items: readonly FitItem[], terms: FitTerms): Fit {
  const { spaceTokens, floorTokens, headingTokens } = terms
  const sizes = items.map(({ tokens }) => tokens)
  const lastSteps: (number | undefined)[] = items.map(() => undefined)
  const history: AppliedStep[] = []
  let present = sizes.filter((size) => size > 0).length
  let tokens = sizes.reduce((sum, size) => sum + size, present > 0 ? headingTokens : 0)
  if (tokens <= spaceTokens) return { lastSteps, tokens }
  for (const { item, step } of turnsInOrder(items)) {
    const now = sizes[item] ?? 0
    const next = items[item]?.steps[step]
    if (!next || now === 0) continue
    const otherTokens = tokens - now
    if ('cut' in next) {
      if (now <= next.leave) continue
      const target = Math.max(spaceTokens, floorTokens)
      sizes[item] = next.cut(
        Math.max(next.leave, target - otherTokens),
        Math.max(0, floorTokens - otherTokens),
      )
    } else {
      const isLast = next.tokens === 0 && present === 1
      if (otherTokens + next.tokens - (isLast ? headingTokens : 0) < floorTokens) continue
      sizes[item] = next.tokens
    }
    history.push({ item, step, before: lastSteps[item], tokensBefore: now })
    lastSteps[item] = step
    if (sizes[item] === 0) present -= 1
    tokens = otherTokens + (sizes[item] ?? 0) - (present === 0 ? headingTokens : 0)
    if (tokens <= spaceTokens) break
  }
  if (terms.givesBack && tokens < spaceTokens) {
    const heading = present === 0 ? headingTokens : 0
    const freeTokens = spaceTokens - tokens - heading
    const given = giveBack(items, history, { lastSteps, sizes, freeTokens })
    tokens += given > 0 ? given + heading : 0
  }
  return { lastSteps, tokens }
}

/**
 * Takes steps back that the space has room for, the last ones first, and lets what was cut reach into the rest:
 * one large step must not leave free what others were shortened for. What a step took out whole stays out. Answers the
 * tokens used.
 */
function giveBack(
  items: readonly FitItem[],
  history: readonly AppliedStep[],
  {
    lastSteps,
    sizes,
    freeTokens,
  }: { lastSteps: (number | undefined)[]; sizes: number[]; freeTokens: number },
): number {
  let free = freeTokens
  for (const { item, step, before, tokensBefore } of history.toReversed()) {
    const now = sizes[item] ?? 0
    const appliedStep = items[item]?.steps[step]
    const isOut = now === 0 && !(appliedStep && 'cut' in appliedStep)
    if (isOut || lastSteps[item] !== step) continue
    if (tokensBefore - now <= free) {
      lastSteps[item] = before
      sizes[item] = tokensBefore
    } else if (appliedStep && 'cut' in appliedStep) sizes[item] = appliedStep.cut(now + free, 0)
    free -= (sizes[item] ?? 0) - now
  }
  return freeTokens - free
}

function turnsInOrder(items: readonly FitItem[]): Turn[] {
  const spared = findSpared(items)
  const turns = items.flatMap(({ steps }, item) =>
    steps.flatMap(({ cutOrder }, step) => (spared.has(`${item} ${step}`) ? [] : [{ item, step, cutOrder }])),
  )
  return turns.sort((a, b) => a.cutOrder - b.cutOrder || byRank(items, a, b))
}

function byRank(items: readonly FitItem[], a: Turn, b: Turn): number {
  const [first, other] = [items[a.item], items[b.item]]
  if (!first || !other) return 0
  return Number(first.pinned) - Number(other.pinned) || first.rank - other.rank || b.item - a.item
}

/** `item step` of everything that a step passes over because it is among the best of its group. */
function findSpared(items: readonly FitItem[]): Set<string> {
  const spared = new Set<string>()
  const groups = Map.groupBy(items.keys(), (item) => items[item]?.group ?? '')
  for (const members of groups.values()) {
    const best = members.toSorted((a, b) => (items[b]?.rank ?? 0) - (items[a]?.rank ?? 0) || a - b)
    const steps = items[members[0] ?? 0]?.steps ?? []
    for (const [step, fitStep] of steps.entries()) {
      const sparedCount = 'cut' in fitStep ? 0 : (fitStep.sparedCount ?? 0)
      for (const item of best.slice(0, sparedCount)) spared.add(`${item} ${step}`)
    }
  }
  return spared
}
