import { chapterScreens, historyScreens } from './chapterScreens.ts'
import { dialogScreens } from './dialogScreens.ts'
import type { Walk } from './look.ts'
import { runScreens, talkScreens } from './panelScreens.ts'
import { shelfScreens } from './shelfScreens.ts'
import { textScreens } from './textScreens.ts'

/** Comes to every screen, sheet, menu and dialog of the open book, which has a volume and `walk.name` in its codex. */
export async function bookTour(walk: Walk): Promise<void> {
  await walk.look('book')
  await shelfScreens(walk)
  await chapterScreens(walk)
  await historyScreens(walk)
  await textScreens(walk)
  await dialogScreens(walk)
  await talkScreens(walk)
  await runScreens(walk)
}
