import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * axe for a page without frames: nothing has to be put together in another page, which takes as long as the look. What
 * it found to be right is not written down one by one.
 */
export const axeOn = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], elementRef: false })
