import { createStore } from 'zustand/vanilla'
import type { CodexEntry, CodexMention } from '#contract/codex.ts'
import type { ChannelOutput } from '#contract/index.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import type { Ipc } from '../../ipc/types.ts'

export type CodexRow = ChannelOutput<'codex:list'>['entries'][number]
export type CodexType = CodexEntry['type']
export type CodexSuggestion = ChannelOutput<'codex:suggestions'>['items'][number]

export const codexTypes = ['character', 'location', 'item', 'faction', 'event', 'lore'] as const

/** What the form shows: an entry by its id, or one that is not on disk yet. */
export type OpenEntry =
  | { readonly kind: 'stored'; readonly id: string; readonly name: string }
  | { readonly kind: 'new'; readonly entry: CodexEntry }

export interface CodexState {
  readonly rows: readonly CodexRow[] | null
  /** The kind that is shown; null while the screen is closed. */
  readonly shown: CodexType | null
  readonly open: OpenEntry | null
  readonly error: ErrorPayload | null
  readonly mentions: readonly CodexMention[] | null
  readonly suggestions: readonly CodexSuggestion[] | null
  /** Grows with every change, so that what depends on the codex looks again. */
  readonly version: number
}

export type CodexModel = ReturnType<typeof createCodexModel>

const createCodexStore = () =>
  createStore<CodexState>(() => ({
    rows: null,
    shown: null,
    open: null,
    error: null,
    mentions: null,
    suggestions: null,
    version: 0,
  }))

const emptyEntry = (type: CodexType, name: string): CodexEntry => ({
  id: `entry-${crypto.randomUUID().slice(0, 8)}`,
  name,
  aliases: [],
  type,
  aiContextLevel: 'when_detected',
  tags: [],
  relations: [],
  constraints: [],
  exclude: [],
  caseSensitive: false,
  progressions: [],
  body: '',
  extra: {},
})

/** The codex of the open work as the screen shows it; main owns the entries. */
export const createCodexModel = (ipc: Ipc, projectId: () => string | null) => {
  const store = createCodexStore()

  const load = async () => {
    const project = projectId()
    if (project === null) return
    const answer = await ipc.invoke('codex:list', { projectId: project })
    if (projectId() === project)
      store.setState(answer.ok ? { rows: answer.data.entries } : { error: answer.error })
  }
  const changed = async () => {
    store.setState({ version: store.getState().version + 1, mentions: null })
    await load()
  }
  const stopListening = ipc.on('changed', (change) => {
    const isCodex = change.paths.some((path) =>
      /^\.creonow\/(characters|locations|items|factions|events|lore)\//.test(path),
    )
    if (change.projectId === projectId() && isCodex) void changed()
  })

  const show = (type: CodexType | null) => {
    store.setState({ shown: type, open: null, error: null, mentions: null, suggestions: null })
    if (type !== null) void load()
  }

  return {
    store,
    load,
    show,
    async openEntry(id: string) {
      const project = projectId()
      if (project === null) return
      const answer = await ipc.invoke('codex:read', { projectId: project, id })
      if (!answer.ok) store.setState({ open: null, error: answer.error })
      else {
        const { name, type } = answer.data.entry
        store.setState({ open: { kind: 'stored', id, name }, error: null, shown: type })
      }
    },
    create(type: CodexType, name = '') {
      store.setState({ open: { kind: 'new', entry: emptyEntry(type, name) }, error: null })
    },
    close: () => store.setState({ open: null, error: null }),
    /** Makes the file of an entry; true when it is on disk. */
    async add(entry: CodexEntry): Promise<boolean> {
      const project = projectId()
      if (project === null) return false
      const answer = await ipc.invoke('codex:save', { projectId: project, entry })
      if (!answer.ok) {
        store.setState({ error: answer.error })
        return false
      }
      const open = { kind: 'stored', id: entry.id, name: entry.name } as const
      store.setState({ open, shown: entry.type, error: null })
      await changed()
      return true
    },
    /** The open entry was written by its form; its name and kind may be others now. */
    async stored(id: string, name: string, type: CodexType) {
      const { open } = store.getState()
      if (open?.kind === 'stored' && open.id === id)
        store.setState({ open: { ...open, name }, shown: type, error: null })
      await changed()
    },
    /** Deletes an entry as its file stands now. */
    async remove(id: string) {
      const project = projectId()
      if (project === null) return
      const read = await ipc.invoke('codex:read', { projectId: project, id })
      const answer = read.ok
        ? await ipc.invoke('codex:delete', { projectId: project, id, baseHash: read.data.hash })
        : read
      store.setState(answer.ok ? { open: null, error: null } : { error: answer.error })
      if (answer.ok) await changed()
    },
    hide: () => show(null),
    /** Another name for an entry, as its file stands now. True when it is on disk. */
    async addAlias(id: string, alias: string): Promise<boolean> {
      const project = projectId()
      if (project === null) return false
      const read = await ipc.invoke('codex:read', { projectId: project, id })
      const answer = read.ok
        ? await ipc.invoke('codex:save', {
            projectId: project,
            entry: { ...read.data.entry, aliases: [...read.data.entry.aliases, alias] },
            baseHash: read.data.hash,
          })
        : read
      if (!answer.ok) store.setState({ error: answer.error })
      else await changed()
      return answer.ok
    },
    async test(text: string) {
      const project = projectId()
      if (project === null) return
      const answer = await ipc.invoke('codex:mentions', { projectId: project, text })
      store.setState(answer.ok ? { mentions: answer.data.mentions } : { error: answer.error })
    },
    async suggest() {
      const project = projectId()
      if (project === null) return
      const answer = await ipc.invoke('codex:suggestions', { projectId: project })
      store.setState(answer.ok ? { suggestions: answer.data.items } : { error: answer.error })
    },
    dispose: stopListening,
  }
}
