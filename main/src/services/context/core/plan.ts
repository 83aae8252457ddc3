import type { BlockCounter } from './blockCounter.ts'
import type { Budget } from './budget.ts'
import { layerOrder, limit } from './layers.ts'
import { orderLayer, selectRetrieved } from './order.ts'
import { type Prompt, printPrompt } from './print.ts'
import { type ChosenRule, type StickyRule, selectRules } from './rulesSelection.ts'
import { trimLayers } from './trim.ts'
import {
  type BudgetLayers,
  type Chunk,
  chunkKey,
  drop,
  keep,
  type Language,
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
  readonly language: Language
  readonly counter: BlockCounter
  readonly printed: readonly string[]
  readonly anchor?: number
  /** The automatic rules chosen last time. */
  readonly sticky?: readonly StickyRule[]
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
  /** Set when Rules were over their line: what was chosen, shortened and left out. */
  readonly rules: {
    readonly automatic: readonly ChosenRule[]
    readonly left: readonly Chunk[]
    readonly tokens: number
  } | null
  readonly notices: readonly Notice[]
}

/** Why nothing can be sent: the layers' sizes in tokens, and the sources that the author can shorten. */
export interface TooLarge {
  readonly ok: false
  readonly reason: 'capacity' | 'rules' | 'floors'
  readonly layers: LayerTokens
  readonly sources: readonly { readonly source: string; readonly tokens: number }[]
}

/** The pure half of an assembly: capacity → rules selection → trim → serialise → final count. */
export function planPrompt(input: PlanInput): Plan | TooLarge {
  const { budget, language, counter } = input
  const notices: Notice[] = []
  const selection = selectRetrieved(input.chunks.retrieved, input.chunks.immediate)
  if (selection.overLimit)
    notices.push({ code: 'CONTEXT_RETRIEVED_CHUNK_LIMIT', params: { limit: limit.retrievedChunks } })
  const ordered: Record<LayerName, Chunk[]> = {
    rules: orderLayer(input.chunks.rules),
    settings: orderLayer(input.chunks.settings),
    retrieved: orderLayer(selection.chosen, input.printed),
    immediate: orderLayer(input.chunks.immediate),
  }
  const before = ordered.immediate.find(({ source }) => source.anchored)
  const beforeTokens = before ? counter.tail(before)(0) : 0
  const around = ordered.immediate.filter((chunk) => chunk !== before)
  const estimate: LayerTokens = {
    rules: counter.layer('rules', ordered.rules.map(keep)),
    settings: counter.layer('settings', ordered.settings.map(keep)),
    retrieved: counter.layer('retrieved', ordered.retrieved.map(keep)),
    immediate:
      around.length > 0
        ? counter.layer('immediate', around.map(keep)) + beforeTokens
        : counter.layer('immediate', ordered.immediate.map(keep)),
  }
  // The chapter gives way where the shares of all layers together reach capacity.
  const besides = sum(withoutOptional(estimate, 0))
  const coreTokens = Math.min(
    budget.fetch.immediateTokens,
    Math.max(limit.textBeforeTokens, input.capacityTokens - besides),
  )
  const forced = withoutOptional(estimate, coreTokens)
  if (sum(forced) > input.capacityTokens) return tooLarge('capacity', forced)

  const rules = selectRules({
    chunks: ordered.rules,
    lineTokens: budget.rulesLine,
    headingTokens: counter.heading('rules', false),
    tokensOf: counter.block,
    ...(input.sticky === undefined ? {} : { sticky: input.sticky }),
  })
  if (rules.overLine) notices.push({ code: 'CONTEXT_RULES_OVERBUDGET', params: {} })
  const placedRules = [...rules.chosen.map(asPlaced), ...rules.left.map(leftOut)]
  const chosenTokens = counter.layer('rules', placedRules)
  if (chosenTokens > budget.total)
    return tooLarge(rules.chosen.length > 0 && budget.total > 0 ? 'rules' : 'floors', {
      ...forced,
      rules: chosenTokens,
    })

  let total = budget.total
  for (let round = 0; round < limit.recountRounds; round += 1) {
    const trimmed = trimLayers({
      rules: placedRules,
      settings: ordered.settings,
      retrieved: ordered.retrieved,
      immediate: ordered.immediate,
      total,
      layers: input.layers,
      coreTokens,
      counter,
      fresh: input.fresh,
      ...(input.anchor === undefined ? {} : { anchor: input.anchor }),
    })
    if (!trimmed.ok) return tooLarge('floors', trimmed.floors)
    const prompt = printPrompt(trimmed.placed, language, counter)
    const tokenCount = counter.additive
      ? prompt.blocks.reduce((all, { tokens }) => all + tokens, 0)
      : counter.count(prompt.systemPrompt + prompt.userContent)
    if (tokenCount <= budget.promptTokens) {
      const retrieved = [...trimmed.placed.retrieved, ...selection.left.map(leftOut)]
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
        rules: rules.overLine
          ? {
              automatic: rules.chosen.filter(({ chunk }) => chunk.source.automatic),
              left: rules.left,
              tokens: estimate.rules,
            }
          : null,
        notices,
      }
    }
    total -= Math.max(1, tokenCount - budget.promptTokens)
  }
  return tooLarge('floors', forced)

  /** Everything but what may leave by itself: the chapter's extension and automatic rules. */
  function withoutOptional(tokens: LayerTokens, core: number): LayerTokens {
    const user = ordered.rules.filter((chunk) => !chunk.source.automatic)
    return {
      ...tokens,
      rules: user.length === ordered.rules.length ? tokens.rules : counter.layer('rules', user.map(keep)),
      immediate: tokens.immediate - Math.max(0, beforeTokens - core),
    }
  }

  function tooLarge(reason: TooLarge['reason'], layers: LayerTokens): TooLarge {
    const concerned = reason === 'rules' ? (['rules'] as const) : layerOrder
    const sources = concerned
      .flatMap((layer) => ordered[layer])
      .filter((chunk) => !chunk.source.anchored && !chunk.source.automatic)
      .map((chunk) => ({ source: chunkKey(chunk), tokens: counter.count(chunk.text) }))
      .toSorted((a, b) => b.tokens - a.tokens)
    return { ok: false, reason, layers, sources: sources.slice(0, 10) }
  }
}

const asPlaced = ({ chunk, level, text }: ChosenRule): Placed =>
  level === 'full' ? keep(chunk) : { ...keep(chunk), text, level, action: 'trimmed', reason: 'over_budget' }

const leftOut = (chunk: Chunk): Placed => drop(chunk, 'not_selected')

const sum = (tokens: LayerTokens) => tokens.rules + tokens.settings + tokens.retrieved + tokens.immediate

const tokensIn = (layer: LayerName, { blocks }: Prompt) =>
  blocks.reduce((all, block) => (block.layer === layer ? all + block.tokens : all), 0)
