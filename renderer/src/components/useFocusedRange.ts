import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useState } from 'react'

/** The drawn rows of a virtual list, and some more, in their order. */
export const withRows = (range: Range, indexes: readonly number[]): number[] =>
  [
    ...new Set([
      ...defaultRangeExtractor(range),
      ...indexes.filter((index) => index >= 0 && index < range.count),
    ]),
  ].toSorted((left, right) => left - right)

/**
 * For a virtual list whose rows have a `data-index`: the row with the focus is drawn wherever it is, with its
 * neighbours, where the keys lead.
 */
export const useFocusedRange = () => {
  const [focused, setFocused] = useState<number | null>(null)
  const rangeExtractor = useCallback(
    (range: Range) => withRows(range, focused === null ? [] : [focused - 1, focused, focused + 1]),
    [focused],
  )
  const onFocus = useCallback(
    ({ target }: FocusEvent<HTMLElement>) =>
      setFocused(Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? 0)),
    [],
  )
  const onBlur = useCallback(() => setFocused(null), [])
  return { focused, rangeExtractor, onFocus, onBlur }
}
