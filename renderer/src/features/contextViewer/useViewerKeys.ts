import { type RefObject, useEffect } from 'react'
import { moveBetweenChunks } from './chunkKeys.ts'

export interface ViewerKeys {
  readonly close: () => void
  readonly search: () => void
  readonly compare: () => void
}

const typing = 'input, textarea, select, [contenteditable="true"], [role="dialog"], .sheet'

/** The viewer's keys, heard wherever the focus is, except where keys make text. */
export const useViewerKeys = (root: RefObject<HTMLElement | null>, keys: ViewerKeys) => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : document.body
      const inside = root.current?.contains(target) ?? false
      const writes = target.closest(typing) !== null
      if (event.defaultPrevented || (writes && !(inside && event.key === 'Escape'))) return
      // A sheet beside the text goes first when a button in it has taken the focus along.
      if (event.key === 'Escape' && target === document.body && document.querySelector('.sheet')) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const done = () => event.preventDefault()
      if (event.key === 'Escape') {
        done()
        keys.close()
      } else if (event.key === '/') {
        done()
        keys.search()
      } else if (event.key === 'd') {
        done()
        keys.compare()
      } else if (root.current !== null && moveBetweenChunks(root.current, event.key)) done()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [root, keys])
}
