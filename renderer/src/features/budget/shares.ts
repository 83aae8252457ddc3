import type { BudgetLayers } from '#contract/context.ts'
import { type Layer, layerNames } from '../contextViewer/evidence.ts'

/** Shares in hundredths of a per cent, so that they always add up to exactly this. */
export const whole = 10_000

export interface BudgetForm {
  readonly shares: Readonly<Record<Layer, number>>
  /** The least each layer keeps, as it is typed. */
  readonly minimums: Readonly<Record<Layer, string>>
}

const byLayer = <T>(value: (layer: Layer) => T): Record<Layer, T> => ({
  rules: value('rules'),
  settings: value('settings'),
  retrieved: value('retrieved'),
  immediate: value('immediate'),
})

/** Numbers in the same proportions that add up to `sum`; equal ones when all are zero. Largest remainders first. */
function apportion(weights: readonly number[], sum: number): number[] {
  const total = weights.reduce((left, right) => left + right, 0)
  const exact = weights.map((weight) => (total === 0 ? sum / weights.length : (weight / total) * sum))
  const parts = exact.map(Math.floor)
  let missing = sum - parts.reduce((left, right) => left + right, 0)
  const order = exact
    .map((value, at) => ({ at, rest: value - Math.floor(value) }))
    .sort((left, right) => right.rest - left.rest || left.at - right.at)
  for (const { at } of order) {
    if (missing <= 0) break
    parts[at] = (parts[at] ?? 0) + 1
    missing -= 1
  }
  return parts
}

export function formOf(layers: BudgetLayers): BudgetForm {
  const shares = apportion(
    layerNames.map((layer) => layers[layer].ratio),
    whole,
  )
  return {
    shares: byLayer((layer) => shares[layerNames.indexOf(layer)] ?? 0),
    minimums: byLayer((layer) => String(layers[layer].minimumTokens)),
  }
}

export const layersOf = ({ shares, minimums }: BudgetForm): BudgetLayers =>
  byLayer((layer) => ({ ratio: shares[layer] / whole, minimumTokens: Number(minimums[layer]) }))

/** One share moved; the others give or take in their proportions, and the sum stays. */
export function withShare(shares: BudgetForm['shares'], moved: Layer, share: number): BudgetForm['shares'] {
  const value = Math.min(whole, Math.max(0, Math.round(share)))
  const otherLayers = layerNames.filter((layer) => layer !== moved)
  const parts = apportion(
    otherLayers.map((layer) => shares[layer]),
    whole - value,
  )
  return byLayer((layer) => (layer === moved ? value : (parts[otherLayers.indexOf(layer)] ?? 0)))
}

export const isWholeNumber = (text: string): boolean => /^\d{1,9}$/.test(text)
