import { type RefObject, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useEditor } from '../../app/AppContext.tsx'
import { boxPlace } from './boxPlace.ts'

type Place = NonNullable<ReturnType<typeof boxPlace>>

/** Where a box with this content goes, in pixels of what it is positioned in; null where it has no place beside it. */
export const useBoxPlace = (
  box: RefObject<HTMLElement | null>,
  side: 'above' | 'below',
  content: string,
): Place | null => {
  const editor = useEditor()
  const at = useStore(editor.store, (state) => state.atSelection)
  const [place, setPlace] = useState<Place | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size changes with the content
  useLayoutEffect(() => {
    const element = box.current
    const frame = element?.offsetParent?.getBoundingClientRect()
    if (element === null || at === null || frame === undefined) return
    const { offsetWidth: width, offsetHeight: height } = element
    const next = boxPlace({ text: at.text, view: at.view, box: { width, height }, side })
    setPlace(next && { top: next.top - frame.top, left: next.left - frame.left })
  }, [box, side, content, at])
  return place
}
