import type { Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'

/** What is looked at, the whole page when nothing is said, and by which rules. */
interface AxeLook extends Pick<RunOptions, 'runOnly' | 'rules'> {
  /** A selector; that there is nothing there is an error. */
  readonly within?: string
}

/**
 * What axe finds wrong on a page that has no frames. The page is given axe's source once, which is larger than the app:
 * until it is loaded again, another look costs the look alone.
 */
export async function axeFaults(page: Page, look: AxeLook = {}): Promise<Result[]> {
  const { within, ...chosen } = look
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = { ...chosen, resultTypes: ['violations'], elementRef: false }
  return page.evaluate(
    async ([place, wanted]) => {
      const { axe: here } = window as unknown as { axe: typeof axe } // what `axe.source` leaves there
      const { violations } = await here.run(place ? { include: [place] } : document, wanted)
      return violations
    },
    [within, options] as const,
  )
}
