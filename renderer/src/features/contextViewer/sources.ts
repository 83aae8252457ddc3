import type { TFunction } from 'i18next'
import type { ReceiptChunk } from '#contract/context.ts'
import { sourceNamespace } from '../../i18n/sourceNames.ts'

type Carded = Pick<ReceiptChunk, 'card'>

/** Prints in the one numbered list of constraints. */
export const isListed = ({ card }: Carded): boolean => card === 'list'
/** Reads towards the cursor, so its end says most. */
export const isEnding = ({ card }: Carded): boolean => card === 'end'

/** What a source contributes, in a word; a neutral one for a source of a program that embeds the engine. */
export const kindWord = (sourceName: string, t: TFunction): string =>
  t(sourceName, {
    ...{ ns: sourceNamespace, keySeparator: false, nsSeparator: false },
    defaultValue: t('sourceKind.other'),
  })

/** A chunk as a person names it: the author's own name for it, or what it is. */
export const chunkName = (
  { sourceName, label, card }: Pick<ReceiptChunk, 'sourceName' | 'label' | 'card'>,
  t: TFunction,
) => (label !== '' && (card === 'entry' || card === 'title') ? label : kindWord(sourceName, t))

/** Material that is in no file of the project: `memory:m1`, `request:additionalInput`. */
const isFileless = (reference: string) => /^\w+:/.test(reference)

const placeIn = (path: string) => chapterOf(path) || path

const withoutRange = (reference: string) => reference.replace(/#\d+-\d*$/, '')

/** The name of a chapter as its file has it, without the number; null for a path to anything else. */
export const chapterOf = (path: string): string | null =>
  /^(?:\.\/)?manuscript\/(?:\d+(?:-\d+)?-)?(.*?)(?:\.md)?$/.exec(path)?.[1] ?? null

/** Where a chunk comes from: its chapter or file, or the kind of what stands in none. */
export const chunkPlace = (chunk: Pick<ReceiptChunk, 'sourceName' | 'source'>, t: TFunction): string =>
  isFileless(chunk.source) ? kindWord(chunk.sourceName, t) : placeIn(withoutRange(chunk.source))

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
  return isFileless(path) ? t('sourceKind.other') : placeIn(path)
}
