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

const cardFolders = {
  characters: 'character',
  locations: 'location',
  items: 'item',
  factions: 'faction',
  events: 'event',
  lore: 'lore',
} as const
const isCardFolder = (name: string): name is keyof typeof cardFolders => Object.hasOwn(cardFolders, name)

/** Files that the author knows by the screen that shows them. */
const screenOf = {
  'rules/style.md': 'sheet.titles.style',
  'rules/terminology.json': 'sheet.titles.terminology',
  'rules/constraints.json': 'constraints.title',
  'project.json': 'sheet.titles.profile',
  'threads.json': 'threads.title',
} as const
const hasScreen = (file: string): file is keyof typeof screenOf => Object.hasOwn(screenOf, file)

/** A file of the project as the author calls it: a chapter by its name, else what it is and its name; last its path. */
export const fileTitle = (path: string, t: TFunction): string => {
  const chapter = chapterOf(path)
  if (chapter) return chapter
  const [, own = ''] = /^(?:\.\/)?\.creonow\/(.*)$/s.exec(path) ?? []
  if (hasScreen(own)) return t(screenOf[own])
  const [, folder = '', file = ''] = /^(\w+)\/(.*)$/s.exec(own) ?? []
  const name = file.replace(/\.(?:md|json|txt)$/i, '')
  if (isCardFolder(folder)) return `${t(`codex.types.${cardFolders[folder]}`)} · ${name}`
  if (folder === 'settings') return `${t('sheet.titles.world')} · ${name}`
  if (folder === 'synopses') return `${t('approval.synopsis')} · ${chapterOf(`manuscript/${name}`) ?? name}`
  return path
}

/** As the documents demand: a chapter by its name, any other file by its path in the project. */
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
