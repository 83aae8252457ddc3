import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProsePiece } from '../history/proseDiff.ts'
import type { ApprovalPlace, ApprovalSection } from './approvalSelection.ts'
import { chunksOf, firstPlaces } from './placeChunks.ts'

/** UTF-16 units that are added to the page at once: all of a long change would take seconds. */
const portionUnits = 60_000
/** A box counts as read to its end when so little of it is below. */
const endPixels = 4

/** The sections of an approval from the first on, as many as were scrolled to, and whether the end was seen. */
export const useReadToEnd = <T extends Pick<ApprovalSection, 'places'>>(sections: readonly T[]) => {
  const { i18n } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [portions, setPortions] = useState(1)
  const [isRead, setRead] = useState(false)
  const chunksAt = useMemo(() => {
    const segmenter = new Intl.Segmenter(i18n.language, { granularity: 'word' })
    const cached = new Map<ApprovalPlace, readonly ProsePiece[]>()
    return (place: ApprovalPlace) => {
      const chunks = cached.get(place) ?? chunksOf(place, segmenter)
      cached.set(place, chunks)
      return chunks
    }
  }, [i18n.language])
  const { shown, isComplete } = useMemo(
    () => firstPlaces(sections, chunksAt, portions * portionUnits),
    [sections, chunksAt, portions],
  )
  const measure = useCallback(() => {
    const { clientHeight = 0, scrollHeight = 0, scrollTop = 0 } = box.current ?? {}
    // A box that is not shown has no height: nobody has read what is in it.
    if (clientHeight === 0 || scrollTop + clientHeight < scrollHeight - endPixels) return
    if (isComplete) setRead(true)
    else setPortions((count) => count + 1)
  }, [isComplete])
  useEffect(() => {
    measure()
    const observer = new ResizeObserver(measure)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [measure])
  const showMore = useCallback(() => setPortions((count) => count + 1), [])
  const showAll = useCallback(() => setPortions(Number.POSITIVE_INFINITY), [])
  return { box, shown, isComplete, isRead, measure, showMore, showAll }
}
