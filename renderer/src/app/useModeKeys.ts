import { useEffect } from 'react'
import { useViewStore, useWindowModes } from './AppContext.tsx'

const keys = { F7: 'namesShown', F8: 'focusMode', F9: 'typewriterMode', F11: 'fullScreen' } as const
const isModeKey = (key: string): key is keyof typeof keys => Object.hasOwn(keys, key)
const overlay = '[role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]'

/** Whether a dialog, a question, a list or a menu is open: Escape and Enter are for it. Lists may stay in the page unseen. */
export const isOverlayOpen = (): boolean =>
  [...document.querySelectorAll(overlay)].some((each) => each.checkVisibility())

/** F7, F8, F9 and F11, wherever the focus is; Escape leaves the full screen when it means nothing else. */
export const useModeKeys = () => {
  const modes = useWindowModes()
  const view = useViewStore()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return
      if (isModeKey(event.key)) {
        event.preventDefault()
        if (!event.repeat) modes.toggle(keys[event.key])
        return
      }
      if (event.key !== 'Escape' || event.defaultPrevented || !view.getState().fullScreen) return
      if (isOverlayOpen()) return
      event.preventDefault()
      modes.toggle('fullScreen')
    }
    const onChange = () => {
      if (document.fullscreenElement === null) modes.leftFullScreen()
    }
    window.addEventListener('keydown', onKey)
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      window.removeEventListener('keydown', onKey)
      document.removeEventListener('fullscreenchange', onChange)
    }
  }, [modes, view])
}
