import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import { type Draft, draftOf, isStale, withDraft } from '../drafts/draft.ts'
import type { DraftPlace, Drafts } from '../drafts/drafts.ts'
import { createAutosave, type SaveOutcome } from '../editor/autosave.ts'

export interface Stored<T> {
  readonly value: T
  /** Of what was read; null while there is no file. */
  readonly hash: string | null
}

type AutosavedSave<T> =
  | { readonly kind: 'loading' | 'saved' | 'dirty' | 'saving' | 'unready' }
  | { readonly kind: 'failed' | 'loadFailed'; readonly error: ErrorPayload }
  | { readonly kind: 'conflict'; readonly disk: Stored<T> }

export interface AutosavedState<T> {
  /** Null until it has been read. */
  readonly value: T | null
  readonly save: AutosavedSave<T>
  /** Something was found that an earlier page could not store. */
  readonly restored: boolean
  /** The version that was not chosen in a conflict. */
  readonly rejectedVersion: T | null
}

export interface AutosavedValue<T> {
  readonly store: StoreApi<AutosavedState<T>>
  change(part: Partial<T>): void
  /** True when everything is on disk. */
  flush(): Promise<boolean>
  /** Looks whether it was changed elsewhere, unless something is unsaved here. */
  reread(): Promise<void>
  resolve(choice: 'mine' | 'disk'): void
  /** Back to what is stored. */
  discard(): void
  /** Takes the version that was not chosen after all. */
  restoreRejected(): void
}

/** Where a value lies, and what of it can lie there. */
export interface AutosavedSource<T> {
  readonly read: () => Promise<Envelope<Stored<T>>>
  /** `base`: what was read or written last; what has no hash of its own is checked against it. */
  readonly write: (
    value: T,
    baseHash: string | null,
    base: T,
  ) => Promise<Envelope<{ readonly hash: string | null }>>
  /** False while the value is not one that can be stored; it stays a draft until then. */
  readonly isReady?: (value: T) => boolean
  /** The value as it reads once it is stored: without the white space around it and the like. */
  readonly asStored?: (value: T) => T
  readonly onStored?: (value: T) => void
}

export interface AutosavedOptions<T> extends AutosavedSource<T> {
  readonly place: DraftPlace
  readonly drafts: Pick<Drafts, 'read' | 'save'>
  /** True while letters are being composed. */
  readonly isBusy?: () => boolean
}

const restMs = 800
/** Half a second of the three is left for the save itself. */
const longestMs = 2500

/**
 * A value that is typed in a form and stored by itself: after a rest, with the hash it was read with, and in the
 * page's journal until main has it. What was changed elsewhere in other fields is joined; in the same, both versions
 * are shown.
 */
export const createAutosavedValue = <T extends object>(options: AutosavedOptions<T>): AutosavedValue<T> => {
  const { place, drafts, read, write } = options
  const { isReady = () => true, isBusy = () => false, asStored = (value: T) => value } = options
  const store = createStore<AutosavedState<T>>(() => ({
    value: null,
    save: { kind: 'loading' },
    restored: false,
    rejectedVersion: null,
  }))
  let stored: Stored<T> | null = null
  const isSame = (left: T, right: T) => draftOf(asStored(left), asStored(right)) === null
  const saveDraft = (base: T, value: T) =>
    drafts.save(place, isSame(base, value) ? null : draftOf(base, value))

  const save = async (): Promise<SaveOutcome> => {
    const { value, save } = store.getState()
    if (value === null || stored === null || save.kind === 'conflict') return 'blocked'
    if (!isReady(value)) {
      store.setState({ save: { kind: 'unready' } })
      return 'blocked'
    }
    store.setState({ save: { kind: 'saving' } })
    const answer = await write(value, stored.hash, stored.value)
    if (answer.ok) return written(value, answer.data.hash)
    if (answer.error.code === 'CONFLICT' || answer.error.code === 'CONTEXT_BUDGET_CONFLICT')
      return meetConflict(value, stored, answer.error)
    return failed(answer.error)
  }

  const failed = (error: ErrorPayload): SaveOutcome => {
    store.setState({ save: { kind: 'failed', error } })
    return 'failed'
  }

  const written = (value: T, hash: string | null): SaveOutcome => {
    stored = { value: asStored(value), hash }
    saveDraft(stored.value, store.getState().value ?? value)
    store.setState({ save: { kind: 'saved' } })
    options.onStored?.(value)
    return 'saved'
  }

  const meetConflict = async (mine: T, base: Stored<T>, error: ErrorPayload): Promise<SaveOutcome> => {
    const disk = await read()
    if (!disk.ok) return failed(disk.error)
    // A save sent again after a broken connection meets its own result.
    if (isSame(disk.data.value, mine)) return written(mine, disk.data.hash)
    // It conflicts with something else, as with another of the same name.
    if (disk.data.hash === base.hash && isSame(disk.data.value, base.value)) return failed(error)
    if (!join(disk.data, draftOf(base.value, mine))) {
      store.setState({ save: { kind: 'conflict', disk: disk.data } })
      return 'blocked'
    }
    return save()
  }

  /** Fields that only one side has changed go together; false when a field was changed by both. */
  const join = (disk: Stored<T>, draft: Draft<T> | null): boolean => {
    if (isStale(disk.value, draft ?? undefined)) return false
    stored = disk
    store.setState({ value: withDraft(disk.value, draft ?? undefined) })
    return true
  }

  const autosave = createAutosave({
    delayMs: restMs,
    longestMs,
    isBusy,
    save,
    onDirty: () => {
      const { kind } = store.getState().save
      if (kind !== 'conflict' && kind !== 'unready') store.setState({ save: { kind: 'dirty' } })
    },
  })

  const show = (value: T) => {
    store.setState({ value })
    if (stored !== null) saveDraft(stored.value, value)
    autosave.touch()
  }

  const open = async () => {
    const answer = await read()
    if (!answer.ok) {
      store.setState({ save: { kind: 'loadFailed', error: answer.error } })
      return
    }
    const draftOfForm = drafts.read(place) as Draft<T> | undefined // Written by this very form.
    stored = answer.data
    const value = withDraft(stored.value, draftOfForm)
    store.setState({ value, save: { kind: 'saved' }, restored: draftOfForm !== undefined })
    if (draftOfForm === undefined) return
    if (isStale(stored.value, draftOfForm) && !isSame(stored.value, value))
      store.setState({ save: { kind: 'conflict', disk: stored } })
    else show(value)
  }
  const opened = open()

  return {
    store,
    change(part) {
      const { value, save } = store.getState()
      if (value === null) return
      if (save.kind === 'unready') store.setState({ save: { kind: 'dirty' } })
      show({ ...value, ...part })
    },
    async flush() {
      await opened
      return autosave.flush()
    },
    async reread() {
      await opened
      const { kind } = store.getState().save
      if (kind === 'loadFailed') return open()
      if (kind !== 'saved' || autosave.isDirty()) return
      const answer = await read()
      if (!answer.ok || autosave.isDirty() || stored === null) return
      if (answer.data.hash !== null && answer.data.hash === stored.hash) return
      // The same: what is half typed, as a space at the end, stays as it is.
      if (isSame(answer.data.value, stored.value)) stored = { ...stored, hash: answer.data.hash }
      else {
        stored = answer.data
        store.setState({ value: answer.data.value })
      }
    },
    resolve(choice) {
      const { save, value } = store.getState()
      if (save.kind !== 'conflict' || value === null) return
      stored = save.disk
      const accepted = choice === 'mine' ? value : save.disk.value
      store.setState({
        save: { kind: 'dirty' },
        rejectedVersion: choice === 'mine' ? save.disk.value : value,
      })
      show(accepted)
      void autosave.flush()
    },
    discard() {
      if (stored === null) return
      autosave.reset()
      drafts.save(place, null)
      store.setState({ value: stored.value, save: { kind: 'saved' } })
    },
    restoreRejected() {
      const { rejectedVersion, value } = store.getState()
      if (rejectedVersion === null || value === null) return
      store.setState({ rejectedVersion: value })
      show(rejectedVersion)
      void autosave.flush()
    },
  }
}
