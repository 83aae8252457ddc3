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
  readonly wordCount: number
  readonly folded: boolean
  readonly hasCurrent: boolean
}

interface ChapterLine {
  readonly kind: 'chapter'
  readonly id: string
  readonly document: DocumentSummary
}

/** A scene of the open chapter, below it. */
export interface SceneLine {
  readonly kind: 'scene'
  readonly id: string
  readonly title: string
  /** Its place among the scenes, from 0, and how many there are. */
  readonly at: number
  readonly count: number
  /** The chapter. */
  readonly documentId: string
  readonly inVolume: boolean
}

export type ListRow = VolumeGroup | ChapterLine | SceneLine

export const sceneRowId = (at: number): string => `scene ${at}`
export const volumeRowId = (index: number): string => `volume ${index}`

/**
 * What the list shows: each volume above its chapters, which are left out while it is folded, and below the open chapter
 * its `scenes`, by their titles.
 */
export const listRows = (
  documents: readonly DocumentSummary[],
  folded: ReadonlySet<string>,
  current: string | null,
  scenes: readonly string[] = [],
): readonly ListRow[] => {
  const groups = Map.groupBy(documents, ({ volume }) => volume?.index ?? 0)
  return [...groups].flatMap(([index, chapters]): ListRow[] => {
    const lines = chapters.flatMap((document): (ChapterLine | SceneLine)[] => {
      const { documentId, volume } = document
      const line = { kind: 'chapter' as const, id: documentId, document }
      if (documentId !== current) return [line]
      const rest = { count: scenes.length, documentId, inVolume: volume !== undefined }
      return [
        line,
        ...scenes.map((title, at) => ({ kind: 'scene' as const, id: sceneRowId(at), title, at, ...rest })),
      ]
    })
    const [first] = chapters
    const title = first?.volume?.title
    if (first === undefined || title === undefined) return lines
    const group: VolumeGroup = {
      kind: 'volume',
      id: volumeRowId(index),
      firstId: first.documentId,
      ...{ title, index, chapters: chapters.length },
      wordCount: chapters.reduce((sum, { words }) => sum + words, 0),
      folded: folded.has(title),
      hasCurrent: chapters.some(({ documentId }) => documentId === current),
    }
    return group.folded ? [group] : [group, ...lines]
  })
}
