import { isolateHistory } from '@codemirror/commands'
import { Transaction } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { t } from 'i18next'
import type { Ipc } from '../../ipc/types.ts'
import { localDay } from '../dailyWords/localDay.ts'
import type { Journal } from '../journal/journal.ts'
import { createAutosave, type SaveOutcome } from './autosave.ts'
import type { EditorStore } from './editorStore.ts'
import { replaceStored, serialise } from './lineEndings.ts'
import { createUnsavedText } from './unsavedText.ts'

const autosaveDelayMs = 800
/** What is typed is on disk within three seconds; half a second of them is left for the save itself. */
const longestUnsavedMs = 2500

export interface DocumentFileOptions {
  readonly ipc: Ipc
  readonly store: EditorStore
  readonly view: EditorView
  readonly journal: Journal
  readonly onSaved: () => void
}

export interface DocumentFile {
  opened(projectId: string, documentId: string, hash: string): void
  /** The chapter is no longer shown; nothing more is saved until the next `opened`. */
  closed(): void
  isDirty(): boolean
  touched(): void
  /** AI text comes next: what is there is stored for itself, and a version of it is kept before that text is. */
  aiComesNext(): void
  /** Nothing is half typed just now. */
  goodMoment(): void
  /** What is unsaved goes into the journal at once, for a page that is about to go. */
  saveNow(): Promise<void>
  /** Shows a text that was never saved, written upon the file with this hash; saving it may meet a conflict. */
  restore(text: string, baseHash: string): Promise<void>
  flush(): Promise<string | null>
  /** The stored file's hash when nothing is unsaved. */
  savedHash(): string | null
  reread(): Promise<void>
  resolveConflict(choice: 'mine' | 'disk' | 'both'): Promise<void>
  dispose(): void
}

/** The file behind the editor: saving with a base hash, and what to do when the disk has another version. */
export const createDocumentFile = (options: DocumentFileOptions): DocumentFile => {
  const { ipc, store, view, onSaved } = options
  let projectId = ''
  let documentId = ''
  let hash: string | null = null
  /** Text of the file with that hash; null when an earlier page knew it. */
  let storedText: string | null = null
  let applying = false
  let aiIsNext = false
  /**
   * Texts that are stored before the present one: what stood there when a run's text came, and with that text and
   * nothing else. Otherwise a key typed while a save is on its way would count as a model's.
   */
  let stages: { readonly text: string; readonly byAi: boolean }[] = []

  const unsaved = createUnsavedText({
    journal: options.journal,
    read: () =>
      hash === null || !autosave.isDirty()
        ? null
        : { projectId, documentId, text: serialise(view.state), baseHash: hash },
    stored: () => storedText,
  })

  const knowFile = (itsHash: string | null, text: string | null) => {
    hash = itsHash
    storedText = text
  }

  const onDisk = () => {
    store.setState({ save: { kind: 'saved', at: new Date() } })
    onSaved()
  }

  const save = async (): Promise<SaveOutcome> => {
    if (hash === null || store.getState().save.kind === 'conflict') return 'blocked'
    const texts = [...stages, { text: serialise(view.state), byAi: false }]
    store.setState({ save: { kind: 'saving' } })
    let stored: string | null = null
    for (const [index, { text, byAi }] of texts.entries()) {
      const outcome = text === stored ? 'saved' : await storeText(text, byAi)
      if (outcome !== 'saved') return outcome
      stored = text
      if (index < texts.length - 1) stages = stages.slice(1)
    }
    onDisk()
    return 'saved'
  }

  const storeText = async (text: string, byAi: boolean): Promise<SaveOutcome> => {
    if (hash === null) return 'failed'
    const target = documentId
    const answer = await ipc.invoke('documents:save', {
      projectId,
      documentId,
      text,
      baseHash: hash,
      day: localDay(new Date()),
      ...(byAi ? { before: 'ai' as const } : {}),
    })
    if (target !== documentId) return 'failed'
    if (answer.ok) {
      const notice = answer.data.notices?.[0]
      if (notice !== undefined) store.setState({ notice })
      knowFile(answer.data.hash, text)
      return 'saved'
    }
    if (answer.error.code !== 'CONFLICT') {
      store.setState({ save: { kind: 'failed', error: answer.error } })
      return 'failed'
    }
    return meetConflict(text)
  }

  const meetConflict = async (mine: string): Promise<SaveOutcome> => {
    const disk = await ipc.invoke('documents:read', { projectId, documentId })
    if (!disk.ok) {
      store.setState({ save: { kind: 'failed', error: disk.error } })
      return 'failed'
    }
    // A save sent again after a broken connection meets its own result.
    if (disk.data.text === mine) {
      knowFile(disk.data.hash, mine)
      return 'saved'
    }
    store.setState({ save: { kind: 'conflict', diskText: disk.data.text, diskHash: disk.data.hash } })
    return 'blocked'
  }

  const autosave = createAutosave({
    delayMs: autosaveDelayMs,
    longestMs: longestUnsavedMs,
    isBusy: () => view.composing,
    save,
    onIdle: unsaved.clearPending,
    onDirty: () => {
      unsaved.touched()
      const { kind } = store.getState().save
      if (kind !== 'conflict' && kind !== 'dirty') store.setState({ save: { kind: 'dirty' } })
    },
  })

  const forgetStages = () => {
    aiIsNext = false
    stages = []
  }

  /** Returns the end of what is different now. */
  const show = (stored: string): number => {
    const transaction = view.state.update(replaceStored(view.state, stored), {
      annotations: [isolateHistory.of('full'), Transaction.userEvent.of('input.disk')],
    })
    applying = true
    view.dispatch(transaction)
    applying = false
    let end = 0
    transaction.changes.iterChangedRanges((_fromBefore, _toBefore, _from, to) => {
      end = to
    })
    return end
  }

  return {
    opened(project, document, fileHash) {
      projectId = project
      documentId = document
      knowFile(fileHash, serialise(view.state))
      forgetStages()
      autosave.reset()
    },
    closed() {
      forgetStages()
      autosave.reset()
      knowFile(null, null)
    },
    isDirty: () => autosave.isDirty(),
    aiComesNext() {
      if (autosave.isDirty()) stages.push({ text: serialise(view.state), byAi: false })
      aiIsNext = true
    },
    touched() {
      if (applying) return
      autosave.touch()
      if (!aiIsNext) return
      aiIsNext = false
      stages.push({ text: serialise(view.state), byAi: true })
      void autosave.flush()
    },
    goodMoment: autosave.goodMoment,
    saveNow: unsaved.saveNow,
    async restore(text, baseHash) {
      if (hash === null) return
      const anchor = show(text)
      view.dispatch({ selection: { anchor }, scrollIntoView: true })
      knowFile(baseHash, null)
      forgetStages()
      autosave.touch()
      await unsaved.saveNow()
      void autosave.flush()
    },
    async flush() {
      return (await autosave.flush()) ? hash : null
    },
    savedHash: () => (autosave.isDirty() ? null : hash),
    async reread() {
      const target = documentId
      if (hash === null || autosave.isDirty()) return
      const disk = await ipc.invoke('documents:read', { projectId, documentId })
      if (!disk.ok || target !== documentId || autosave.isDirty() || disk.data.hash === hash) return
      // Closed meanwhile.
      if (hash === null) return
      show(disk.data.text)
      knowFile(disk.data.hash, disk.data.text)
      onDisk()
    },
    async resolveConflict(choice) {
      const state = store.getState().save
      if (state.kind !== 'conflict') return
      forgetStages()
      const mine = serialise(view.state)
      if (choice === 'both') {
        const isSaved = await saveAsChapter(state.diskText)
        if (!isSaved) return
      }
      // The other version goes through the undo history, so it is never lost.
      show(state.diskText)
      knowFile(state.diskHash, state.diskText)
      store.setState({ save: { kind: 'saved', at: new Date() } })
      autosave.reset()
      if (choice !== 'disk') {
        show(mine)
        autosave.touch()
        void unsaved.saveNow()
        await autosave.flush()
      }
    },
    dispose: () => autosave.reset(),
  }

  async function saveAsChapter(text: string): Promise<boolean> {
    const heading = text.match(/^#\s+(.+)$/m)?.[1] ?? ''
    const created = await ipc.invoke('documents:create', {
      projectId,
      title: t('conflict.copyTitle', { heading }).slice(0, 200),
      after: documentId,
    })
    if (!created.ok) {
      store.setState({ save: { kind: 'failed', error: created.error } })
      return false
    }
    const target = { projectId, documentId: created.data.documentId }
    const empty = await ipc.invoke('documents:read', target)
    if (!empty.ok) return false
    const saved = await ipc.invoke('documents:save', { ...target, text, baseHash: empty.data.hash })
    return saved.ok
  }
}
