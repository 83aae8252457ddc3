/** What a form holds beyond what is stored: its changed fields, and what stood in them when they were changed. */
export interface Draft<T = object> {
  readonly patch: Partial<T>
  readonly base: Partial<T>
}

/** The `key` of a row is the page's: it says nothing. */
const textOf = (value: unknown) => JSON.stringify(value, (name, part) => (name === 'key' ? undefined : part))
const same = (left: unknown, right: unknown) =>
  left === right || (typeof left !== 'string' && textOf(left) === textOf(right))
const fieldsOf = <T extends object>(value: T) => Object.keys(value) as (keyof T)[] // the forms are plain objects
const pick = <T extends object>(value: T, fields: readonly (keyof T)[]) =>
  Object.fromEntries(fields.map((field) => [field, value[field]])) as Partial<T> // only own fields of T

/** Null: the form says what is stored. */
export const draftOf = <T extends object>(stored: T, written: T): Draft<T> | null => {
  const changed = fieldsOf(written).filter((field) => !same(stored[field], written[field]))
  return changed.length === 0 ? null : { patch: pick(written, changed), base: pick(stored, changed) }
}

/** Untouched fields follow what is stored now. */
export const withDraft = <T extends object>(stored: T, draft: Draft<T> | undefined): T => ({
  ...stored,
  ...draft?.patch,
})

/** True when a field that the writer changed has been changed by something else as well, and not to the same. */
export const isStale = <T extends object>(stored: T, draft: Draft<T> | undefined): boolean =>
  draft !== undefined &&
  fieldsOf(draft.base).some(
    (field) => !same(draft.base[field], stored[field]) && !same(draft.patch[field], stored[field]),
  )

/** The draft without some fields; null when nothing else is in it. */
export const without = (draft: Draft, secret: readonly string[]): Draft | null => {
  const open = <P extends object>(part: P) =>
    pick(
      part,
      fieldsOf(part).filter((field) => !secret.includes(String(field))),
    )
  const patch = open(draft.patch)
  return fieldsOf(patch).length === 0 ? null : { patch, base: open(draft.base) }
}
