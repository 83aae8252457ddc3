import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Journal } from '../journal/journal.ts'
import { type Draft, without } from './draft.ts'

/** A form and the row it is about; '' as project for what belongs to the computer. */
export interface DraftPlace {
  readonly projectId: string
  readonly form: string
  readonly row: string
}

export interface Drafts {
  /** Every draft by `placeId`, so that lists can mark what is unfinished. */
  readonly store: StoreApi<{ readonly drafts: ReadonlyMap<string, Draft> }>
  /** Reads what earlier pages left; before the first form is shown. */
  load(): Promise<void>
  read(place: DraftPlace): Draft | undefined
  /** Null drops it. Fields in `secret` stay in this page and are never written anywhere. */
  save(place: DraftPlace, draft: Draft | null, secret?: readonly string[]): void
  /** Writes what waits, for a page that is about to go. */
  saveNow(): void
}

const kind = 'draft'
const delayMs = 200

export const placeId = ({ projectId, form, row }: DraftPlace): string =>
  JSON.stringify([projectId, form, row])

/** What stands in forms and is not stored: outlives Escape, another row, the closed window and a reload. */
export const createDrafts = (journal: Journal): Drafts => {
  const store = createStore<{ readonly drafts: ReadonlyMap<string, Draft> }>(() => ({ drafts: new Map() }))
  const queued = new Map<string, { readonly place: DraftPlace; readonly draft: Draft | null }>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const saveNow = () => {
    clearTimeout(timer)
    timer = undefined
    for (const { place, draft } of queued.values()) {
      const key = [kind, place.projectId, place.form, place.row]
      void (draft === null ? journal.drop(key) : journal.save(key, draft))
    }
    queued.clear()
  }

  return {
    store,
    saveNow,
    async load() {
      const entries = await journal.list([kind])
      const stored = entries.map(({ key: [, projectId = '', form = '', row = ''], value }) => {
        return [placeId({ projectId, form, row }), value as Draft] as const // Written by `saveNow`.
      })
      store.setState({ drafts: new Map(stored) })
    },
    read: (place) => store.getState().drafts.get(placeId(place)),
    save(place, draft, secret = []) {
      const id = placeId(place)
      const drafts = new Map(store.getState().drafts)
      if (draft === null) drafts.delete(id)
      else drafts.set(id, draft)
      store.setState({ drafts })
      queued.set(id, { place, draft: draft === null ? null : without(draft, secret) })
      timer ??= setTimeout(saveNow, delayMs)
    },
  }
}
