import { openChapter } from '../pages.ts'
import { selectInEditor } from './pageEditor.ts'
import { pageSteps } from './pageSteps.ts'
import { suggestionSteps } from './suggestionSteps.ts'
import { createWalk, type WalkOptions } from './walk.ts'
import { writingSteps } from './writingSteps.ts'

/** Random steps of an author, each compared with what has to be there. */
export interface RandomWalk {
  /** Does one step. Throws where the app has another text, file or count of words than it should. */
  step(): Promise<void>
  /** How often each kind of step was done. */
  readonly counts: ReadonlyMap<string, number>
  /** The last steps in words, oldest first. */
  readonly last: readonly string[]
}

const rememberedSteps = 12

/** Opens the first of the chapters and begins behind its last word. */
export async function startRandomWalk(options: WalkOptions): Promise<RandomWalk> {
  const { page, dice } = options
  const counts = new Map<string, number>()
  const last: string[] = []
  const walk = await createWalk(options)
  const input = await page.context().newCDPSession(page)
  const steps = { ...writingSteps(walk, input), ...suggestionSteps(walk), ...pageSteps(walk) }

  await openChapter(page, walk.here.chapter.title)
  await walk.until((text) => text === walk.here.written.text(), 'opening')
  await selectInEditor(page, walk.here.written.text().length)

  const choose = () => {
    const possible = Object.entries(steps).filter(([, { may }]) => may?.() ?? true)
    let aim = dice.next() * possible.reduce((sum, [, { weight }]) => sum + weight, 0)
    for (const [name, step] of possible) {
      aim -= step.weight
      if (aim < 0) return { name, step }
    }
    throw new Error('no step')
  }
  return {
    counts,
    last,
    async step() {
      const { name, step } = choose()
      counts.set(name, (counts.get(name) ?? 0) + 1)
      last.push(name)
      if (last.length > rememberedSteps) last.shift()
      const did = await step.act()
      last[last.length - 1] = `${name} ${did}`
      await walk.check(walk.here.written.text(), name)
    },
  }
}
