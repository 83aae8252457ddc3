import { applyPatch, patchBetween, type TextPatch } from './textPatch.ts'

/** A text that a page's later ones can be told from. */
export interface BaseText {
  /** 0: the file as the page knew it; else the page's entry in the journal with this revision. */
  readonly revision: number
  readonly text: string
}

/** What a page typed last, told from every text that it may be put upon after a crash. */
export interface LastKeys {
  readonly projectId: string
  readonly documentId: string
  /** Hash of the file as the page knew it. */
  readonly baseHash: string
  readonly patches: readonly (TextPatch & { readonly revision: number })[]
}

/** More comes with the next entry of the journal: it would fill the browser's small store, and be felt at every key. */
const maxInsertedUnits = 20_000

/** Null when there is nothing to be told, or too much. */
export const lastKeysOf = (
  place: Omit<LastKeys, 'patches'>,
  bases: readonly BaseText[],
  text: string,
): LastKeys | null => {
  const patches = bases.map((base) => ({ revision: base.revision, ...patchBetween(base.text, text) }))
  const isTooLong = patches.some(({ insert }) => insert.length > maxInsertedUnits)
  return patches.length === 0 || isTooLong ? null : { ...place, patches }
}

/** Null for a text that none of the patches was made of. */
export const textWithLastKeys = ({ patches }: LastKeys, { revision, text }: BaseText): string | null => {
  const patch = patches.find((each) => each.revision === revision)
  return patch === undefined ? null : applyPatch(text, patch)
}
