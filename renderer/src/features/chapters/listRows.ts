import type { DocumentSummary } from '#contract/documents.ts'

export interface VolumeGroup {
  readonly kind: 'volume'
  readonly id: string
  /** The chapter that the volume begins with. */
  readonly firstId: string
  readonly title: string
  readonly index: number
  readonly chapters: number
  /** 字 of its chapters. */
  readonly words: number
  readonly folded: boolean
  readonly holdsCurrent: boolean
}

export interface ChapterLine {
  readonly kind: 'chapter'
  readonly id: string
  readonly document: DocumentSummary
}

export type ListRow = VolumeGroup | ChapterLine

export const volumeRowId = (index: number): string => `volume ${index}`

/** What the list shows: each volume above its chapters, which are left out while it is folded. */
export const listRows = (
  documents: readonly DocumentSummary[],
  folded: ReadonlySet<string>,
  current: string | null,
): readonly ListRow[] => {
  const groups = Map.groupBy(documents, ({ volume }) => volume?.index ?? 0)
  return [...groups].flatMap(([index, chapters]): ListRow[] => {
    const lines = chapters.map((document) => ({
      kind: 'chapter' as const,
      id: document.documentId,
      document,
    }))
    const [first] = chapters
    const title = first?.volume?.title
    if (first === undefined || title === undefined) return lines
    const group: VolumeGroup = {
      kind: 'volume',
      id: volumeRowId(index),
      firstId: first.documentId,
      ...{ title, index, chapters: chapters.length },
      words: chapters.reduce((sum, { words }) => sum + words, 0),
      folded: folded.has(title),
      holdsCurrent: chapters.some(({ documentId }) => documentId === current),
    }
    return group.folded ? [group] : [group, ...lines]
  })
}
