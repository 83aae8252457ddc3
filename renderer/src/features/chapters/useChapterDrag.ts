import { type DragEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { DocumentSummary } from '#contract/documents.ts'
import { useApp } from '../../app/AppContext.tsx'
import { moveTo } from './chapterOrder.ts'
import { chaptersAmong } from './useBookChapters.ts'

/** What is dragged; a chapter goes to no other window. */
const dragType = 'application/x-creonow-chapter'

/** Lets a chapter be dragged to another one's place; front matter keeps its own. */
export const useChapterDrag = ({ documentId, kind }: DocumentSummary) => {
  const { chapters: actions, workspace } = useApp()
  const mayWrite = useStore(workspace.store, ({ access }) => access === 'write')
  const [isOver, setOver] = useState(false)
  const isChapter = kind === 'chapter'
  const onDragOver = (event: DragEvent) => {
    if (!isChapter || !event.dataTransfer.types.includes(dragType)) return
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    const dragged = event.dataTransfer.getData(dragType)
    const chapters = chaptersAmong(workspace.store.getState().documents)
    const move = dragged === '' ? null : moveTo(chapters, dragged, documentId)
    if (move === null) return
    event.preventDefault()
    void actions.move(move.documentId, move.after)
  }
  return {
    isOver,
    source: {
      draggable: mayWrite && isChapter,
      onDragStart: (event: DragEvent) => event.dataTransfer.setData(dragType, documentId),
    },
    place: { onDragOver, onDragLeave: () => setOver(false), onDrop },
  }
}
