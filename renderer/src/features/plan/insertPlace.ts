import type { DocumentSummary } from '#contract/documents.ts'
import type { ChannelInput } from '#contract/index.ts'
import { beginsVolume } from '../chapters/chapterOrder.ts'

/** Where new chapters come: before or after one, or at the end of its volume. */
export type InsertPlace = NonNullable<ChannelInput<'plan:insert'>['place']>

/** A place as the value of a choice; the end of the book is empty. */
export const keyOfPlace = (place: InsertPlace | undefined): string =>
  place === undefined ? '' : `${place.at} ${place.documentId}`

/** A place that may be chosen; undefined: the end of the book. */
export interface PlaceChoice {
  readonly place: InsertPlace | undefined
  /** Of the chapter, or of the volume; empty: the end of the book. */
  readonly title: string
}

/**
 * The end of the book, the ends of its volumes, and the places behind each chapter. `given` is among them, in front of
 * the chapter or not.
 */
export const placeChoices = (
  documents: readonly DocumentSummary[],
  given: InsertPlace | undefined,
): readonly PlaceChoice[] => {
  const chapters = documents.filter(({ kind }) => kind === 'chapter')
  const before =
    given?.at === 'before' ? chapters.find(({ documentId }) => documentId === given.documentId) : undefined
  return [
    { place: undefined, title: '' },
    ...(before === undefined ? [] : [{ place: given, title: before.title }]),
    ...chapters.flatMap(({ documentId, volume }, at): PlaceChoice[] =>
      volume !== undefined && beginsVolume(chapters, at)
        ? [{ place: { at: 'volume', documentId }, title: volume.title }]
        : [],
    ),
    ...chapters.map(({ documentId, title }): PlaceChoice => ({ place: { at: 'after', documentId }, title })),
  ]
}
