import { continuedTitle } from '../../../../main/src/contract/sentences/continuedTitle.ts'
import type { Workspace } from '../../app/workspace.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { EditorController } from '../editor/editorController.ts'
import type { ChapterActions } from './chapterActions.ts'

export interface ChapterParts {
  /** The open chapter's text from the caret on becomes a chapter of its own, behind it. */
  split(): Promise<void>
  /** The next chapter's text becomes the end of this one. */
  merge(documentId: string): Promise<void>
  /**
   * This chapter and those behind it get consecutive numbers in their titles, from `first` on; absent: from the one
   * behind the number in front of it.
   */
  renumber(documentId: string, first?: number): Promise<void>
  /** Files get the number and the title of their chapter. */
  tidy(): Promise<void>
}

/** What divides, joins and counts chapters; each is undone where chapters' steps are. */
export const createChapterParts = (
  ipc: Ipc,
  editor: EditorController,
  workspace: Workspace,
  chapters: ChapterActions,
): ChapterParts => {
  const opened = () => editor.store.getState().documentId
  const titleOf = (documentId: string) =>
    workspace.documents().find((each) => each.documentId === documentId)?.title ?? ''
  /** Any chapter may have another heading now, the open one too. */
  const shownAnew = async () => {
    if (editor.store.getState().phase === 'ready') await editor.reread()
  }

  return {
    async split() {
      const documentId = opened()
      if (documentId === null) return
      const { cursorPosition: offsetUtf16 } = editor.place()
      const title = continuedTitle(titleOf(documentId))
      await chapters.runStep(
        documentId,
        (chapter) => ipc.invoke('documents:split', { ...chapter, offsetUtf16, title }),
        (done) => ({ kind: 'split', title, ...done }),
      )
    },
    async merge(documentId) {
      const inOrder = workspace.documents().filter(({ kind, missing }) => kind === 'chapter' && !missing)
      const next = inOrder[inOrder.findIndex((each) => each.documentId === documentId) + 1]
      // It is about to go: what is typed in it is saved, and the chapter that gets it is shown.
      if (next !== undefined && opened() === next.documentId) await workspace.openDocument(documentId)
      const nextId = next?.documentId
      await chapters.runStep(
        documentId,
        (chapter) => ipc.invoke('documents:merge', { ...chapter, ...(nextId !== undefined && { nextId }) }),
        (done) => ({ kind: 'merged', title: next?.title ?? '', ...done }),
      )
    },
    async renumber(documentId, first) {
      let changed = 0
      const request = async (chapter: { readonly projectId: string; readonly documentId: string }) => {
        const answer = await ipc.invoke('documents:renumber', {
          ...chapter,
          ...(first !== undefined && { first }),
        })
        if (answer.ok) changed = answer.data.changed
        return answer
      }
      const isDone = await chapters.runStep(documentId, request, (done) => {
        return { kind: 'renumbered', title: titleOf(documentId), count: changed, ...done }
      })
      if (isDone && changed === 0) chapters.store.setState({ step: { kind: 'alreadyNumbered', title: '' } })
      await shownAnew()
    },
    async tidy() {
      const first = workspace.documents().find(({ kind }) => kind === 'chapter')?.documentId
      if (first === undefined) return
      let changed = 0
      const request = async ({ projectId }: { readonly projectId: string }) => {
        const answer = await ipc.invoke('documents:tidy', { projectId })
        if (answer.ok) changed = answer.data.changed
        return answer
      }
      const isDone = await chapters.runStep(first, request, (done) => {
        return { kind: 'tidied', title: '', count: changed, ...done }
      })
      if (isDone && changed === 0) chapters.store.setState({ step: { kind: 'alreadyTidy', title: '' } })
    },
  }
}
