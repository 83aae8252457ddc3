import type { Locator } from '@playwright/test'

/** Opens a select and takes one of its list: by its words, or by its place from 0. */
export async function chooseOption(select: Locator, option: string | RegExp | number): Promise<void> {
  await select.click()
  const list = select.page().getByRole('listbox')
  await (typeof option === 'number'
    ? list.getByRole('option').nth(option)
    : list.getByRole('option', { name: option, exact: true })
  ).click()
  await list.waitFor({ state: 'hidden' })
}
