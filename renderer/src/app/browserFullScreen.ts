import type { NativeFullScreen } from './windowModes.ts'

/** Where a browser lets a page have Escape in full screen, the page's own meanings of the key come first. */
interface LockableKeyboard {
  readonly keyboard?: { lock?(keys: readonly string[]): Promise<void>; unlock?(): void }
}

export const browserFullScreen = (page: Document, browser: Navigator): NativeFullScreen => {
  // Not in the types of the DOM yet.
  const { keyboard } = browser as LockableKeyboard
  let entering: Promise<void> = Promise.resolve()
  return {
    async enter() {
      entering = page.documentElement.requestFullscreen()
      await entering
      await keyboard?.lock?.(['Escape'])
    },
    async leave() {
      keyboard?.unlock?.()
      // Until a browser has answered, there is nothing to leave, and it would enter afterwards.
      await entering.catch(() => undefined)
      if (page.fullscreenElement !== null) await page.exitFullscreen()
    },
  }
}
