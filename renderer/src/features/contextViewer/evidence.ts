import type { TFunction } from 'i18next'
import type { AssembleResult, Receipt, ReceiptChunk } from '#contract/context.ts'
import { formatCount } from '../../i18n/format.ts'
import { zh } from '../../i18n/zh.ts'

export type Layer = ReceiptChunk['layer']
export const layerNames: readonly Layer[] = ['rules', 'settings', 'retrieved', 'immediate']
type TrimRow = AssembleResult['trim'][number]
type KnownWarning = keyof typeof zh.warning

const isKnown = (code: string): code is KnownWarning => Object.hasOwn(zh.warning, code)

/** Worth keeping beside the sentence: how far the index is ("已索引 12/40"), which file, which words. */
const detailed = /^(RAG_|CODEX_|CONTEXT_FILE_SKIPPED$|JUDGE$)/

/** A warning of the engine, `CODE` or `CODE: 说明`, as a sentence; an unknown one keeps its own words. */
export const warningSentence = (warning: string, t: TFunction): string => {
  const [code = '', ...rest] = warning.split(':')
  const detail = rest.join(':').trim()
  if (!isKnown(code)) return detail === '' ? warning : detail
  const sentence = t(`warning.${code}`)
  return detailed.test(code) && detail !== '' ? `${sentence}（${detail}）` : sentence
}

/** Why a chunk was shortened or left out, as a sentence; characters are UTF-16 units. */
export const trimSentence = (row: TrimRow, t: TFunction): string => {
  const why = t(`evidence.${row.reason}`)
  const before = formatCount(row.beforeChars)
  if (row.action === 'kept') return t('evidence.kept')
  if (row.action === 'trimmed') {
    const sentence = t('evidence.trimmed', { why, before, after: formatCount(row.afterChars) })
    return row.level === undefined ? sentence : `${sentence} · ${t(`level.${row.level}`)}`
  }
  return row.beforeChars === 0 ? t('evidence.unread', { why }) : t('evidence.dropped', { why, before })
}

/** A source as a person names it: a path stays a path, `request:` and `memory:` become words. */
export const sourceName = (source: string, t: TFunction): string => {
  if (source.startsWith('request:')) return t('evidence.instruction')
  if (source.startsWith('memory:')) return `${t('evidence.memory')} ${source.slice('memory:'.length)}`
  if (source.startsWith('skill:')) return `${t('evidence.skill')} ${source.slice('skill:'.length)}`
  return source.replace(/#\d+-\d+$/, '')
}

/** The chips under a chunk: why it is here, in parts, and what was done to it. */
export const reasonChips = (
  chunk: Pick<ReceiptChunk, 'reason' | 'action' | 'trimReason' | 'level'>,
  t: TFunction,
): string[] => {
  const why = chunk.reason.split(/\s*[·；;]\s*/).filter((part) => part !== '')
  const done = chunk.action === 'trimmed' ? [t(`evidence.${chunk.trimReason}`)] : []
  const level = chunk.level === undefined || chunk.level === 'full' ? [] : [t(`level.${chunk.level}`)]
  return [...why, ...done, ...level]
}

const glanceUnits = 160

/** What a closed card shows: the beginning on one line; of the text before the cursor, its end. */
export const glance = ({ text, label }: { readonly text: string; readonly label: string }): string => {
  if (/^(光标之前|Before the cursor|上一章结尾|End of the previous)/.test(label)) {
    const end = text
      .slice(-glanceUnits / 2)
      .replace(/\s+/g, ' ')
      .trim()
    return end.length < text.trim().length ? `……${end.toWellFormed().replace(/^\uFFFD/, '')}` : end
  }
  const beginning = text
    .slice(0, glanceUnits)
    .replace(/^\s*#+\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return beginning.toWellFormed().replace(/\uFFFD$/, '')
}

export interface Segment {
  readonly name: Layer | 'template' | 'history' | 'free' | 'reserve'
  readonly tokens: number
}

/** The whole window in parts; what the template and the markers take stands between the layers and the rest. */
export const windowSegments = (summary: Pick<Receipt, 'budget' | 'layers' | 'tokenCount'>): Segment[] => {
  const { budget, layers, tokenCount } = summary
  const inLayers = layerNames.reduce((sum, name) => sum + layers[name].tokens, 0)
  const template = Math.max(0, tokenCount - inLayers)
  const used = inLayers + template + budget.historyTokens
  const segments: Segment[] = [
    ...layerNames.map((name) => ({ name, tokens: layers[name].tokens })),
    { name: 'template', tokens: template },
    { name: 'history', tokens: budget.historyTokens },
    { name: 'free', tokens: Math.max(0, budget.windowTokens - used - budget.outputReserveTokens) },
    { name: 'reserve', tokens: budget.outputReserveTokens },
  ]
  return segments.filter(({ tokens }) => tokens > 0)
}

/** `4f1c…9a02` */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`

/** A block of the prompt as a person names it: `immediate/before` → 即时 · before. */
export const blockName = (blockId: string, t: TFunction): string => {
  const [, layer, rest = ''] = /^(\w+)[/:.](.*)$/.exec(blockId) ?? []
  const name = layerNames.find((one) => one === layer)
  return name === undefined ? blockId : `${t(`layer.${name}`)} · ${rest}`
}
