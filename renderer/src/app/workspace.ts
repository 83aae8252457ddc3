import { createStore } from 'zustand/vanilla'
import type { DocumentSummary } from '#contract/documents.ts'
import type { ProjectAccess } from '#contract/events.ts'
import type { ChannelOutput } from '#contract/index.ts'
import type { Envelope, ErrorPayload } from '../../../main/src/contract/result.ts'
import { errorPayload } from '../../../main/src/contract/sentences/errorSentence.ts'
import type { EditorController, TextRange } from '../features/editor/editorController.ts'
import type { Queries } from '../ipc/queries.ts'
import { chapterNamed } from './chapterNamed.ts'
import type { LastPlace } from './lastPlace.ts'

type OpenProject = ChannelOutput<'projects:open'>
export type ListedProject = ChannelOutput<'projects:list'>['projects'][number]
type ImportResult = ChannelOutput<'documents:import'>

interface WorkspaceState {
  readonly project: OpenProject | null
  readonly error: ErrorPayload | null
  /** Whether this window may write the work, or another host's window does. */
  readonly access: ProjectAccess
  /** What is being done, for a skeleton or a button that waits. */
  readonly busy: 'opening' | 'importing' | null
  readonly imported: ImportResult | null
}

/** A file with its bytes as base64. */
interface ImportUpload {
  readonly fileName: string
  readonly base64: string
}

/** What the author chooses where detection was unsure or wrong. */
export interface ImportChoice {
  readonly encoding?: string
  /** The family of headings that are the chapters. */
  readonly headings?: string
  /** Joins lines that were broken at a fixed width. */
  readonly join?: boolean
}

interface ImportWork {
  readonly rootPath: string
  readonly name: string
  readonly language: 'zh' | 'en'
  readonly upload: ImportUpload
  readonly choice: ImportChoice
}

export interface Workspace {
  readonly store: ReturnType<typeof createWorkspaceStore>
  /** What the open project consists of, as far as it has been read: chapters in order, front matter before them. */
  documents(): readonly DocumentSummary[]
  openSample(): Promise<void>
  openListed(projectId: string): Promise<void>
  /** Opens the folder that the desktop names; the first screen says when it is no work. */
  openNamed(rootPath: string): Promise<void>
  /** Opens the work this window had open before it was loaded again. */
  comeBack(): Promise<void>
  /** Null when it is open. With an id: a known work whose folder was moved there. */
  openFolder(rootPath: string, projectId?: string): Promise<ErrorPayload | null>
  create(rootPath: string, name: string, language: 'zh' | 'en'): Promise<ErrorPayload | null>
  /** Takes a work off the list. */
  forget(projectId: string): Promise<void>
  /** A new project from one file, read as the author has chosen. */
  importInto(work: ImportWork): Promise<ErrorPayload | null>
  /** Stops the import that is at work; what it has written is taken back. */
  cancelImport(): void
  openDocument(documentId: string): Promise<void>
  /** Selects a stretch of a chapter and brings it into view; opens the chapter where it is not. */
  reveal(documentId: string, range: TextRange): Promise<void>
  createDocument(): Promise<void>
  /** Looks at the list of chapters again. */
  refresh(): Promise<void>
  /** Makes this the window that writes, once the other is gone. */
  writeHere(): Promise<void>
  closeProject(): Promise<void>
  dispose(): void
}

const createWorkspaceStore = () =>
  createStore<WorkspaceState>(() => ({
    project: null,
    error: null,
    access: 'write',
    busy: null,
    imported: null,
  }))

/** Which project and which chapter the window shows; main owns the data itself. */
export const createWorkspace = (
  queries: Queries,
  editor: EditorController,
  lastPlace: LastPlace,
  /** Whoever goes to a place of the text wants to see it. */
  uncoverText: () => void = () => {},
): Workspace => {
  const { ipc } = queries
  const store = createWorkspaceStore()

  /** By project; set when one is opened and by every event about it. */
  const accessOf = new Map<string, ProjectAccess>()

  const list = async (): Promise<readonly DocumentSummary[] | null> => {
    const project = store.getState().project
    if (project === null) return null
    const answer = await queries.fetchChannel('documents:list', { projectId: project.projectId })
    return answer.ok ? answer.data.documents : null
  }

  const documentsNow = (): readonly DocumentSummary[] => {
    const project = store.getState().project
    if (project === null) return []
    const listed = queries.getChannelData('documents:list', { projectId: project.projectId })
    return listed?.documents ?? []
  }

  const watch = async (projectId: string) => {
    const answer = await ipc.invoke('context:creonow:watch:start', { projectId })
    if (!answer.ok || store.getState().project?.projectId !== projectId) return
    // No event told of what changed before the watcher was there.
    void queries.invalidateProject(projectId)
    void editor.reread()
  }

  /** An older or a borrowed folder gets the parts it lacks; one that may only be read is read as it is. */
  const complete = async (projectId: string) => {
    const answer = await ipc.invoke('context:creonow:ensure', { projectId })
    if (answer.ok || ['READ_ONLY', 'OPEN_ELSEWHERE'].includes(answer.error.code)) return
    if (store.getState().project?.projectId === projectId) store.setState({ error: answer.error })
  }

  const enter = async (project: OpenProject) => {
    store.setState({ project, error: null, busy: null })
    uncoverText()
    applyAccess(project.projectId)
    lastPlace.setProject(project.projectId)
    void complete(project.projectId).then(() => watch(project.projectId))
    const before = requestCount
    const documents = await list()
    const last = await lastPlace.document(project.projectId)
    // Whoever has chosen a chapter of the list meanwhile, or left the work, stays there.
    if (requestCount !== before || store.getState().project !== project) return
    // The file of a missing one cannot be read.
    const present = documents?.filter(({ missing }) => !missing)
    const first =
      (present && last !== null ? chapterNamed(present, last) : undefined) ??
      present?.find((document) => document.kind === 'chapter') ??
      present?.[0]
    if (first !== undefined) await openDocument(first.documentId)
  }

  const applyAccess = (projectId: string) => {
    const access = accessOf.get(projectId) ?? 'write'
    store.setState({ access })
    editor.setReadOnly(access !== 'write')
  }
  /** The other window has written until now; what this one could not save goes on from there. */
  const goOn = async (projectId: string) => {
    await complete(projectId)
    void queries.invalidateProject(projectId)
    void editor.reread()
    void editor.flush()
  }

  const openWith = async (request: () => Promise<Envelope<OpenProject>>): Promise<OpenProject | null> => {
    store.setState({ busy: 'opening', error: null, imported: null })
    const answer = await request()
    if (answer.ok) return answer.data
    store.setState({ busy: null, error: answer.error })
    return null
  }
  /** The same for a form, which says itself what was refused. */
  const openFor = async (request: () => Promise<Envelope<OpenProject>>): Promise<ErrorPayload | null> => {
    const project = await openWith(request)
    if (project !== null) {
      await enter(project)
      return null
    }
    const { error } = store.getState()
    store.setState({ error: null })
    return error
  }
  /** A work that was made for an import which then failed: the next try goes there too. */
  let creating = false
  let created: { readonly rootPath: string; readonly name: string; readonly project: OpenProject } | null =
    null
  let importing = new AbortController()
  const openAndEnter = async (request: () => Promise<Envelope<OpenProject>>) => {
    const project = await openWith(request)
    if (project !== null) await enter(project)
  }

  /** Grows with every chapter that is asked for. */
  let requestCount = 0
  /** What keeps the chapter from being saved stands above it; why nothing happens is said too. */
  const unsaved = errorPayload('CONFLICT', { why: 'leaving' })
  const stayHere = () => store.setState({ error: unsaved })
  const idOf = (name: string) => chapterNamed(documentsNow(), name)?.documentId ?? name
  const openDocument = async (name: string) => {
    requestCount += 1
    const project = store.getState().project
    if (project === null) return
    const documentId = idOf(name)
    if (!(await editor.open(project.projectId, documentId))) return stayHere()
    if (store.getState().error === unsaved) store.setState({ error: null })
    lastPlace.setDocument(project.projectId, documentId)
  }

  const stopListening = ipc.on('changed', (change) => {
    if (change.projectId !== store.getState().project?.projectId) return
    // Also after a save of the app: it may have been another window's. A folder stands for all its files.
    const { documentId } = editor.store.getState()
    const open = documentId === null ? undefined : chapterNamed(documentsNow(), documentId)
    const isOpen = (path: string) => path === (open?.path ?? documentId) || path === 'manuscript'
    if (documentId !== null && change.paths.some(isOpen)) void editor.reread()
  })
  const stopAccess = ipc.on('access', ({ projectId, access }) => {
    const before = accessOf.get(projectId) ?? 'write'
    accessOf.set(projectId, access)
    if (projectId !== store.getState().project?.projectId) return
    applyAccess(projectId)
    if (access === 'write' && before !== 'write') void goOn(projectId)
  })
  ipc.resumeWith(() => {
    const project = store.getState().project
    return project === null
      ? null
      : { channel: 'projects:openKnown', input: { projectId: project.projectId } }
  })
  // Events of the time without a connection never arrive.
  const stopWatching = ipc.connection.subscribe(() => {
    if (ipc.connection.get() !== 'online') return
    void editor.reread()
    const project = store.getState().project
    if (project !== null) void watch(project.projectId)
  })

  return {
    store,
    openDocument,
    async reveal(name, range) {
      uncoverText()
      const documentId = idOf(name)
      if (editor.store.getState().documentId !== documentId) await openDocument(documentId)
      const { documentId: shown, phase } = editor.store.getState()
      if (shown === documentId && phase === 'ready') editor.show(range)
    },
    async refresh() {
      await list()
    },
    documents: documentsNow,
    openSample: () => openAndEnter(() => ipc.invoke('projects:openSample', {})),
    openListed: (projectId) => openAndEnter(() => ipc.invoke('projects:openKnown', { projectId })),
    openNamed: (rootPath) => openAndEnter(() => ipc.invoke('projects:open', { rootPath })),
    async comeBack() {
      const projectId = lastPlace.project()
      if (projectId === null) return
      lastPlace.setProject(null)
      await openAndEnter(() => ipc.invoke('projects:openKnown', { projectId }))
    },
    openFolder: (rootPath, projectId) =>
      openFor(() =>
        projectId === undefined
          ? ipc.invoke('projects:open', { rootPath })
          : ipc.invoke('projects:relocate', { projectId, rootPath }),
      ),
    create: (rootPath, name, language) =>
      openFor(() => ipc.invoke('projects:create', { rootPath, name, language })),
    async forget(projectId) {
      const answer = await ipc.invoke('projects:forget', { projectId })
      if (!answer.ok) store.setState({ error: answer.error })
    },
    async importInto({ rootPath, name, language, upload, choice }) {
      const isCreated = created?.rootPath === rootPath && created.name === name
      const project = isCreated
        ? created?.project
        : await openWith(() => ipc.invoke('projects:create', { rootPath, name, language }))
      if (project === null || project === undefined) {
        const { error } = store.getState()
        store.setState({ error: null })
        return error
      }
      created = { rootPath, name, project }
      importing = new AbortController()
      store.setState({ busy: 'importing' })
      const { signal } = importing
      const input = { projectId: project.projectId, upload, ...choice }
      const answer = await ipc.invoke('documents:import', input, { signal })
      if (!answer.ok) {
        store.setState({ busy: null })
        return answer.error
      }
      created = null
      await enter(project)
      store.setState({ imported: answer.data })
      return null
    },
    cancelImport: () => importing.abort(),
    async createDocument() {
      const project = store.getState().project
      // Enter pressed on the button again, as the first line of the new chapter, makes no second one.
      if (project === null || creating) return
      creating = true
      const after = editor.store.getState().documentId
      const target = after === null ? {} : { after }
      await editor
        .withTypingPaused(async () => {
          const answer = await ipc.invoke('documents:create', { projectId: project.projectId, ...target })
          if (!answer.ok) return store.setState({ error: answer.error })
          await list()
          uncoverText()
          await openDocument(answer.data.documentId)
        })
        .finally(() => {
          creating = false
        })
      editor.focus()
    },
    async writeHere() {
      const project = store.getState().project
      if (project === null) return
      const answer = await ipc.invoke('projects:takeOver', { projectId: project.projectId })
      if (!answer.ok) store.setState({ error: answer.error })
    },
    async closeProject() {
      if (!(await editor.close())) return stayHere()
      const project = store.getState().project
      if (project !== null) {
        void ipc.invoke('context:creonow:watch:stop', { projectId: project.projectId })
        void ipc.invoke('projects:close', { projectId: project.projectId })
      }
      lastPlace.setProject(null)
      store.setState({ project: null, error: null, imported: null })
    },
    dispose() {
      stopListening()
      stopAccess()
      stopWatching()
    },
  }
}
