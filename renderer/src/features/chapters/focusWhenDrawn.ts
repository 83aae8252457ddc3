const framesToWait = 30

/** Where the keyboard's focus is, and the next time the page is drawn. */
export interface FocusHost {
  active(): unknown
  /** What is active when nothing has the focus. */
  readonly nowhere: unknown
  nextFrame(callback: () => void): void
}

/**
 * Gives something the focus: at once where it is drawn, so that a second key goes on from it; else when it is, for some
 * frames, unless the writer has gone elsewhere meanwhile.
 */
export function focusWhenDrawn(find: () => { focus(): void } | null | undefined, host: FocusHost): void {
  const before = host.active()
  const focusOrRetry = (frames: number) => {
    const active = host.active()
    if (active !== before && active !== host.nowhere) return
    const element = find()
    if (element) element.focus()
    else if (frames > 0) host.nextFrame(() => focusOrRetry(frames - 1))
  }
  focusOrRetry(framesToWait)
}
