import { type DragEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { DocumentSummary } from '#contract/documents.ts'
import { useChapterActions, useWorkspace } from '../../app/AppContext.tsx'
import { type Move, moveInto, moveTo } from './chapterOrder.ts'
import { chaptersAmong } from './useBookChapters.ts'

/** What is dragged; a chapter goes to no other window. */
const dragType = 'application/x-creonow-chapter'

/** Where a dragged chapter may be let go; `moveOf` says what becomes of the one that is. */
const useChapterPlace = (takes: boolean, moveOf: (dragged: string) => Move | null) => {
  const actions = useChapterActions()
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

/** Lets a chapter be dragged to another one's place; front matter keeps its own. */
export const useChapterDrag = ({ documentId, kind }: DocumentSummary) => {
  const workspace = useWorkspace()
  const mayWrite = useStore(workspace.store, ({ access }) => access === 'write')
  const isChapter = kind === 'chapter'
  const source = {
    draggable: mayWrite && isChapter,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(dragType, documentId),
  }
  const moveOf = (dragged: string) => moveTo(chaptersAmong(workspace.documents()), dragged, documentId)
  return { source, ...useChapterPlace(isChapter, moveOf) }
}

/** Lets a chapter be dragged onto a volume's row: it becomes the last of that volume. */
export const useVolumeDrop = (index: number) => {
  const workspace = useWorkspace()
  return useChapterPlace(true, (dragged) => moveInto(chaptersAmong(workspace.documents()), dragged, index))
}
