import { useEffect } from 'react'
import { useApp } from './AppContext.tsx'
import type { App } from './createApp.ts'

/** Longer selections are read, not looked for. */
const mostUnits = 60

/** Shows the search through the book with what is selected in the text. */
export const openBookSearch = ({ view, editor, bookSearch }: Pick<App, 'view' | 'editor' | 'bookSearch'>) => {
  const selected = editor.selectedText()
  if (selected !== '' && selected.length <= mostUnits && !/[\r\n]/.test(selected))
    bookSearch.ask({ query: { text: selected } })
  view.setState(({ narrow, panelOpen, searchAsked }) => ({
    ...{ searchOpen: true, searchAsked: searchAsked + 1, chaptersOpen: true },
    panelOpen: narrow ? false : panelOpen,
  }))
}

/** Ctrl+Shift+F, wherever the focus is. */
export const useBookSearchKey = () => {
  const app = useApp()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isIt = event.key.toLowerCase() === 'f' && event.shiftKey && (event.ctrlKey || event.metaKey)
      if (!isIt || event.isComposing || document.querySelector('[role="dialog"], [role="alertdialog"]'))
        return
      event.preventDefault()
      openBookSearch(app)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [app])
}
