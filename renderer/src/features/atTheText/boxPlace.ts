/** Edges in CSS pixels of the window. */
export interface TextBox {
  /** Upper edge of the first line. */
  readonly top: number
  /** Lower edge of the last line. */
  readonly bottom: number
  /** Where the first line of it begins. */
  readonly left: number
}

/** The part of the window in which text can be seen. */
export interface ViewBox {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

interface Boxes {
  readonly text: TextBox
  readonly view: ViewBox
  /** What is to be placed. */
  readonly box: { readonly width: number; readonly height: number }
  /** Where it belongs if both sides have room; absent: above. */
  readonly side?: 'above' | 'below'
}

const gapPx = 8

/**
 * Where a box goes beside a stretch of text without covering a line of it: on its side, else on the other; null
 * where neither has room, or the text is out of sight.
 */
export const boxPlace = ({
  text,
  view,
  box,
  side = 'above',
}: Boxes): { readonly top: number; readonly left: number } | null => {
  if (text.bottom <= view.top || text.top >= view.bottom) return null
  const above = text.top - gapPx - box.height
  const below = text.bottom + gapPx
  const tops = side === 'above' ? [above, below] : [below, above]
  const top = tops.find((top) => top >= view.top && top + box.height <= view.bottom)
  if (top === undefined) return null
  return { top, left: Math.max(view.left, Math.min(text.left, view.right - box.width)) }
}
