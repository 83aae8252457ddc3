import { chapterScreens, historyScreens } from './chapterScreens.ts'
import { dialogScreens } from './dialogScreens.ts'
import type { Walk } from './look.ts'
import { runScreens, talkScreens } from './panelScreens.ts'
import { codexScreens, sheetScreens } from './shelfScreens.ts'
import { textScreens } from './textScreens.ts'

/**
 * The parts of a walk through every screen, sheet, menu and dialog of an open book, which has a volume and `walk.name`
 * in its codex. Each begins with the book as it is opened and needs no other.
 */
export const bookTour: readonly {
  /** Ends the sentence that names a test. */
  readonly part: string
  /** Comes to every screen of the part. */
  readonly visit: (walk: Walk) => Promise<void>
}[] = [
  {
    part: 'the sheets',
    async visit(walk) {
      await walk.look('book')
      await sheetScreens(walk)
    },
  },
  { part: 'the codex', visit: codexScreens },
  {
    part: 'the chapters',
    async visit(walk) {
      await chapterScreens(walk)
      await historyScreens(walk)
    },
  },
  {
    part: 'the text and the dialogs',
    async visit(walk) {
      await textScreens(walk)
      await dialogScreens(walk)
    },
  },
  { part: 'talks and tasks', visit: talkScreens },
  { part: 'runs and the viewer', visit: runScreens },
]
