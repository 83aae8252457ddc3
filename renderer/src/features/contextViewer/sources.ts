import type { TFunction } from 'i18next'
import type { ReceiptChunk } from '#contract/context.ts'
import { zh } from '../../i18n/zh.ts'

type Kind = keyof typeof zh.sourceKind
type Named = Pick<ReceiptChunk, 'sourceName'>

const listed: ReadonlySet<string> = new Set(['constraints', 'preferenceConstraints', 'codexConstraints'])
const ending: ReadonlySet<string> = new Set(['textBefore', 'previousChapter'])
/** Their labels are names of the author: of an entry, a chapter, a file. Those of others say their kind again. */
const titled: ReadonlySet<string> = new Set([
  'codexAlways',
  'codexEntries',
  'codexNeighbours',
  'synopses',
  'passages',
  'settingsFiles',
])
/** What they hand over stands in no file of the project. */
const fileless: ReadonlySet<string> = new Set([
  'preferences',
  'author',
  'preferenceConstraints',
  'episodes',
  'pastTalk',
  'workingMemory',
  'skillInstruction',
  'authorInput',
])

const isKind = (name: string): name is Kind => name !== 'other' && Object.hasOwn(zh.sourceKind, name)

/** Prints in the one numbered list of constraints. */
export const isListed = ({ sourceName }: Named): boolean => listed.has(sourceName)
/** Reads towards the cursor, so its end says most. */
export const isEnding = ({ sourceName }: Named): boolean => ending.has(sourceName)

/** What a source hands over, in a word; a neutral one for a source of a program that embeds the engine. */
export const kindWord = (sourceName: string, t: TFunction): string =>
  t(`sourceKind.${isKind(sourceName) ? sourceName : 'other'}`)

/** A chunk as a person names it: the author's own name for it, or what it is. */
export const chunkName = ({ sourceName, label }: Pick<ReceiptChunk, 'sourceName' | 'label'>, t: TFunction) =>
  label !== '' && (titled.has(sourceName) || !isKind(sourceName)) ? label : kindWord(sourceName, t)

const placeIn = (path: string) => chapterOf(path) || path

const withoutRange = (reference: string) => reference.replace(/#\d+-\d*$/, '')

/** The name of a chapter as its file has it, without the number; null for a path to anything else. */
export const chapterOf = (path: string): string | null =>
  /^(?:\.\/)?manuscript\/(?:\d+(?:-\d+)?-)?(.*?)(?:\.md)?$/.exec(path)?.[1] ?? null

/** Where a chunk comes from: its chapter or file, or the kind of what stands in none. */
export const chunkPlace = (chunk: Pick<ReceiptChunk, 'sourceName' | 'source'>, t: TFunction): string =>
  isKind(chunk.sourceName) && !fileless.has(chunk.sourceName)
    ? placeIn(withoutRange(chunk.source))
    : kindWord(chunk.sourceName, t)

/** A chunk as evidence names it. */
export const chunkReference = ({ source, from, to }: Pick<ReceiptChunk, 'source' | 'from' | 'to'>): string =>
  from === undefined ? source : `${source}#${from}-${to ?? ''}`

const isPartOf = (reference: string, { source, from, to }: ReceiptChunk) =>
  from === undefined
    ? reference === source || reference.startsWith(`${source}#`)
    : reference === `${source}#${from}-${to}`

/** The chunk that a row of evidence speaks about. */
export const chunkOf = (
  { layer, sourceRef }: { readonly layer: ReceiptChunk['layer']; readonly sourceRef: string },
  chunks: readonly ReceiptChunk[],
): ReceiptChunk | undefined => chunks.find((chunk) => chunk.layer === layer && isPartOf(sourceRef, chunk))

/** A reference of evidence as a place; what no chunk is known of and is no path of the project is neutral. */
export const placeOf = (sourceRef: string, chunks: readonly ReceiptChunk[], t: TFunction): string => {
  const path = withoutRange(sourceRef)
  const chunk = chunks.find(({ source }) => source === path)
  if (chunk !== undefined) return chunkPlace(chunk, t)
  return /^\w+:/.test(path) ? t('sourceKind.other') : placeIn(path)
}
