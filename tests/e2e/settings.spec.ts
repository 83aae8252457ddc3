import type { Page } from '@playwright/test'
import type { SettingsPage } from '../../renderer/src/features/settings/settingsPages.ts'
import { axeFaults } from '../support/axe.ts'
import { callFromPage, openSample, openSettings } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

/** Role and name of each control of the page that is shown, names up to their first hint. */
async function controlsOn(page: Page): Promise<string[]> {
  const tree = await page.getByTestId('settings-body').ariaSnapshot()
  return [...tree.matchAll(/^ *- (group|radio|checkbox|slider|combobox|textbox|button) "([^" ]+)/gm)].map(
    ([, role, name]) => `${role} ${name}`,
  )
}

/** Every control of the settings, by page. */
const controls: Readonly<Record<SettingsPage, readonly string[]>> = {
  writing: [
    ...['group 主题', 'radio 跟随系统', 'radio 浅色', 'radio 深色', 'group 界面语言', 'radio 中文'],
    ...[
      'radio English',
      'checkbox 长时间的工作做完时通知我',
      'slider 字号',
      'slider 行距',
      'slider 每行字数',
    ],
    ...['group 字体', 'radio 宋体', 'radio 黑体', 'checkbox 选中文字时显示按钮'],
    ...['checkbox 引号、破折号、省略号照本章的写法', 'checkbox 检查英文作品的拼写'],
    ...['textbox 加一个词（敏感词，或“错=对”）', 'button 加进自己的词表'],
    ...['group 导入的是', 'radio 敏感词', 'radio 错别字', 'button 导入词表'],
  ],
  models: [
    ...['combobox 默认模型', 'button 修改', 'button 移除', 'button 添加服务'],
    ...['textbox 这部作品本月已用', 'textbox 所有作品本月已用'],
  ],
  context: [
    ...['combobox 向量服务', 'checkbox 请模型核对读得懂才能判断的约束', 'checkbox 发现问题时自动重写一次'],
    ...['checkbox 有进展就一直做下去', 'button 退出登录'],
  ],
  book: ['textbox 备份文件夹', 'button 浏览…', 'button 去看快照', 'button 去导出', 'button 去打印'],
  about: ['checkbox 开发者模式'],
}

const service = { id: 'own', name: 'GLM', baseUrl: 'http://127.0.0.1:9/v1', models: ['m'] }

test('the settings are five pages without loss, walked by arrow keys, searched, and open where they were', async ({
  page,
}) => {
  await openSample(page)
  await callFromPage(page, [['settings:update', { patch: { providers: [service] } }]])
  await page.reload()
  await openSettings(page, 'writing')
  const tab = (name: SettingsPage) => page.getByTestId(`settings-page-${name}`)
  await tab('writing').focus()
  for (const [at, name] of (['writing', 'models', 'context', 'book', 'about'] as const).entries()) {
    if (at > 0) await page.keyboard.press('ArrowDown')
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => controlsOn(page)).toEqual(controls[name])
    expect(await axeFaults(page, { within: '.settings-dialog' })).toEqual([])
    if (pictures) await page.screenshot({ path: `${pictures}/settings-${name}.png` })
  }

  // All pages are searched, what they read from main too.
  const search = page.getByTestId('settings-search')
  await search.fill('glm')
  await expect.poll(() => controlsOn(page)).toEqual(controls.models.slice(0, 4))
  await search.fill('行距')
  await expect(page.getByRole('slider', { name: '行距' })).toBeVisible()
  expect(await axeFaults(page, { within: '.settings-dialog' })).toEqual([])
  await search.fill('没有这样的设置')
  await expect(page.getByText('没有找到这项设置。').last()).toBeVisible()
  expect(await controlsOn(page)).toEqual([])
  await tab('about').click()
  await expect.poll(() => controlsOn(page)).toEqual(controls.about)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '设置', exact: true }).click()
  await expect(tab('about')).toBeFocused()
  await tab('book').click()
  await page.getByRole('button', { name: '去看快照' }).click()
  await expect(page.getByTestId('settings')).toHaveCount(0)
  await expect(page.getByTestId('snapshots')).toBeVisible()
})
