import { createStore } from 'zustand/vanilla'
import type { CodexEntry } from '#contract/codex.ts'
import type { ChannelOutput } from '#contract/index.ts'
import { emptyEntry } from '../../../../main/src/contract/emptyEntry.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { createProjectCall } from '../../ipc/projectCall.ts'
import type { Queries } from '../../ipc/queries.ts'

export type CodexRow = ChannelOutput<'codex:list'>['entries'][number]
export type CodexType = CodexEntry['type']

export const codexTypes = ['character', 'location', 'item', 'faction', 'event', 'lore'] as const

/** What the form shows: an entry by its id, or one that is not on disk yet. */
type OpenEntry =
  | { readonly kind: 'stored'; readonly id: string; readonly name: string }
  | { readonly kind: 'new'; readonly entry: CodexEntry }

export interface CodexState {
  /** The kind that is shown; null while the screen is closed. */
  readonly shown: CodexType | null
  readonly open: OpenEntry | null
  /** Why an entry could not be opened or written. */
  readonly error: ErrorPayload | null
}

export type CodexModel = ReturnType<typeof createCodexModel>

const createCodexStore = () => createStore<CodexState>(() => ({ shown: null, open: null, error: null }))

/** What the codex screen shows of the open project, and writing entries; main owns them. */
export const createCodexModel = (queries: Queries, projectId: () => string | null) => {
  const { ipc } = queries
  const store = createCodexStore()
  const show = (type: CodexType | null) => store.setState({ shown: type, open: null, error: null })

  const call = createProjectCall(projectId, store)
  let lastAdded = Promise.resolve(true)

  const addAliasesNow = (id: string, names: readonly string[]) =>
    call(async (projectId) => {
      const read = await ipc.invoke('codex:read', { projectId, id })
      if (!read.ok) return read
      const { entry, hash: baseHash } = read.data
      const own = [
        entry.name,
        ...entry.aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name)),
      ]
      const aliases = [...entry.aliases, ...new Set(names.filter((alias) => !own.includes(alias)))]
      return ipc.invoke('codex:save', { projectId, entry: { ...entry, aliases }, baseHash })
    })

  return {
    store,
    show,
    openEntry: (id: string) =>
      call(
        (projectId) => queries.fetchChannel('codex:read', { projectId, id }),
        ({ entry: { name, type } }) => ({ open: { kind: 'stored', id, name }, shown: type }),
      ),
    create(type: CodexType, name = '') {
      store.setState({
        open: {
          kind: 'new',
          entry: emptyEntry({ id: `entry-${crypto.randomUUID().slice(0, 8)}`, type, name }),
        },
        error: null,
      })
    },
    close: () => store.setState({ open: null, error: null }),
    /** Makes the file of an entry; true when it is on disk. */
    add: (entry: CodexEntry) =>
      call(
        (projectId) => ipc.invoke('codex:save', { projectId, entry }),
        () => ({ open: { kind: 'stored', id: entry.id, name: entry.name }, shown: entry.type }),
      ),
    /** The open entry was written by its form; its name and kind may be others now. */
    stored(id: string, name: string, type: CodexType) {
      const { open } = store.getState()
      if (open?.kind === 'stored' && open.id === id)
        store.setState({ open: { ...open, name }, shown: type, error: null })
    },
    /** Deletes an entry as its file is now. */
    remove: (id: string) =>
      call(
        async (projectId) => {
          const read = await ipc.invoke('codex:read', { projectId, id })
          return read.ok ? ipc.invoke('codex:delete', { projectId, id, baseHash: read.data.hash }) : read
        },
        () => ({ open: null }),
      ),
    hide: () => show(null),
    /**
     * More names for an entry, as its file is now; those it has stay as they are. One after the other: each reads what
     * the one before has written. True when they are on disk.
     */
    addAliases(id: string, names: readonly string[]): Promise<boolean> {
      const project = projectId()
      const added = lastAdded.then(() => projectId() === project && addAliasesNow(id, names))
      lastAdded = added
      return added
    },
  }
}
