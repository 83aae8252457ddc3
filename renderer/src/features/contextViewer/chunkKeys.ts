/** Moves the focus to the next or previous chunk of the viewer; false when the key is for something else. */
export const moveBetweenChunks = (root: HTMLElement, key: string): boolean => {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false
  const chunks = [...root.querySelectorAll<HTMLElement>('[data-chunk]')]
  const now = chunks.findIndex((chunk) => chunk.contains(document.activeElement))
  const next = now === -1 ? 0 : now + (key === 'ArrowDown' ? 1 : -1)
  const target = chunks[Math.min(chunks.length - 1, Math.max(0, next))]
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
  return target !== undefined
}
