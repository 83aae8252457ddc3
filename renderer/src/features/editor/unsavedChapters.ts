import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Workspace } from '../../app/workspace.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { Journal, JournalKey } from '../journal/journal.ts'
import type { EditorController } from './editorController.ts'
import { missingText } from './missingText.ts'
import { newestText, type PageRemains, remainsOf } from './pageRemains.ts'
import { type Unsaved, unsavedKind } from './unsavedText.ts'

/** A chapter's text that an earlier page could not bring to disk. */
interface UnsavedChapter extends Unsaved {
  readonly key: JournalKey
  readonly at: number
  /** What the file does not have, for a look. */
  readonly missingText: string
  /** The chapter is not there any more. */
  readonly isMissing: boolean
  /** What its page typed last is in it. */
  readonly hasLastKeys: boolean
}

export interface UnsavedChapters {
  readonly store: StoreApi<{ readonly items: readonly UnsavedChapter[] }>
  /** Looks for what earlier pages left of this work; what the files have already is forgotten. */
  load(projectId: string): Promise<void>
  /** Puts the text back; when the file has changed meanwhile, both versions are shown. */
  restore(item: UnsavedChapter): Promise<void>
  /** A chapter of its own for a text whose chapter is gone. */
  saveAsChapter(item: UnsavedChapter, title: string): Promise<void>
  discard(item: UnsavedChapter): Promise<void>
  dispose(): void
}

export interface UnsavedChaptersOptions {
  readonly ipc: Ipc
  readonly journal: Journal
  readonly editor: EditorController
  readonly workspace: Workspace
}

/** What was typed and never saved, offered when its work is opened again. */
export const createUnsavedChapters = ({
  ipc,
  journal,
  editor,
  workspace,
}: UnsavedChaptersOptions): UnsavedChapters => {
  const store = createStore<{ readonly items: readonly UnsavedChapter[] }>(() => ({ items: [] }))

  const forget = async ({ key, hasLastKeys }: Pick<UnsavedChapter, 'key' | 'hasLastKeys'>) => {
    store.setState(({ items }) => ({ items: items.filter((item) => item.key !== key) }))
    // The page may have typed its last keys into another chapter.
    if (hasLastKeys) journal.dropInstant(key.at(-1))
    await journal.drop(key)
  }

  /** Null: the file has it already, its save had only not been acknowledged. */
  const compare = async ({ key, at, entry, lastKeys }: PageRemains): Promise<UnsavedChapter | null> => {
    const [, projectId = '', documentId = ''] = key
    const answer = await ipc.invoke('documents:read', { projectId, documentId })
    const file = answer.ok ? answer.data : null
    const unsaved = newestText({ entry, lastKeys }, file)
    const place = { key, hasLastKeys: lastKeys !== null }
    if (unsaved === null || file?.text === unsaved.text) {
      await forget(place)
      return null
    }
    return {
      ...{ projectId, documentId, ...unsaved, ...place, at },
      isMissing: !answer.ok && answer.error.code === 'NOT_FOUND',
      missingText: missingText(unsaved.text, file?.text ?? ''),
    }
  }

  const load = async (projectId: string) => {
    const entries = await journal.listLeft([unsavedKind, projectId])
    const compared = await Promise.all(
      remainsOf(projectId, entries, await journal.listInstantLeft()).map(compare),
    )
    if (workspace.store.getState().project?.projectId !== projectId) return
    store.setState({ items: compared.filter((item) => item !== null) })
  }

  const stopListening = [
    workspace.store.subscribe(({ project }, before) => {
      if (project?.projectId === before.project?.projectId) return
      store.setState({ items: [] })
      if (project !== null) void load(project.projectId)
    }),
  ]

  return {
    store,
    load,
    discard: forget,
    async restore(item) {
      await workspace.openDocument(item.documentId)
      // What has been typed since is on disk first, so that a conflict can show it.
      if (editor.store.getState().documentId !== item.documentId || (await editor.flush()) === null) return
      await editor.restore(item.text, item.baseHash)
      await forget(item)
      editor.focus()
    },
    async saveAsChapter(item, title) {
      const { projectId, text } = item
      const created = await ipc.invoke('documents:create', { projectId, title })
      if (!created.ok) return workspace.store.setState({ error: created.error })
      const target = { projectId, documentId: created.data.documentId }
      const empty = await ipc.invoke('documents:read', target)
      const answer = empty.ok
        ? await ipc.invoke('documents:save', { ...target, text, baseHash: empty.data.hash })
        : empty
      if (!answer.ok) return workspace.store.setState({ error: answer.error })
      await forget(item)
      await workspace.refresh()
      await workspace.openDocument(target.documentId)
    },
    dispose() {
      for (const stop of stopListening) stop()
    },
  }
}
