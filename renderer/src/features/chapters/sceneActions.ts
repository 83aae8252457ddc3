import { isolateHistory } from '@codemirror/commands'
import { Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Workspace } from '../../app/workspace.ts'
import type { EditorController } from '../editor/editorController.ts'
import { sceneMove, scenesOf } from '../editor/scenes.ts'
import type { ChapterActions } from './chapterActions.ts'

export interface SceneActions {
  /** Brings the scene at this place of the open chapter into view, with the caret at its heading. */
  show(at: number): void
  /** The place that the scene has afterwards; null when it stays, which a notice explains where it must. */
  move(from: number, to: number): number | null
}

/** The scenes of the open chapter. Moving one is one step of its text, which undo takes back there and in the notice. */
export const createSceneActions = (
  editor: EditorController,
  workspace: Workspace,
  chapters: ChapterActions,
): SceneActions => {
  const current = () => editor.store.getState().documentId
  const chapterTitle = () => {
    const documentId = current()
    return workspace.documents().find((each) => each.documentId === documentId)?.title ?? ''
  }

  /** The title of the moved scene; null when nothing was moved. */
  const shift = (from: number, to: number): string | null => {
    let title: string | null = null
    const done = editor.apply((text) => {
      const move = sceneMove(text, chapterTitle(), from, to)
      if (move === null) return null
      title = scenesOf(text, chapterTitle())[from]?.title ?? ''
      return {
        changes: [...move.changes],
        selection: { anchor: move.head },
        effects: EditorView.scrollIntoView(move.head, { y: 'start', yMargin: 80 }),
        annotations: [isolateHistory.of('full'), Transaction.userEvent.of('move.scene')],
      }
    })
    return done ? title : null
  }

  const undo = async (documentId: string, from: number, to: number) => {
    if (current() !== documentId) await workspace.openDocument(documentId)
    shift(to, from)
  }

  return {
    show(at) {
      editor.apply((text) => {
        const scene = scenesOf(text, chapterTitle())[at]
        if (scene === undefined) return null
        const effects = EditorView.scrollIntoView(scene.from, { y: 'start', yMargin: 80 })
        return { selection: { anchor: scene.from }, effects }
      })
      editor.focus()
    },
    move(from, to) {
      const documentId = current()
      if (documentId === null) return null
      // A suggestion has its place in the text, which would be torn from under it.
      if (editor.suggestionKey() !== null) {
        chapters.store.setState({ step: { kind: 'sceneBlocked', title: '' } })
        return null
      }
      const title = shift(from, to)
      if (title === null) return null
      const back = () => undo(documentId, from, to)
      chapters.store.setState({ step: { kind: 'sceneMoved', title, undo: back } })
      return to
    },
  }
}
