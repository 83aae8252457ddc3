import type { TFunction } from 'i18next'
import type { AssembleResult, Receipt, ReceiptChunk } from '#contract/context.ts'
import { formatCount, formatTime } from '../../i18n/format.ts'
import { isBuiltin } from '../aiPanel/skillName.ts'
import { reasonParts } from './sentences.ts'
import { chunkPlace, isEnding, kindWord } from './sources.ts'

export type Layer = ReceiptChunk['layer']
export const layerNames: readonly Layer[] = ['rules', 'settings', 'retrieved', 'immediate']
type TrimRow = AssembleResult['trim'][number]

/** Why a chunk was shortened or left out, as a sentence; characters are UTF-16 units. */
export const trimSentence = (row: TrimRow, t: TFunction): string => {
  const reason = t(`evidence.${row.reason}`)
  const before = formatCount(row.beforeChars)
  if (row.action === 'kept') return t('evidence.kept')
  if (row.action === 'trimmed') {
    const sentence = t('evidence.trimmed', { why: reason, before, after: formatCount(row.afterChars) })
    return row.level === undefined ? sentence : `${sentence} · ${t(`level.${row.level}`)}`
  }
  return row.beforeChars === 0
    ? t('evidence.unread', { why: reason })
    : t('evidence.dropped', { why: reason, before })
}

/** The chips under a chunk: why it is here, in parts, and what was done to it. */
export const reasonChips = (
  chunk: Pick<ReceiptChunk, 'reason' | 'reasonCode' | 'params' | 'action' | 'trimReason' | 'level'>,
  t: TFunction,
): string[] => {
  const parts = reasonParts(chunk, t)
  const reasons = parts.length > 0 || chunk.reason === '' ? parts : [chunk.reason]
  const done = chunk.action === 'trimmed' ? [t(`evidence.${chunk.trimReason}`)] : []
  const level = chunk.level === undefined || chunk.level === 'full' ? [] : [t(`level.${chunk.level}`)]
  return [...reasons, ...done, ...level]
}

const glanceUnits = 160

/** What a closed card shows: the beginning on one line; of what leads to the cursor, its end. */
export const glance = (text: string, chunk: Pick<ReceiptChunk, 'card'>): string => {
  if (isEnding(chunk)) {
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
export const windowSegments = (
  summary: Pick<Receipt, 'budget' | 'layers' | 'tokenCount' | 'history'>,
): Segment[] => {
  const { budget, layers, tokenCount } = summary
  const inLayers = layerNames.reduce((sum, name) => sum + layers[name].tokens, 0)
  const template = Math.max(0, tokenCount - inLayers)
  // What earlier messages took; without any, what is kept for them.
  const history = summary.history?.tokens ?? budget.historyTokens
  const used = inLayers + template + history
  const segments: Segment[] = [
    ...layerNames.map((name) => ({ name, tokens: layers[name].tokens })),
    { name: 'template', tokens: template },
    { name: 'history', tokens: history },
    { name: 'free', tokens: Math.max(0, budget.windowTokens - used - budget.outputReserveTokens) },
    { name: 'reserve', tokens: budget.outputReserveTokens },
  ]
  return segments.filter(({ tokens }) => tokens > 0)
}

/** An earlier run by its time, and by its skill where it is one of the program's own. */
export const runName = (
  { createdAt, skillId }: { readonly createdAt: string; readonly skillId: string },
  t: TFunction,
): string => {
  const when = t('viewer.runAt', { time: formatTime(createdAt) })
  return isBuiltin(skillId) ? `${when} · ${t(`skills.${skillId}`)}` : when
}

/** `4f1c…9a02` */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`

/** A block of the prompt as a person names it: `immediate:textBefore:…/010-归航.md` → 即时 · 光标之前 · 归航. */
export const blockName = (blockId: string, t: TFunction): string => {
  const [name = '', source, ...reference] = blockId.split(':')
  if (name === 'template' && source === undefined) return t('layer.template')
  const layer = name === 'late' ? name : layerNames.find((each) => each === name)
  if (layer === undefined) return blockId
  if (source === undefined) return t(`layer.${layer}`)
  const named = { sourceName: source, source: reference.join(':') }
  // The id of the one item (a constraint) is behind its file.
  const file = named.source.replace(/#[^#./]*$/, '')
  // The text before the cursor is sent in parts.
  const [, path = file, part] = /^(.*)@(\d+)$/.exec(file) ?? []
  const place = chunkPlace({ ...named, source: path }, t)
  const kind = kindWord(source, t)
  const number = part === undefined ? [] : [String(Number(part) + 1)]
  return [t(`layer.${layer}`), kind, ...(place === kind ? [] : [place]), ...number].join(' · ')
}
