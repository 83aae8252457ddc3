import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useAppSettings } from '../features/settings/useAppSettings.ts'
import { useWorkspace } from './AppContext.tsx'

/** Puts theme, language and the writer's type settings on the document. */
export const useAppearance = () => {
  const workspace = useWorkspace()
  const { i18n } = useTranslation()
  const theme = useAppSettings(({ theme }) => theme) ?? 'system'
  const language = useAppSettings(({ language }) => language) ?? 'zh'
  const editor = useAppSettings(({ editor }) => editor)
  const name = useStore(workspace.store, (state) => state.project?.name)

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
    style.setProperty('--editor-face', editor.face === 'serif' ? 'var(--serif)' : 'var(--ui)')
  }, [editor])

  useEffect(() => {
    document.title = name === undefined ? 'CreoNow' : `${name} · CreoNow`
  }, [name])
}
