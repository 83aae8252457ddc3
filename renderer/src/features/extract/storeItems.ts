import { emptyEntry } from '../../../../main/src/contract/emptyEntry.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { CodexType } from '../codex/codexModel.ts'
import { newBeat } from '../plan/beats.ts'
import type { ExtractItem } from './extract.ts'

/** The longest title of a thread or a chapter, in UTF-16 units. */
export const maxTitleUnits = 200

/** What is stored of an item, or why it is not; what came before it stays stored. */
export interface Stored {
  /** How many of the items, from the first on. */
  readonly count: number
  /** Why the next one was refused; null: all are stored. */
  readonly error: ErrorPayload | null
}

/** Behind the beats that the chapter has. */
export const storeBeats = async (
  ipc: Pick<Ipc, 'invoke'>,
  chapter: { readonly projectId: string; readonly documentId: string },
  texts: readonly string[],
): Promise<Stored> => {
  const read = await ipc.invoke('plan:get', chapter)
  if (!read.ok) return { count: 0, error: read.error }
  const { plan, hash } = read.data
  const beats = [...(plan?.beats ?? []), ...texts.map(newBeat)]
  const answer = await ipc.invoke('plan:set', {
    ...chapter,
    plan: { text: plan?.text ?? '', beats },
    baseHash: hash,
  })
  return answer.ok ? { count: texts.length, error: null } : { count: 0, error: answer.error }
}

/** A new card each. */
export const storeCards = (
  ipc: Pick<Ipc, 'invoke'>,
  projectId: string,
  cards: readonly (Pick<ExtractItem, 'title' | 'text'> & { readonly type: CodexType })[],
): Promise<Stored> =>
  storeEach(cards, ({ title, text, type }) => {
    const id = `entry-${crypto.randomUUID().slice(0, 8)}`
    const entry = { ...emptyEntry({ id, type, name: title }), body: text }
    return ipc.invoke('codex:save', { projectId, entry })
  })

/** A planned thread each. */
export const storeThreads = (
  ipc: Pick<Ipc, 'invoke'>,
  projectId: string,
  titles: readonly string[],
): Promise<Stored> => storeEach(titles, (title) => ipc.invoke('threads:create', { projectId, title }))

/** One after the other, to the first refusal. */
async function storeEach<T>(
  items: readonly T[],
  request: (item: T) => Promise<{ readonly ok: true } | { readonly ok: false; readonly error: ErrorPayload }>,
): Promise<Stored> {
  for (const [count, item] of items.entries()) {
    const answer = await request(item)
    if (!answer.ok) return { count, error: answer.error }
  }
  return { count: items.length, error: null }
}
