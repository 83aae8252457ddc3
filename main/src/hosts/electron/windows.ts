import type { DesktopEvent, ShownWindow } from '../../contract/desktop.ts'
import type { WindowApi } from './api.ts'

/** A window of the app, and what its page has described. */
export interface OpenWindow {
  /** The window itself. */
  readonly window: WindowApi
  /** Undefined until the page describes itself for the first time. */
  readonly shown: ShownWindow | undefined
  /** Sends an event to its page; what comes before the page has described itself is sent then. */
  send(event: DesktopEvent): void
}

/** The windows that are open, and which of them was in front last. */
export interface Windows {
  /** Adds a window; `emit` sends to its page. The first is in front. */
  add(window: WindowApi, emit: (event: DesktopEvent) => void): void
  /** What a page describes; without effect when its window is closed. */
  describe(id: number, shown: ShownWindow): void
  /** Every open window, the one in front last. */
  all(): readonly OpenWindow[]
  /** The window with these web contents has the focus now. */
  focused(id: number): void
  /** Forgets a window that was closed. */
  remove(id: number): void
  /** The window in front, or the last that was; undefined: none is open. */
  front(): OpenWindow | undefined
  /** The window that shows a work, by a test of what it has described. */
  find(matches: (shown: ShownWindow) => boolean): OpenWindow | undefined
}

/** `onChange` is called when the window in front or what it shows has changed. */
export function createWindows(onChange: () => void): Windows {
  interface Entry {
    readonly window: WindowApi
    shown: ShownWindow | undefined
    readonly queue: DesktopEvent[]
    readonly emit: (event: DesktopEvent) => void
    send(event: DesktopEvent): void
  }
  /** The window in front is the last. */
  let open: readonly Entry[] = []
  const entryOf = (id: number) => open.find(({ window }) => window.webContents.id === id)
  return {
    add(window, emit) {
      const entry: Entry = {
        ...{ window, shown: undefined, queue: [], emit },
        send: (event) => void (entry.shown === undefined ? entry.queue.push(event) : emit(event)),
      }
      open = [...open, entry]
      onChange()
    },
    describe(id, shown) {
      const entry = entryOf(id)
      if (entry === undefined) return
      entry.shown = shown
      for (const event of entry.queue.splice(0)) entry.emit(event)
      onChange()
    },
    focused(id) {
      const entry = entryOf(id)
      if (entry === undefined || entry === open.at(-1)) return
      open = [...open.filter((other) => other !== entry), entry]
      onChange()
    },
    remove(id) {
      open = open.filter(({ window }) => window.webContents.id !== id)
      onChange()
    },
    all: () => open,
    front: () => open.at(-1),
    find: (matches) => open.findLast(({ shown }) => shown !== undefined && matches(shown)),
  }
}
