import type { InstantEntry } from '../journal/instantPort.ts'
import type { JournalEntry, JournalKey } from '../journal/journal.ts'
import { type LastKeys, textWithLastKeys } from './lastKeys.ts'
import { type Unsaved, type UnsavedEntry, unsavedKind } from './unsavedText.ts'

/** What a page left of one chapter: an entry of the journal, what was typed last, or both. */
export interface PageRemains {
  /** Of the entry, whether there is one or not. */
  readonly key: JournalKey
  readonly at: number
  readonly entry: UnsavedEntry | null
  readonly lastKeys: LastKeys | null
}

/** One for each chapter of a project and page, in the order of the entries. */
export function remainsOf(
  projectId: string,
  entries: readonly JournalEntry[],
  instant: readonly InstantEntry[],
): readonly PageRemains[] {
  const last = new Map(
    instant.flatMap(({ page, at, value }) => {
      const lastKeys = value as LastKeys // Written by `createUnsavedText` of an earlier page, as the entries.
      const key = [unsavedKind, projectId, lastKeys.documentId, page]
      return lastKeys.projectId === projectId
        ? [[JSON.stringify(key), { key, at, entry: null, lastKeys }] as const]
        : []
    }),
  )
  const withEntry = entries.map(({ key, at, value }): PageRemains => {
    const lastKeys = last.get(JSON.stringify(key))?.lastKeys ?? null
    last.delete(JSON.stringify(key))
    return { key, at, entry: value as UnsavedEntry, lastKeys }
  })
  return [...withEntry, ...last.values()]
}

/** The newest text that can be put together, with the hash of the file it was written upon; null when there is none. */
export function newestText(
  { entry, lastKeys }: Pick<PageRemains, 'entry' | 'lastKeys'>,
  file: { readonly text: string; readonly hash: string } | null,
): Pick<Unsaved, 'text' | 'baseHash'> | null {
  if (lastKeys !== null) {
    const { baseHash } = lastKeys
    const whole =
      (entry && textWithLastKeys(lastKeys, entry)) ??
      (file?.hash === baseHash ? textWithLastKeys(lastKeys, { revision: 0, text: file.text }) : null)
    if (whole !== null) return { text: whole, baseHash }
    // The file is another one by now: the words are offered behind what stands there.
    const typed = lastKeys.patches.find(({ revision }) => revision === 0)?.insert ?? ''
    if (entry === null && typed !== '') return { text: `${file?.text ?? ''}${typed}`, baseHash }
  }
  return entry && { text: entry.text, baseHash: entry.baseHash }
}
