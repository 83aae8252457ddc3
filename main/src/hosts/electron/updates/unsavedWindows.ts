/** The windows that have a text which is on no disk yet. */
export interface UnsavedWindows {
  /** What a page says of itself; a closed window has none. */
  set(id: number, isUnsaved: boolean): void
  /** True as soon as no window has one; false: one has after `ms` milliseconds still. */
  whenNone(ms: number): Promise<boolean>
}

export function createUnsavedWindows(): UnsavedWindows {
  const unsaved = new Set<number>()
  let waiting: (() => void)[] = []
  return {
    set(id, isUnsaved) {
      if (isUnsaved) unsaved.add(id)
      else unsaved.delete(id)
      if (unsaved.size > 0) return
      for (const done of waiting) done()
      waiting = []
    },
    async whenNone(ms) {
      if (unsaved.size === 0) return true
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        timer = setTimeout(resolve, ms)
      })
      clearTimeout(timer)
      return unsaved.size === 0
    },
  }
}
