import { type RefObject, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useEditor } from '../../app/AppContext.tsx'
import { boxPlace } from './boxPlace.ts'

type Place = NonNullable<ReturnType<typeof boxPlace>>

/** Where a box goes beside the selection, in pixels of what it is positioned in; null where it has no place. */
export const useBoxPlace = (box: RefObject<HTMLElement | null>): Place | null => {
  const editor = useEditor()
  const at = useStore(editor.store, (state) => state.atSelection)
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    const frame = element?.offsetParent?.getBoundingClientRect()
    if (element === null || at === null || frame === undefined) return
    const { offsetWidth: width, offsetHeight: height } = element
    const next = boxPlace({ text: at.text, view: at.view, box: { width, height } })
    setPlace(next && { top: next.top - frame.top, left: next.left - frame.left })
  }, [box, at])
  return place
}
