import { type DragEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { DocumentSummary } from '#contract/documents.ts'
import { useApp } from '../../app/AppContext.tsx'
import { type Move, moveInto, moveTo } from './chapterOrder.ts'

/** What is dragged; a chapter goes to no other window. */
const dragType = 'application/x-creonow-chapter'

/** Where a dragged chapter may be let go; `moveOf` says what becomes of the one that is. */
const useChapterPlace = (takes: boolean, moveOf: (dragged: string) => Move | null) => {
  const { chapters: actions } = useApp()
  const [isOver, setOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!takes || !event.dataTransfer.types.includes(dragType)) return
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    const dragged = event.dataTransfer.getData(dragType)
    const move = dragged === '' ? null : moveOf(dragged)
    if (move === null) return
    event.preventDefault()
    void actions.move(move.documentId, move.after)
  }
  return { isOver, place: { onDragOver, onDragLeave: () => setOver(false), onDrop } }
}

/** Lets a chapter be dragged to another one's place; `chapters` are without front matter, which keeps its place. */
export const useChapterDrag = (documentId: string, chapters: readonly DocumentSummary[]) => {
  const { workspace } = useApp()
  const mayWrite = useStore(workspace.store, ({ access }) => access === 'write')
  const isChapter = chapters.some((one) => one.documentId === documentId)
  const source = {
    draggable: mayWrite && isChapter,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(dragType, documentId),
  }
  return { source, ...useChapterPlace(isChapter, (dragged) => moveTo(chapters, dragged, documentId)) }
}

/** Lets a chapter be dragged onto a volume's row: it becomes the last of that volume. */
export const useVolumeDrop = (index: number) => {
  const { workspace } = useApp()
  return useChapterPlace(true, (dragged) => {
    const chapters = workspace.store.getState().documents?.filter(({ kind }) => kind === 'chapter')
    return moveInto(chapters ?? [], dragged, index)
  })
}
