import type { NativeFullScreen } from './windowModes.ts'

/** Where a browser lets a page have Escape in full screen, the page's own meanings of the key come first. */
interface LockableKeyboard {
  readonly keyboard?: { lock?(keys: readonly string[]): Promise<void>; unlock?(): void }
}

export const browserFullScreen = (page: Document, browser: Navigator): NativeFullScreen => {
  // Not in the types of the DOM yet.
  const { keyboard } = browser as LockableKeyboard
  return {
    async enter() {
      await page.documentElement.requestFullscreen()
      await keyboard?.lock?.(['Escape'])
    },
    async leave() {
      keyboard?.unlock?.()
      if (page.fullscreenElement !== null) await page.exitFullscreen()
    },
  }
}
