import type { Workspace } from '../../app/workspace.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { ChapterActions } from './chapterActions.ts'
import type { FoldedVolumes } from './foldedVolumes.ts'

export interface VolumeActions {
  /** A volume that begins with this chapter; an empty title is the number alone. False when it was refused. */
  create(documentId: string, title: string): Promise<boolean>
  /** Another title for the volume that begins with this chapter. */
  rename(documentId: string, title: string): Promise<boolean>
  /** The volume goes, its chapters stay. */
  remove(documentId: string): Promise<boolean>
}

/** What is done to volumes; each is undone where chapters' steps are. */
export const createVolumeActions = (
  ipc: Ipc,
  workspace: Workspace,
  chapters: ChapterActions,
  folded: FoldedVolumes,
): VolumeActions => {
  const titleAt = (documentId: string) =>
    workspace.documents().find((each) => each.documentId === documentId)?.volume?.title ?? ''
  return {
    create: (documentId, title) =>
      chapters.runStep(
        documentId,
        (chapter) => ipc.invoke('volumes:create', { ...chapter, title }),
        (done) => ({ kind: 'volumeMade', title: titleAt(documentId), ...done }),
      ),
    rename(documentId, title) {
      const before = titleAt(documentId)
      return chapters.runStep(
        documentId,
        (chapter) => ipc.invoke('volumes:rename', { ...chapter, title }),
        (done) => {
          folded.follow(before, titleAt(documentId))
          return { kind: 'volumeRenamed', title: titleAt(documentId), ...done }
        },
      )
    },
    remove(documentId) {
      const title = titleAt(documentId)
      return chapters.runStep(
        documentId,
        (chapter) => ipc.invoke('volumes:delete', chapter),
        (done) => ({ kind: 'volumeRemoved', title, ...done }),
      )
    },
  }
}
