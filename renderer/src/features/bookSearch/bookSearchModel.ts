import { createStore } from 'zustand/vanilla'
import type { BookQuery, MatchedChapter } from '#contract/book.ts'
import type { ChannelOutput } from '#contract/index.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Workspace } from '../../app/workspace.ts'
import type { Ipc } from '../../ipc/types.ts'
import type { EditorController } from '../editor/editorController.ts'
import { unsavedError } from '../editor/unsavedError.ts'

type Replaced = ChannelOutput<'book:replace'>

/** What was done last, for the notice with its way back. */
type SearchStep =
  | { readonly kind: 'replaced'; readonly count: number; readonly done: Replaced }
  | { readonly kind: 'undone'; readonly chapters: number; readonly skipped: readonly string[] }

export interface BookSearchState {
  readonly query: BookQuery
  readonly replacement: string
  readonly replacing: boolean
  /** Null: nothing has been looked for. */
  readonly chapters: readonly MatchedChapter[] | null
  readonly loadFailed: readonly string[]
  /** Places that may belong to longer names and are not among the matches. */
  readonly uncertain: number
  readonly searching: boolean
  /** Matches that stay as they are, `exclusionOf`. */
  readonly excluded: ReadonlySet<string>
  readonly step: SearchStep | null
  readonly error: ErrorPayload | null
  readonly busy: boolean
}

export interface BookSearchModel {
  readonly store: ReturnType<typeof createSearchStore>
  /** Another query, or another replacement: results follow when the writer pauses. */
  changeQuery(
    change: Partial<Pick<BookSearchState, 'replacement' | 'replacing'>> & {
      readonly query?: Partial<BookQuery>
    },
  ): void
  /** Looks now. */
  search(): Promise<void>
  /** A match stays, or does not stay, when the others are replaced. */
  exclude(documentId: string, index: number, stays: boolean): void
  replace(): Promise<void>
  undo(): Promise<void>
  /** Another work, or none. */
  reset(): void
  dispose(): void
}

/** Typed letters become one search. */
const pauseMs = 200
/** Chapters that are being written are looked at again after so long. */
const changedMs = 800
/** From so many hits on only their number is told. */
const mostListed = 2000
const hitsPerChapter = 200

const nothing: BookSearchState = {
  query: { text: '', mode: 'literal', fold: true },
  ...{ replacement: '', replacing: false, chapters: null, loadFailed: [], uncertain: 0, searching: false },
  ...{ excluded: new Set<string>(), step: null, error: null, busy: false },
}
const createSearchStore = () => createStore<BookSearchState>(() => nothing)

/** A match of one state of a chapter: in another state its number means another one. */
export const exclusionOf = (hash: string, documentId: string, index: number) =>
  `${hash} ${index} ${documentId}`

/** How many matches would be replaced. */
export const countLeft = ({ chapters, excluded }: Pick<BookSearchState, 'chapters' | 'excluded'>): number => {
  const matched = chapters ?? []
  const stay = matched.flatMap(({ documentId, hash, hits }) =>
    hits.filter(({ index }) => excluded.has(exclusionOf(hash, documentId, index))),
  )
  return matched.reduce((sum, { count }) => sum + count, 0) - stay.length
}

/** Looking for words in the whole book and replacing them. What is typed is on disk before either. */
export const createBookSearchModel = (
  ipc: Ipc,
  editor: EditorController,
  workspace: Workspace,
): BookSearchModel => {
  const store = createSearchStore()
  const projectId = () => workspace.store.getState().project?.projectId ?? null
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const later = (waitMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void search(), waitMs)
  }
  const savedAll = async () => editor.store.getState().phase !== 'ready' || (await editor.flush()) !== null

  const search = async () => {
    clearTimeout(timer)
    latest += 1
    const own = latest
    const project = projectId()
    const { query, replacement, replacing } = store.getState()
    if (project === null || query.text === '')
      return store.setState({ chapters: null, loadFailed: [], searching: false, error: null })
    store.setState({ searching: true, error: null })
    // What cannot be saved is told where it is written; the rest of the book can be searched all the same.
    await savedAll()
    const chapters: MatchedChapter[] = []
    const loadFailed: string[] = []
    let listed = 0
    let uncertain = 0
    for (let from: string | null | undefined; from !== null; ) {
      const answer = await ipc.invoke('book:search', {
        ...{ projectId: project, query, hitsPerChapter: listed < mostListed ? hitsPerChapter : 0 },
        ...(replacing ? { replacement } : {}),
        ...(from === undefined ? {} : { from }),
      })
      if (own !== latest) return
      if (!answer.ok) return store.setState({ searching: false, error: answer.error, chapters: [] })
      chapters.push(...answer.data.chapters)
      loadFailed.push(...answer.data.unread.map(({ title }) => title))
      for (const { hits } of answer.data.chapters) listed += hits.length
      from = answer.data.next
      uncertain += answer.data.doubtful
      store.setState({ chapters: [...chapters], loadFailed, uncertain, searching: from !== null })
    }
  }

  const stopListening = ipc.on('changed', (change) => {
    const isBook = change.paths.some((path) => path.split('/')[0] === 'manuscript')
    if (change.projectId === projectId() && isBook && store.getState().chapters !== null) later(changedMs)
  })

  /** Runs one thing at a time, with everything typed on disk. */
  const runExclusive = async (task: (projectId: string) => Promise<ErrorPayload | null>) => {
    const project = projectId()
    if (project === null || store.getState().busy) return
    store.setState({ busy: true, error: null })
    const error = (await savedAll()) ? await task(project) : unsavedError(editor.store.getState())
    await editor.reread()
    store.setState({ busy: false })
    await search()
    if (error !== null) store.setState({ error })
  }

  return {
    store,
    search,
    changeQuery({ query, ...change }) {
      latest += 1
      const searching = (query?.text ?? store.getState().query.text) !== ''
      store.setState((state) => ({
        ...change,
        query: { ...state.query, ...query },
        ...{ step: null, error: null, searching },
      }))
      later(pauseMs)
    },
    exclude(documentId, index, stays) {
      const hash = store.getState().chapters?.find((each) => each.documentId === documentId)?.hash ?? ''
      const excluded = new Set(store.getState().excluded)
      const key = exclusionOf(hash, documentId, index)
      if (stays) excluded.add(key)
      else excluded.delete(key)
      store.setState({ excluded })
    },
    replace: () =>
      runExclusive(async (project) => {
        const { query, replacement, chapters, excluded } = store.getState()
        const selected = (chapters ?? []).map(({ documentId, hash, count, hits }) => ({
          ...{ documentId, hash, count },
          except: hits.flatMap(({ index }) =>
            excluded.has(exclusionOf(hash, documentId, index)) ? [index] : [],
          ),
        }))
        if (selected.length === 0) return null
        const request = { projectId: project, query, replacement, chapters: selected }
        const answer = await ipc.invoke('book:replace', request)
        if (!answer.ok) return answer.error
        const count = answer.data.chapters.reduce((sum, each) => sum + each.count, 0)
        store.setState({ step: { kind: 'replaced', count, done: answer.data } })
        return null
      }),
    undo: () =>
      runExclusive(async (project) => {
        const { step } = store.getState()
        if (step?.kind !== 'replaced' || step.done.editId === null) return null
        const answer = await ipc.invoke('edits:undo', { projectId: project, editId: step.done.editId })
        if (!answer.ok) return answer.error
        const titles = new Map(step.done.chapters.map(({ documentId, title }) => [documentId, title]))
        const skipped = answer.data.skipped.map(({ path }) => titles.get(path) ?? path)
        store.setState({ step: { kind: 'undone', chapters: answer.data.restored.length, skipped } })
        return null
      }),
    reset() {
      latest += 1
      clearTimeout(timer)
      store.setState(nothing)
    },
    dispose() {
      clearTimeout(timer)
      stopListening()
    },
  }
}
