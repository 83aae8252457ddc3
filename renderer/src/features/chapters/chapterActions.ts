import { createStore } from 'zustand/vanilla'
import type { LeavingVolume } from '#contract/documents.ts'
import type { ChannelInput } from '#contract/index.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import { bytesOf } from '../../app/saveFile.ts'
import type { Workspace } from '../../app/workspace.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { EditorController } from '../editor/editorController.ts'
import { type Move, moveDown, moveUp } from './chapterOrder.ts'

/** What was done last, for the notice with its way back. */
type ChapterStep =
  | {
      readonly kind:
        | 'renamed'
        | 'moved'
        | 'copied'
        | 'split'
        | 'merged'
        | 'renumbered'
        | 'tidied'
        | 'volumeMade'
        | 'volumeRenamed'
        | 'volumeRemoved'
      readonly title: string
      readonly documentId: string
      /** The step that main takes back; nothing but it. */
      readonly stepId?: string | undefined
      readonly note?: VolumeNote
      /** Chapters, where a step changes many. */
      readonly count?: number
    }
  | {
      readonly kind: 'planned'
      /** Of the first. */
      readonly title: string
      readonly documentId: string
      readonly documentIds: readonly string[]
      readonly stepId: string | undefined
      readonly count: number
    }
  | { readonly kind: 'sceneMoved'; readonly title: string; readonly undo: () => Promise<void> }
  /** A scene could not be moved just now; nothing was to be done. */
  | { readonly kind: 'sceneBlocked' | 'alreadyNumbered' | 'alreadyTidy'; readonly title: string }
  | {
      readonly kind: 'deleted'
      readonly title: string
      readonly trashId: string
      readonly note?: VolumeNote
    }

type PlannedStep = Extract<ChapterStep, { readonly kind: 'planned' }>

/** What became of the volume that the chapter began: `to` is the title of the chapter it begins with now. */
interface VolumeNote {
  readonly title: string
  readonly to?: string
}

interface ChapterActionsState {
  readonly step: ChapterStep | null
}

export interface ChapterActions {
  readonly store: ReturnType<typeof createActionsStore>
  /** The chapter's id afterwards; null when it was refused, which the notices tell. */
  rename(documentId: string, title: string): Promise<string | null>
  /** Behind `after`, or first among the chapters. */
  move(documentId: string, after: string | null): Promise<string | null>
  /** One place towards the beginning or the end. */
  step(documentId: string, way: 'up' | 'down'): Promise<string | null>
  /** Asks for something else that `documents:undo` takes back; false when it was refused. */
  runStep(
    documentId: string,
    request: (chapter: Chapter) => Promise<Envelope<Done>>,
    step: (done: Done) => ChapterStep,
  ): Promise<boolean>
  /** New chapters to be written, at the end without `place`: their ids; null when they were refused. */
  plan(chapters: NewChapters['chapters'], place?: NewChapters['place']): Promise<readonly string[] | null>
  /** Its words without marks into the clipboard. */
  copyText(documentId: string): Promise<void>
  remove(documentId: string): Promise<void>
  restore(trashId: string): Promise<void>
  /** Takes the last step back. */
  undo(): Promise<void>
  dismiss(): void
}

/** What main answers: the chapter's id afterwards, and the step unless nothing had to be done. */
interface Done {
  readonly documentId: string
  readonly stepId?: string | undefined
}

type NewChapters = ChannelInput<'plan:insert'>

interface Chapter {
  readonly projectId: string
  readonly documentId: string
}

const createActionsStore = () => createStore<ChapterActionsState>(() => ({ step: null }))

/** Renaming, moving and deleting chapters. What is typed is on disk before anything is done to its file. */
export const createChapterActions = (
  ipc: Ipc,
  editor: EditorController,
  workspace: Workspace,
): ChapterActions => {
  const store = createActionsStore()
  const projectId = () => workspace.store.getState().project?.projectId ?? ''
  const titleOf = (documentId: string) =>
    workspace.documents().find((each) => each.documentId === documentId)?.title ?? ''
  const isOpen = (documentId: string) => editor.store.getState().documentId === documentId

  /** False when unsaved words cannot be saved: their notice is on the screen, and nothing else happens. */
  const savedAll = async () => editor.store.getState().phase !== 'ready' || (await editor.flush()) !== null
  const refuse = (error: ErrorPayload) => {
    workspace.store.setState({ error })
    return null
  }

  /** Front matter is its path: under another name it is opened again. The heading of any chapter may have changed. */
  const arrive = async (from: string, to: string) => {
    await workspace.refresh()
    if (!isOpen(from)) return
    if (from === to) await editor.reread()
    else await workspace.openDocument(to)
  }

  const giveId = <T extends { readonly documentId: string }>(
    documentId: string,
    request: (chapter: Chapter) => Promise<Envelope<T>>,
  ): Promise<T | null> =>
    editor.withTypingPaused(async () => {
      if (!(await savedAll())) return null
      const answer = await request({ projectId: projectId(), documentId })
      if (!answer.ok) return refuse(answer.error)
      await arrive(documentId, answer.data.documentId)
      return answer.data
    })

  const noteOf = (volume: LeavingVolume | undefined): { readonly note?: VolumeNote } => {
    if (volume === undefined) return {}
    const { title, to } = volume
    return { note: to === undefined ? { title } : { title, to: titleOf(to) } }
  }

  /** `shown`: the chapter that the writer has moved, by letting this one go past it. */
  const move = async ({ documentId, after }: Move, shown = documentId): Promise<string | null> => {
    const behind = after === null ? {} : { after }
    const moved = await giveId(documentId, (chapter) =>
      ipc.invoke('documents:move', { ...chapter, ...behind }),
    )
    if (moved === null) return null
    const id = moved.documentId
    if (shown !== documentId) {
      store.setState({ step: { kind: 'moved', title: titleOf(shown), documentId: id, stepId: moved.stepId } })
      return shown
    }
    if (moved.stepId !== undefined)
      store.setState({
        step: {
          ...{ kind: 'moved', title: titleOf(id), documentId: id, stepId: moved.stepId },
          ...noteOf(moved.volume),
        },
      })
    return id
  }

  /** The open chapter may be one of those that go. */
  const withdraw = async ({ documentId, documentIds, stepId }: PlannedStep) => {
    const { documentId: open } = editor.store.getState()
    const isLeaving = open !== null && documentIds.includes(open)
    if (!(isLeaving ? await editor.close() : await savedAll())) return
    const answer = await ipc.invoke('documents:undo', { projectId: projectId(), documentId, stepId })
    if (!answer.ok) refuse(answer.error)
    await workspace.refresh()
    const next = answer.ok ? workspace.documents().at(-1)?.documentId : (open ?? undefined)
    if (isLeaving && next !== undefined) await workspace.openDocument(next)
  }

  const restore = async (trashId: string) => {
    const answer = await ipc.invoke('documents:restore', { projectId: projectId(), trashId })
    if (!answer.ok) return void refuse(answer.error)
    store.setState({ step: null })
    await workspace.refresh()
    await workspace.openDocument(answer.data.documentId)
  }

  return {
    store,
    restore,
    async rename(documentId, title) {
      const renamed = await giveId(documentId, (chapter) =>
        ipc.invoke('documents:rename', { ...chapter, title }),
      )
      if (renamed === null) return null
      const { documentId: id, stepId } = renamed
      if (stepId !== undefined)
        store.setState({ step: { kind: 'renamed', title: titleOf(id), documentId: id, stepId } })
      return id
    },
    move: (documentId, after) => move({ documentId, after }),
    async step(documentId, way) {
      const documents = workspace.documents()
      const chapters = documents.filter(({ kind }) => kind === 'chapter')
      const target = (way === 'up' ? moveUp : moveDown)(chapters, documentId)
      return target === null ? null : move(target, documentId)
    },
    async runStep(documentId, request, step) {
      const done = await giveId(documentId, request)
      if (done === null) return false
      if (done.stepId !== undefined) store.setState({ step: step(done) })
      return true
    },
    async plan(chapters, place) {
      const answer = await ipc.invoke('plan:insert', {
        ...{ projectId: projectId(), chapters },
        ...(place !== undefined && { place }),
      })
      if (!answer.ok) return refuse(answer.error)
      await workspace.refresh()
      const { documentId, documentIds, stepId } = answer.data
      const count = documentIds.length
      store.setState({
        step: { kind: 'planned', title: titleOf(documentId), documentId, documentIds, stepId, count },
      })
      return documentIds
    },
    async copyText(documentId) {
      if (!(await savedAll())) return
      const request = { projectId: projectId(), documentId, format: 'txt' } as const
      const answer = await ipc.invoke('book:export', request)
      if (!answer.ok) return void refuse(answer.error)
      await navigator.clipboard.writeText(new TextDecoder().decode(bytesOf(answer.data.base64)))
      store.setState({ step: { kind: 'copied', title: titleOf(documentId), documentId } })
    },
    async remove(documentId) {
      const title = titleOf(documentId)
      const documents = workspace.documents()
      const at = documents.findIndex((each) => each.documentId === documentId)
      const neighbour = documents[at + 1] ?? documents[at - 1]
      const wasOpen = isOpen(documentId)
      if (!(wasOpen ? await editor.close() : await savedAll())) return
      const answer = await ipc.invoke('documents:delete', { projectId: projectId(), documentId })
      if (!answer.ok) {
        refuse(answer.error)
        if (wasOpen) await workspace.openDocument(documentId)
        return
      }
      const { trashId, volume } = answer.data
      store.setState({ step: { kind: 'deleted', title, trashId, ...noteOf(volume) } })
      await workspace.refresh()
      if (wasOpen && neighbour !== undefined) await workspace.openDocument(neighbour.documentId)
    },
    async undo() {
      const { step } = store.getState()
      store.setState({ step: null })
      if (step?.kind === 'planned') await withdraw(step)
      else if (step?.kind === 'deleted') await restore(step.trashId)
      else if (step?.kind === 'sceneMoved') await step.undo()
      else if (step !== null && step.kind !== 'copied' && 'documentId' in step) {
        const { documentId, stepId } = step
        await giveId(documentId, (chapter) => ipc.invoke('documents:undo', { ...chapter, stepId }))
      }
    },
    dismiss: () => store.setState({ step: null }),
  }
}
