import { useRef, useState } from 'react'
import { useDrafts } from '../../app/AppContext.tsx'
import { type Draft, draftOf, isStale, withDraft } from './draft.ts'
import type { DraftPlace } from './drafts.ts'

export interface DraftForm<T> {
  /** What the fields show. */
  readonly value: T
  /** The same at this moment, also what is not drawn yet. */
  now(): T
  change(part: Partial<T>): void
  /** This is stored now; the form goes on from there. */
  clearDraft(stored: T): void
  /** Back to what is stored. */
  discard(): void
  readonly dirty: boolean
  /** It was left unfinished before this form was opened. */
  readonly restored: boolean
  /** What is stored has changed under the restored draft. */
  readonly stale: boolean
}

/**
 * The fields of a form, kept while they differ from what is stored (`initial`, read once). Fields in `secret`
 * are remembered until the page goes and no longer.
 */
export const useDraft = <T extends object>(
  place: DraftPlace,
  initial: T,
  secret: readonly (keyof T & string)[] = [],
): DraftForm<T> => {
  const drafts = useDrafts()
  const [restored, setRestored] = useState(() => drafts.read(place) as Draft<T> | undefined) // Kept by this very form.
  const [base, setBase] = useState(initial)
  const [value, setValue] = useState(() => withDraft(initial, restored))
  const latest = useRef(value)

  const show = (next: T, stored: T) => {
    latest.current = next
    setValue(next)
    drafts.save(place, draftOf(stored, next), secret)
  }
  const dirty = draftOf(base, value) !== null
  return {
    value,
    now: () => latest.current,
    dirty,
    restored: dirty && restored !== undefined,
    stale: dirty && isStale(base, restored),
    change: (part) => show({ ...latest.current, ...part }, base),
    clearDraft(stored) {
      setRestored(undefined)
      setBase(stored)
      // What was typed while it was being stored is unsaved still.
      drafts.save(place, draftOf(stored, latest.current), secret)
    },
    discard() {
      setRestored(undefined)
      show(base, base)
    },
  }
}
