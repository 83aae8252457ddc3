import { perObject } from '../../../lib/perObject.ts'
import type { Allocation } from './allocate.ts'
import { type AppendedPlacement, placesIn } from './arrival.ts'
import type { BlockCounter } from './blockCounter.ts'
import { type Budget, partsOf, sharedPartsOf } from './budget.ts'
import { applyPartLimits, exceedsParts, isRetrieved } from './caps.ts'
import { type FrozenForm, formsToFreeze } from './frozenForms.ts'
import { layerOrder, limit } from './layers.ts'
import { orderLayer, selectRetrieved } from './order.ts'
import { type Appended, isTail, type Prompt, printPrompt } from './print.ts'
import { type ConversationRounds, divide, type RebuildReason, type ReusedContext } from './reuse.ts'
import { selectRules } from './rulesSelection.ts'
import { createSettingsPrefix, isRequired, isShortened } from './settingsPrefix.ts'
import { givesWay } from './shrink.ts'
import type { Wording } from './template.ts'
import { type TrimResult, trimLayers } from './trim.ts'
import {
  type BudgetLayers,
  type Chunk,
  chunkKey,
  drop,
  include,
  type LayerName,
  type LayerTokens,
  type Notice,
  type Placed,
} from './types.ts'

export interface PlanInput {
  readonly chunks: Record<LayerName, readonly Chunk[]>
  readonly budget: Budget
  readonly capacityTokens: number
  readonly layers: BudgetLayers
  readonly language: Wording
  readonly counter: BlockCounter
  /** Retrieved of the request before; absent: it is built anew, as in a first or a stateless request. */
  readonly reusedContext?: ReusedContext
  /** Absent outside a conversation. */
  readonly conversation?: ConversationRounds
  /** Where what is appended is printed; a conversation has it with its questions in any case. */
  readonly appended: AppendedPlacement
  /** Whether requests that continue the text will follow: what is built anew leaves room for them. */
  readonly leavesRoom: boolean
  readonly anchor?: number
  /** How the rules that give way were printed last time; absent: whole. */
  readonly frozenRules?: readonly FrozenForm[]
  /** How Settings were printed at the last rebuild, empty: whole; absent: no request was before. Until the next they stay so. */
  readonly frozenSettings?: readonly FrozenForm[]
  /** True: no earlier request of this document is remembered. */
  readonly fresh: boolean
}

export interface Plan {
  readonly ok: true
  readonly placed: Record<LayerName, readonly Placed[]>
  readonly prompt: Prompt
  readonly tokenCount: number
  /** Before trimming. */
  readonly estimate: LayerTokens
  /** As sent, markers included. */
  readonly layers: LayerTokens
  readonly anchor: number | undefined
  /** What the next request may reuse. */
  readonly reusedContext: ReusedContext
  /** How the next request prints Settings; empty: whole. */
  readonly frozenSettings: readonly FrozenForm[]
  /** What the next request prints of the rules that give way; absent: all of it. */
  readonly frozenRules?: readonly FrozenForm[]
  /** Set when Rules were over their line: what was chosen, shortened and left out. */
  readonly rules: { readonly placed: readonly Placed[]; readonly tokens: number } | null
  readonly notices: readonly Notice[]
  /** How the profile divides the budget, and so what each part might take; absent for writing. */
  readonly parts?: Allocation
}

/** The context cannot be reused any longer: Retrieved and the window are to be built anew. */
export interface ReuseExpired {
  readonly ok: false
  readonly reason: 'expired'
  readonly cause: RebuildCause
}

/**
 * In addition to the reasons of the reused context itself: the window has to move (`window`); something no longer
 * fits in its form, or everything fits whole (`room`); a part of the profile is exceeded (`parts`); something reused is
 * now shown elsewhere, or is beyond the number of pieces (`shown`); a shortened setting was edited (`settings`).
 */
type RebuildCause = RebuildReason | 'window' | 'room' | 'parts' | 'shown' | 'settings'

/** Why nothing can be sent: the layers' sizes in tokens, and the sources that the author can shorten. */
export interface TooLarge {
  readonly ok: false
  readonly reason: 'capacity' | 'rules' | 'floors'
  readonly layers: LayerTokens
  readonly sources: readonly { readonly source: string; readonly tokens: number }[]
}

/** The pure half of an assembly: capacity → rules selection → trim → serialise → final count. */
export function planPrompt(input: PlanInput): Plan | TooLarge | ReuseExpired {
  const { budget, language, counter, reusedContext } = input
  const placement = input.conversation ? 'behind' : input.appended
  const notices: Notice[] = []
  const previous = reusedContext ? printed([...reusedContext.frozen, ...reusedContext.appended]) : []
  const allRules = inOrder(input.chunks.rules)
  const immediateChunks = orderLayer(input.chunks.immediate)
  const before = immediateChunks.find(({ source }) => source.anchored)
  const beforeTokens = before ? counter.tail(before)(0) : 0
  const requiredImmediate = counter.layer(
    'immediate',
    immediateChunks.filter((chunk) => chunk !== before && chunk.source.required).map(include),
  )
  // By the minimums that the author set, not by what the layers contain: the prefix must not depend on that.
  const { settings, retrieved, immediate } = input.layers
  const otherTokens =
    settings.minimumTokens + retrieved.minimumTokens + Math.max(immediate.minimumTokens, requiredImmediate)
  const rules = selectRules({
    placed: allRules.placed,
    lineTokens: budget.rulesLine,
    wholeTokens: budget.namedRulesTokens,
    mostTokens: Math.max(budget.rulesLine, budget.total - otherTokens),
    counter,
    isReused: reusedContext !== undefined,
    ...(input.frozenRules === undefined ? {} : { frozen: input.frozenRules }),
  })
  const isInRules = wholeIn(rules.placed)
  const pool = new Set([...input.chunks.retrieved, ...previous.map(({ chunk }) => chunk)])
  const selection = selectRetrieved(
    [...pool].filter((chunk) => !isInRules(chunk)),
    input.chunks.immediate,
  )
  if (selection.overLimit)
    notices.push({ code: 'CONTEXT_RETRIEVED_CHUNK_LIMIT', params: { limit: limit.retrievedChunks } })
  const ordered: Record<LayerName, readonly Chunk[]> = {
    rules: allRules.chunks,
    settings: orderLayer(input.chunks.settings),
    retrieved: orderLayer(selection.selected),
    immediate: immediateChunks,
  }
  const selected = new Set(selection.selected)
  const today = new Set(input.chunks.retrieved)
  const division =
    reusedContext &&
    divide(
      reusedContext,
      selection.selected.filter((chunk) => today.has(chunk)),
      counter,
      { conversation: input.conversation, placement, totalTokens: budget.total },
    )
  if (division?.rebuildReason) return reuseExpired(division.rebuildReason)
  if (previous.some(({ chunk }) => !selected.has(chunk))) return reuseExpired('shown')
  const rulesTokens = counter.layer('rules', allRules.placed)
  const parts = partsOf(budget, rulesTokens, selection.selected.some(isRetrieved))
  const reusedNow = division && printed([...division.frozen, ...division.appended])
  const whole = {
    rules: allRules.placed,
    settings: ordered.settings.map(include),
    retrieved: ordered.retrieved.map(include),
    immediate: ordered.immediate.map(include),
  }
  const tokensOf = (layer: LayerName, items: readonly Placed[]) => {
    if (layer !== 'immediate') return counter.layer(layer, items)
    const otherItems = items.filter(({ chunk }) => chunk !== before)
    return counter.layer(layer, otherItems) + (otherItems.length < items.length ? beforeTokens : 0)
  }
  const required = mapLayers((layer) =>
    tokensOf(layer, layer === 'rules' ? allRules.required : whole[layer].filter(isRequired)),
  )
  // The chapter is shortened where what the request and the author force in reaches capacity together with it.
  const coreTokens = Math.min(
    budget.fetch.immediateTokens,
    Math.max(limit.textBeforeTokens, input.capacityTokens - sum(required) + beforeTokens),
  )
  const forced = { ...required, immediate: required.immediate - Math.max(0, beforeTokens - coreTokens) }
  if (sum(forced) > input.capacityTokens) return tooLarge('capacity', forced)

  if (rules.overLine) notices.push({ code: 'CONTEXT_RULES_OVERBUDGET', params: {} })
  const chosenTokens = counter.layer('rules', rules.placed)
  if (chosenTokens > budget.total)
    return tooLarge(ordered.rules.length > 0 && budget.total > 0 ? 'rules' : 'floors', {
      ...forced,
      rules: chosenTokens,
    })

  /** Without Rules, which are selected by then. */
  const sumOf = (placed: Record<LayerName, readonly Placed[]>) =>
    sum({ ...mapLayers((layer) => tokensOf(layer, placed[layer])), rules: 0 })
  const fitsWhole = chosenTokens + sumOf(whole) <= budget.total
  const settingsPrefix = createSettingsPrefix({
    ...{ request: input, whole, fitsWhole, tokensOf, requiredImmediateTokens: requiredImmediate },
    ...{ rulesTokens: chosenTokens, beforeTokens, coreTokens },
    ...(before ? { before } : {}),
  })
  if (reusedNow) {
    // What arrived in the text stays there as it was sent.
    const mayBeWhole = placement === 'inText' && division ? printed(division.frozen) : reusedNow
    if (fitsWhole && (settingsPrefix.isShort || mayBeWhole.some(isShortened))) return reuseExpired('room')
    if (!fitsWhole && exceedsParts(reusedNow, parts, counter)) return reuseExpired('parts')
    if (!settingsPrefix.frozen) return reuseExpired('settings')
  }
  // The parts of a profile count where layers compete; where they alone would leave room, nothing is capped.
  const settingsParts = parts ?? (input.leavesRoom ? sharedPartsOf(budget, rulesTokens) : undefined)
  const withinParts = fitsWhole
    ? whole
    : {
        ...whole,
        settings: applyPartLimits('settings', whole.settings, settingsParts, counter),
        retrieved: applyPartLimits('retrieved', whole.retrieved, parts, counter),
      }
  const compete = chosenTokens + sumOf(withinParts) > budget.total
  // In a session whether Settings are limited must not depend on the profile: its skills share them.
  const areSettingsLimited = input.leavesRoom ? !fitsWhole : compete
  const fitted = {
    ...(compete ? withinParts : whole),
    settings: areSettingsLimited ? settingsPrefix.withoutFlood(withinParts) : whole.settings,
  }
  const isPrefixReused = reusedNow !== undefined || settingsPrefix.mayStay(fitted.settings)
  const limited = {
    ...fitted,
    ...(isPrefixReused && settingsPrefix.frozen ? { settings: settingsPrefix.frozen } : {}),
    ...(reusedNow ? { retrieved: reusedNow } : {}),
  }
  const estimate = mapLayers((layer) => tokensOf(layer, reusedNow ? limited[layer] : whole[layer]))

  const appended = appendedIn(division, input.conversation)
  let total = budget.total
  const shownTwice = new Set<Chunk>()
  for (let round = 0; round < limit.recountRounds; round += 1) {
    const trimmed = trimUntilOnce()
    if (!trimmed.ok) return reusedContext ? reuseExpired('room') : tooLarge('floors', trimmed.floors)
    const cause = reusedContext && findRebuildCause(trimmed)
    if (cause) return reuseExpired(cause)
    const placeOf =
      placement === 'inText'
        ? placesIn(trimmed.placed.immediate, appended.chunks, division?.placeOf)
        : undefined
    const prompt = printPrompt(trimmed.placed, language, counter, {
      ...appended,
      ...(placeOf && { placeOf }),
    })
    const tokenCount = counter.additive
      ? prompt.blocks.reduce((all, { tokens }) => all + tokens, 0)
      : counter.count(prompt.systemPrompt + prompt.userContent)
    if (tokenCount <= budget.promptTokens) {
      const left = [...selection.left, ...shownTwice, ...(division?.deferred ?? [])]
      const out = division?.frozen.filter(({ action }) => action === 'dropped') ?? []
      const retrieved = [...trimmed.placed.retrieved, ...out, ...left.map(leftOut)]
      const placed = { ...trimmed.placed, retrieved }
      return {
        ok: true,
        placed,
        prompt,
        tokenCount,
        estimate,
        layers: {
          rules: tokensIn('rules', prompt),
          settings: tokensIn('settings', prompt),
          retrieved: tokensIn('retrieved', prompt),
          immediate: tokensIn('immediate', prompt),
        },
        anchor: trimmed.anchor,
        reusedContext: {
          frozen: division?.frozen ?? trimmed.placed.retrieved,
          appended: trimmed.placed.retrieved.filter(({ chunk }) => appended.chunks.has(chunk)),
          ...(placeOf ? { placeOf } : {}),
          ...(division?.roundOf ? { roundOf: division.roundOf } : {}),
          ...(input.conversation?.firstSent === undefined ? {} : { firstSent: input.conversation.firstSent }),
        },
        rules: rules.overLine ? { placed: rules.placed, tokens: estimate.rules } : null,
        notices,
        frozenSettings: settingsPrefix.toFreeze(trimmed.placed.settings, isPrefixReused),
        ...(rules.overLine ? { frozenRules: formsToFreeze(rules.placed.filter(isGivingWay)) } : {}),
        ...(parts ? { parts } : {}),
      }
    }
    total -= Math.max(1, tokenCount - budget.promptTokens)
  }
  return tooLarge('floors', forced)

  /** Undefined when everything reused is unchanged, and everything appended has room whole. */
  function findRebuildCause({ placed, anchor }: Extract<TrimResult, { ok: true }>): RebuildCause | undefined {
    const isWhole = (item: Placed) => shownTwice.has(item.chunk) || placed.retrieved.includes(item)
    const isUnchanged = ({ chunk, action }: Placed) =>
      chunk.source.anchored || !isTail(chunk) || action === 'kept'
    if (anchor !== undefined && anchor !== (input.anchor ?? 0)) return 'window'
    if (previous.some(({ chunk }) => shownTwice.has(chunk))) return 'shown'
    if (placed.settings.some((item, at) => item !== limited.settings[at])) return 'room'
    return limited.retrieved.every(isWhole) && placed.immediate.every(isUnchanged) ? undefined : 'room'
  }

  /** What the window shows leaves Retrieved; the window may grow into that place, so the layers are trimmed again. */
  function trimUntilOnce() {
    for (;;) {
      const trimmed = trimLayers({
        ...limited,
        retrieved: limited.retrieved.filter(({ chunk }) => !shownTwice.has(chunk)),
        rules: rules.placed,
        wholeSettings: whole.settings,
        total,
        layers: input.layers,
        coreTokens,
        counter,
        fresh: input.fresh,
        isReused: reusedContext !== undefined,
        isPrefixReused,
        leavesRoom: input.leavesRoom && !reusedContext,
        ...(input.anchor === undefined ? {} : { anchor: input.anchor }),
      })
      const sizeBefore = shownTwice.size
      for (const chunk of trimmed.ok ? overlapping(trimmed.placed) : []) shownTwice.add(chunk)
      if (shownTwice.size === sizeBefore) return trimmed
    }
  }

  function tooLarge(reason: TooLarge['reason'], layers: LayerTokens): TooLarge {
    const concerned = reason === 'rules' ? (['rules'] as const) : layerOrder
    const sources = concerned
      .flatMap((layer) => ordered[layer])
      .filter(({ source }) => source.required && !source.anchored)
      .map((chunk) => ({ source: chunkKey(chunk), tokens: counter.count(chunk.text) }))
      .toSorted((a, b) => b.tokens - a.tokens)
    return { ok: false, reason, layers, sources: sources.slice(0, 10) }
  }
}

/** What was appended, and with which of the rounds that are sent. */
function appendedIn(
  division: ReusedContext | undefined,
  conversation: ConversationRounds | undefined,
): Appended {
  const chunks = new Set(division?.appended.map(({ chunk }) => chunk))
  const { finished = 0, firstSent } = conversation ?? {}
  if (firstSent === undefined) return { chunks, rounds: new Map() }
  const roundOf = (chunk: Chunk) => division?.roundOf?.get(chunk) ?? finished
  const earlier = Map.groupBy(
    [...chunks].filter((chunk) => roundOf(chunk) < finished),
    roundOf,
  )
  // All other material is in front of the first.
  const numbers = [...new Set([firstSent, ...earlier.keys()])].toSorted((a, b) => a - b)
  return { chunks, rounds: new Map(numbers.map((round) => [round, new Set(earlier.get(round))])) }
}

/** Retrieved passages of the chapter itself that reach into the window. */
function overlapping({ immediate, retrieved }: Record<LayerName, readonly Placed[]>): Chunk[] {
  const window = immediate.find(({ chunk, action }) => chunk.source.anchored && action !== 'dropped')
  if (!window) return []
  const { path, to: end = 0 } = window.chunk.ref
  const start = end - window.text.length
  return retrieved
    .filter(
      ({ chunk: { ref }, action }) => action !== 'dropped' && ref.path === path && (ref.to ?? 0) > start,
    )
    .map(({ chunk }) => chunk)
}

/** Whether a piece of Retrieved stands whole in Rules: an entry of the level `always` that its scene names. */
function wholeIn(rules: readonly Placed[]): (chunk: Chunk) => boolean {
  const keys = new Set(rules.filter((item) => !isShortened(item)).map(({ chunk }) => chunkKey(chunk)))
  return (chunk) => keys.has(chunkKey(chunk))
}

const isGivingWay = ({ chunk }: Placed) => givesWay(chunk.source)

/** Rules do not change while the author writes: what is made of one list is made once. */
const inOrder = perObject((rules: readonly Chunk[]) => {
  const chunks = orderLayer(rules)
  const placed = chunks.map(include)
  return { chunks, placed, required: placed.filter(isRequired) }
})

const reuseExpired = (cause: RebuildCause): ReuseExpired => ({ ok: false, reason: 'expired', cause })

const printed = (items: readonly Placed[]) => items.filter(({ action }) => action !== 'dropped')

const leftOut = (chunk: Chunk): Placed => drop(chunk, 'not_selected')

const mapLayers = (of: (layer: LayerName) => number): LayerTokens => ({
  rules: of('rules'),
  settings: of('settings'),
  retrieved: of('retrieved'),
  immediate: of('immediate'),
})

const sum = (tokens: LayerTokens) => tokens.rules + tokens.settings + tokens.retrieved + tokens.immediate

const tokensIn = (layer: LayerName, { blocks }: Prompt) =>
  blocks.reduce(
    (all, block) => ((block.appended ? 'retrieved' : block.layer) === layer ? all + block.tokens : all),
    0,
  )
