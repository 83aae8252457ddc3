import { mkdir, readdir, rename } from 'node:fs/promises'
import { axeFaults } from '../support/axe.ts'
import { openSample, openSettings } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

test('an author names a folder, gets backups of the book there, and sees at the book why there is none', async ({
  page,
  dataFolder,
}) => {
  // The data folder of the app is another one below it.
  const folder = `${dataFolder} 备份`
  await mkdir(folder)
  await openSample(page)
  await openSettings(page, 'book')
  const section = page.getByTestId('settings').getByTestId('backup-settings')
  await section.getByLabel('备份文件夹').fill(folder)
  await section.getByLabel('备份文件夹').press('Enter')
  await expect(section.getByTestId('backup-newest')).toHaveText('这本书还没有备份。')
  await section.getByTestId('backup-now').click()
  await expect(section.getByTestId('backup-newest')).toContainText('雾港来信')
  expect((await readdir(folder)).map((name) => name.slice(0, 4))).toEqual(['雾港来信'])
  const faults = await axeFaults(page, { within: '[data-testid="backup-settings"]' })
  expect(faults.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])

  // The drive is taken out.
  await rename(folder, `${folder} away`)
  await section.getByTestId('backup-now').click()
  await expect(section.getByRole('alert')).toContainText('备份文件夹找不到')
  await page.keyboard.press('Escape')
  const notice = page.getByTestId('backup-failed')
  await expect(notice).toContainText('备份文件夹找不到')
  // The way to the folder leads to its field, wherever the settings were last.
  await openSettings(page, 'writing')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '备份的设置' }).click()
  await expect(section.getByLabel('备份文件夹')).toBeVisible()
  await expect(page.locator('.settings-place:focus')).toContainText('备份文件夹')
  await page.keyboard.press('Escape')
  await page.locator('.cm-content').click()
  await page.keyboard.type('还能写。')
  await expect(page.getByText(/^已保存 \d/)).toBeVisible()
  await rename(`${folder} away`, folder)
  await page.getByRole('button', { name: '再试一次' }).click()
  await expect(notice).toHaveCount(0)
  expect((await readdir(folder)).length).toBe(2)
  expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.tmp$/))
})
