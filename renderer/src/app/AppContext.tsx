import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { App } from './createApp.ts'
import type { ViewState } from './viewStore.ts'

const AppContext = createContext<App | null>(null)
const ProjectContext = createContext<string | null>(null)

interface AppProviderProps {
  readonly app: App
  readonly children: ReactNode
}

/** Gives the page's parts to the hooks below, each of which hands out one of them. */
export const AppProvider = ({ app, children }: AppProviderProps) => (
  <AppContext value={app}>
    <QueryClientProvider client={app.queries.client}>{children}</QueryClientProvider>
  </AppContext>
)

interface ProjectProviderProps {
  readonly projectId: string
  readonly children: ReactNode
}

/** Everything below belongs to one project: with another one it is built anew. */
export const ProjectProvider = ({ projectId, children }: ProjectProviderProps) => (
  <ProjectContext key={projectId} value={projectId}>
    {children}
  </ProjectContext>
)

/** The open project; throws where none is. */
export const useProjectId = (): string => {
  const projectId = useContext(ProjectContext)
  if (projectId === null) throw new Error('useProjectId outside ProjectProvider')
  return projectId
}

const usePart = <K extends keyof App>(part: K): App[K] => {
  const app = useContext(AppContext)
  if (app === null) throw new Error('a part of the page outside AppProvider')
  return app[part]
}

/** A part of how the window is arranged. */
export const useView = <T,>(select: (view: ViewState) => T): T => useStore(usePart('view'), select)

export const useIpc = () => usePart('ipc')
export const useQueries = () => usePart('queries')
export const useSaveAll = () => usePart('saveAll')
export const useJournal = () => usePart('journal')
export const useUnsavedChapters = () => usePart('unsavedChapters')
export const useDrafts = () => usePart('drafts')
export const useViewStore = () => usePart('view')
export const useWindowModes = () => usePart('modes')
export const useSpellingModel = () => usePart('spelling')
export const useTypingSwitch = () => usePart('typingSwitch')
export const useSettings = () => usePart('settings')
export const useEditor = () => usePart('editor')
export const useWorkspace = () => usePart('workspace')
export const useChapterActions = () => usePart('chapters')
export const useChapterParts = () => usePart('chapterParts')
export const useVolumeActions = () => usePart('volumes')
export const useSceneActions = () => usePart('scenes')
export const useFoldedVolumes = () => usePart('foldedVolumes')
export const useHistory = () => usePart('history')
export const useBookSearch = () => usePart('bookSearch')
export const usePanel = () => usePart('panel')
export const useRuns = () => usePart('runs')
export const useChat = () => usePart('chat')
export const useAgent = () => usePart('agent')
export const useChoices = () => usePart('choices')
export const useContextModel = () => usePart('context')
export const useCodex = () => usePart('codex')
