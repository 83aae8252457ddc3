import type { AssembleRequest, BudgetLayers, InspectResult } from '#contract/context.ts'
import type { CodexRow } from '../codex/codexModel.ts'
import type { ReceiptView } from './contextModel.ts'
import { type Layer, layerNames } from './evidence.ts'

/** What stands in the form: shares in per cent as they are typed, one name of an entry a line. */
export interface Terms {
  readonly modelId: string
  readonly shares: Readonly<Record<Layer, string>>
  readonly pinned: string
}

/** 0.15 → `15`; two decimals at most. */
const perCent = (ratio: number) => String(Math.round(ratio * 10_000) / 100)

export const sharesOf = (layers: BudgetLayers): Terms['shares'] => ({
  rules: perCent(layers.rules.ratio),
  settings: perCent(layers.settings.ratio),
  retrieved: perCent(layers.retrieved.ratio),
  immediate: perCent(layers.immediate.ratio),
})

/** Of all shares, in per cent, without the noise of adding fractions. */
export const sumOf = (shares: Terms['shares']): number =>
  Math.round(layerNames.reduce((sum, name) => sum + Number(shares[name]), 0) * 100) / 100

/** The budget with other shares; the least that each layer keeps stays. */
export const withShares = (layers: BudgetLayers, shares: Terms['shares']): BudgetLayers => {
  const layer = (name: Layer) => ({ ...layers[name], ratio: Number(shares[name]) / 100 })
  return {
    rules: layer('rules'),
    settings: layer('settings'),
    retrieved: layer('retrieved'),
    immediate: layer('immediate'),
  }
}

/** The entries that bear these names, by name or else by alias, and the names that none bears. */
export const findEntries = (pinned: string, rows: readonly Pick<CodexRow, 'id' | 'name' | 'aliases'>[]) => {
  const names = pinned
    .split(/\r\n|\n|\r/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const matches = names.map((name) => {
    const named = rows.filter((row) => row.name === name)
    return { name, rows: named.length > 0 ? named : rows.filter(({ aliases }) => aliases.includes(name)) }
  })
  return {
    ids: [...new Set(matches.flatMap((each) => each.rows.map(({ id }) => id)))],
    unknown: matches.filter((each) => each.rows.length === 0).map(({ name }) => name),
  }
}

/** What main answered without sending anything, in the shape of a receipt, for the same view. */
export const viewOf = (
  { projectId, documentId, skillId }: AssembleRequest,
  modelId: string,
  result: InspectResult,
): ReceiptView => {
  const { prompt, chunks, systemPrompt: _system, userContent: _user, receiptId: _none, ...rest } = result
  return {
    receipt: {
      ...rest,
      receiptId: 'what-if',
      projectId,
      documentId,
      skillId,
      modelId,
      createdAt: '',
      insertedParagraphs: [],
    },
    prompt,
    chunks: chunks.map((chunk) => {
      const { layer, source, sourceName, card, from, to, label, tokenCount, action, trimReason, text } = chunk
      const { reason, reasonCode, params } = chunk
      const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
      return {
        layer,
        source,
        sourceName,
        card,
        ...range,
        ...(reasonCode === undefined ? {} : { reasonCode }),
        ...(params === undefined ? {} : { params }),
        label,
        tokens: tokenCount,
        action,
        reason,
        trimReason,
        state: 'same',
        text,
      }
    }),
  }
}
