import { chooseOption } from '../chooseOption.ts'
import { callFromPage, openSettings } from '../pages.ts'
import { showChapters, type Walk } from './look.ts'

/** A service that nobody answers at, with an identifier that may not be seen. */
const service = {
  id: 'own-4f1c',
  name: 'GLM',
  baseUrl: 'http://127.0.0.1:9/v1',
  models: ['qwen3'],
}

/** The palette, the settings with a service and its vectors, the export. */
export async function dialogScreens({ page, look }: Walk): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await look('palette')
  await page.keyboard.press('Escape')

  await callFromPage(page, [['settings:update', { patch: { providers: [service] } }]])
  await page.reload()
  await page.locator('.cm-content').waitFor()
  await showChapters(page)
  const settings = page.getByTestId('settings')
  for (const name of ['writing', 'models', 'book', 'about', 'context'] as const) {
    await openSettings(page, name)
    await look(`settings, ${name}`)
  }
  await chooseOption(settings.getByTestId('vector-settings').getByRole('combobox'), 1)
  await settings.getByTestId('vector-settings').getByRole('textbox').first().waitFor()
  await look('settings, vectors')
  await chooseOption(settings.getByTestId('vector-settings').getByRole('combobox'), 0)
  await openSettings(page, 'models')
  await settings
    .locator('.provider-row')
    .getByRole('button', { name: /^(修改|编辑|Edit)/ })
    .click()
  await settings.getByTestId('service-test').click()
  await settings.locator('.form-error').first().waitFor()
  await look('settings, a service that does not answer')
  await page.keyboard.press('Escape')
  await showChapters(page)
  await openSettings(page, 'models')
  await settings.getByRole('button', { name: /添加服务|Add a service/ }).click()
  await look('settings, a new service')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /导出全书|Export/ })
    .first()
    .click()
  await look('export')
  const dialog = page.getByTestId('book-export')
  await dialog.getByRole('radio').nth(2).check()
  await look('export as text')
  await dialog.getByTestId('book-export-start').click()
  await dialog.getByRole('status').waitFor()
  await look('exported')
  await page.keyboard.press('Escape')
}
