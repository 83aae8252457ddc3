import type { BlockCounter } from './blockCounter.ts'
import { type FrozenForm, inFrozenForms } from './frozenForms.ts'
import { fitLayer } from './layerFit.ts'
import { givesWay, type StepFilter } from './shrink.ts'
import { type Chunk, type DetailLevel, drop, type Placed, shorterLevels } from './types.ts'

export interface RulesSelection {
  /** In the order of the layer; what was left out is there as dropped. */
  readonly placed: readonly Placed[]
  readonly overLine: boolean
}

export interface RulesInput {
  /** All of them whole, in the order of the layer. */
  readonly placed: readonly Placed[]
  readonly lineTokens: number
  /** Entries that the scene names are whole up to this, together with the author's own rules. */
  readonly wholeTokens: number
  /** Beyond the line rules that are shortened as far as they go may take so much, before one is left out. */
  readonly mostTokens: number
  readonly counter: BlockCounter
  /** The forms of what gave way last time; absent on a first or stateless request. */
  readonly frozen?: readonly FrozenForm[]
  /** Whether the prefix stays as it is: between two rebuilds nothing of it is chosen anew. */
  readonly isReused: boolean
}

/**
 * When Rules exceed their line, the author's part stays whole. Entries that the scene names are whole with their
 * constraints, the nearest first; all others are shortened by their steps to what is left of the line. An entry that is
 * only a name stays even beyond the line, and is dropped only where the window has no space for its name. A rebuild
 * keeps the last choice where it takes no more tokens and shows what the scene names at least as fully: an equal prefix
 * saves more than a better choice among entries that are not mentioned.
 */
export function selectRules(input: RulesInput): RulesSelection {
  const { placed: all, lineTokens, mostTokens, counter, frozen } = input
  if (counter.layer('rules', all) <= lineTokens) return { placed: all, overLine: false }
  const giving = all.filter(({ chunk }) => givesWay(chunk.source))
  // Only the author's own rules: there is nothing to select.
  if (giving.length === 0) return { placed: all, overLine: true }
  const nearest = giving
    .filter(({ chunk }) => isNamed(chunk))
    .toSorted((a, b) => (b.chunk.score ?? 0) - (a.chunk.score ?? 0))
  const earlier = frozen && earlierChoice(frozen)
  if (earlier && input.isReused && counter.layer('rules', earlier) <= mostTokens)
    return { placed: earlier, overLine: true }
  const best = choose()
  const allowedTokens = Math.max(lineTokens, counter.layer('rules', best))
  const isEnough = earlier && coversNamed(earlier, best) && counter.layer('rules', earlier) <= allowedTokens
  return { placed: isEnough ? earlier : best, overLine: true }

  /** What gives way in the forms of last time, between the author's own rules of today. */
  function earlierChoice(forms: readonly FrozenForm[]): readonly Placed[] | undefined {
    const placed = inFrozenForms(
      giving.map(({ chunk }) => chunk),
      forms,
    )
    if (!placed) return undefined
    const formByChunk = new Map(placed.map((item) => [item.chunk, item]))
    return all.map((item) => asLeftOut(formByChunk.get(item.chunk) ?? item))
  }

  function choose(): readonly Placed[] {
    const whole = wholeChunks()
    const mayGiveWay: StepFilter = (_step, chunk) => !whole.has(chunk)
    const mayShorten: StepFilter = (step, chunk) =>
      mayGiveWay(step, chunk) && (step.step !== 'out' || step.cutOrder < firstEntryStep)
    const shortened = (placed: readonly Placed[], spaceTokens: number, isAllowed?: StepFilter) =>
      fitLayer({
        layer: 'rules',
        placed,
        spaceTokens,
        counter,
        givesBack: true,
        ...(isAllowed ? { isAllowed } : {}),
      })
    let fitted = shortened(all, lineTokens, mayShorten)
    if (fitted.tokens > mostTokens) fitted = shortened(fitted.placed, mostTokens, mayGiveWay)
    if (fitted.tokens > mostTokens) fitted = shortened(fitted.placed, mostTokens)
    return fitted.placed.map(asLeftOut)
  }

  /** Entries that the scene names, with the constraints that they bring along, as far as there is room for them. */
  function wholeChunks(): ReadonlySet<Chunk> {
    const byEntry = Map.groupBy(giving, ({ chunk }) => chunk.ref.path)
    const own = all.filter((item) => !giving.includes(item))
    const whole = new Set<Chunk>()
    // The list has at most so many numbers, and a number at most the digits of the last one.
    const numberOf = ({ source }: Chunk) => (source.print === 'numbered' ? all.length + 1 : 0)
    let tokens = counter.layer('rules', own) + counter.listHeading()
    for (const { chunk } of nearest) {
      const together = byEntry.get(chunk.ref.path) ?? []
      const size = together.reduce(
        (sum, { chunk, text }) => sum + counter.block(chunk, text, numberOf(chunk)),
        0,
      )
      if (tokens + size > input.wholeTokens) continue
      tokens += size
      for (const item of together) whole.add(item.chunk)
    }
    return whole
  }

  /** Whether every entry that the scene names, and its constraints, are shown at least as fully as in another choice. */
  function coversNamed(placed: readonly Placed[], other: readonly Placed[]): boolean {
    const paths = new Set(nearest.map(({ chunk }) => chunk.ref.path))
    return placed.every((item, at) => {
      const otherItem = other[at]
      return !paths.has(item.chunk.ref.path) || !otherItem || lossOf(item) <= lossOf(otherItem)
    })
  }
}

/** Constraints that the app derives leave before an entry is shortened: see the steps of the sources. */
const firstEntryStep = 2

/** Detected in the window, named in the request, or pinned: a mention above the window scores less. */
const isNamed = ({ score = 0 }: Chunk) => score >= lowestNamed
const lowestNamed = 0.7

const asLeftOut = (item: Placed): Placed =>
  item.action === 'dropped' ? drop(item.chunk, 'not_selected') : item

const levels: readonly DetailLevel[] = ['full', ...shorterLevels]
/** What a form leaves out, from 0; less than 1 for a text that is only cut, the shorter the more. */
const lossOf = ({ action, level = 'full', chunk, text }: Placed) =>
  action === 'dropped'
    ? levels.length
    : action === 'trimmed' && level === 'full'
      ? 1 - text.length / chunk.text.length
      : levels.indexOf(level)
