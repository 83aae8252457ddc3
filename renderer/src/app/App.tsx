import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { SettingsDialog } from '../features/settings/SettingsDialog.tsx'
import { useAppSettings, useInterfaceLanguage } from '../features/settings/useAppSettings.ts'
import { droppedBook, entriesOf } from '../features/welcome/droppedBook.ts'
import { Welcome } from '../features/welcome/Welcome.tsx'
import { loadSourceNames } from '../i18n/sourceNames.ts'
import { useChannelQuery } from '../ipc/queries.ts'
import { ProjectProvider, useEditor, useIpc, useViewStore, useWorkspace } from './AppContext.tsx'
import { Shell } from './Shell.tsx'
import { useDesktop } from './useDesktop.ts'

/** The window: the first screen, or the open project. */
export const App = () => {
  const ipc = useIpc()
  const { i18n } = useTranslation()
  const workspace = useWorkspace()
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  useAppearance()
  useDroppedFile()
  useDesktop()
  useEffect(() => {
    void workspace.comeBack()
  }, [workspace])
  useEffect(() => void loadSourceNames(ipc, i18n), [ipc, i18n])
  return (
    <>
      {projectId === undefined ? (
        <Welcome />
      ) : (
        <ProjectProvider projectId={projectId}>
          <Shell />
        </ProjectProvider>
      )}
      <SettingsDialog />
    </>
  )
}

/**
 * A manuscript, or a folder of one, that is dropped anywhere is looked at for an import as a new work. An open work is closed first, once
 * everything in it is saved; until then nothing happens to the file.
 */
const useDroppedFile = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const workspace = useWorkspace()
  useEffect(() => {
    const fileOf = (event: DragEvent) =>
      [...(event.dataTransfer?.items ?? [])].some(({ kind }) => kind === 'file')
    const over = (event: DragEvent) => {
      if (fileOf(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const entries = entriesOf(event.dataTransfer)
      // A form's own field takes what is dropped on it.
      if (entries.length === 0 || (event.target instanceof HTMLInputElement && event.target.type === 'file'))
        return
      event.preventDefault()
      // The editor would write the file's text into the chapter.
      event.stopPropagation()
      const take = async () => {
        const given = await droppedBook(entries, t('welcome.severalFiles'))
        if (workspace.store.getState().project !== null || given === null) return
        if (typeof given === 'string') view.setState({ dropProblem: given })
        else view.setState({ dropped: given, dropProblem: null })
      }
      if (workspace.store.getState().project === null) void take()
      else void workspace.closeProject().then(take)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop, { capture: true })
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop, { capture: true })
    }
  }, [view, workspace, t])
}

/** Puts theme, language and the writer's type settings on the document. */
const useAppearance = () => {
  const workspace = useWorkspace()
  const { i18n } = useTranslation()
  const theme = useAppSettings(({ theme }) => theme) ?? 'system'
  const language = useInterfaceLanguage()
  const editor = useAppSettings(({ editor }) => editor)
  const project = useStore(workspace.store, (state) => state.project)
  const name = project?.name
  const bookLanguage = project?.language
  const openId = useStore(useEditor().store, ({ documentId }) => documentId)
  const { data: listed } = useChannelQuery('documents:list', project && { projectId: project.projectId })
  const chapter =
    project === null ? undefined : listed?.documents.find(({ documentId }) => documentId === openId)?.title

  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    const apply = () => {
      const system = dark.matches ? 'dark' : 'light'
      document.documentElement.dataset.theme = theme === 'system' ? system : theme
    }
    apply()
    dark.addEventListener('change', apply)
    return () => dark.removeEventListener('change', apply)
  }, [theme])

  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    void i18n.changeLanguage(language)
  }, [i18n, language])

  useEffect(() => {
    if (editor === undefined) return
    const { style } = document.documentElement
    style.setProperty('--editor-size', `${editor.fontSizePx}px`)
    style.setProperty('--editor-line', String(editor.lineHeight))
    style.setProperty('--editor-measure', `${editor.measureEm}em`)
    // In a Chinese face an apostrophe is as wide as a character.
    const serif = bookLanguage === 'en' ? 'var(--latin)' : 'var(--serif)'
    style.setProperty('--editor-face', editor.face === 'serif' ? serif : 'var(--ui)')
  }, [editor, bookLanguage])

  useEffect(() => {
    document.title = [chapter, name, 'CreoNow'].filter((part) => part).join(' · ')
  }, [name, chapter])
}
