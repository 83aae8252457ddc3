import type { Page } from '@playwright/test'
import type { DesktopEvent, UpdateState } from '../../main/src/contract/desktop.ts'
import { callFromPage, openSample, openSettings } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole, wholeBut } from '../support/whole.ts'

/** Loads the page again with a desktop around it that is where a test says, and notes what the page asks of it. */
async function withDesktop(page: Page, first: UpdateState) {
  let state = first
  let send: (event: DesktopEvent) => void = () => {}
  const asked: string[] = []
  const unsaved: boolean[] = []
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    send = (payload) => socket.send(JSON.stringify({ event: 'desktop', payload }))
    socket.onMessage((frame) => {
      const { id, channel, input } = JSON.parse(String(frame))
      const answer = (data: object) => socket.send(JSON.stringify({ id, ok: true, data }))
      if (channel === 'desktop:describe') return answer({ used: true })
      if (channel === 'desktop:unsaved') {
        unsaved.push(input.isUnsaved)
        return answer({ used: true })
      }
      if (channel !== 'desktop:newVersion') return server.send(frame)
      asked.push(input.action)
      answer({ state })
    })
    server.onMessage((frame) => socket.send(frame))
  })
  await page.reload()
  return {
    asked,
    unsaved,
    /** The next step of the desktop, as it tells its pages. */
    become(next: Omit<UpdateState, 'current'>) {
      state = { current: '1.2.3', ...next }
      send({ type: 'updates', state })
    },
    openSettings: () => send({ type: 'command', command: 'settings' }),
  }
}

const words = {
  zh: {
    off: '没有设置新版本的地址',
    check: '查找新版本',
    download: '下载',
    install: '重启以更新',
    refused: '没有本软件发布者的签名',
    waits: '还没有保存',
  },
  en: {
    off: 'no place for new versions',
    check: 'Look for a new version',
    download: 'Download',
    install: 'Restart to update',
    refused: 'not signed by the publisher',
    waits: 'not saved yet',
  },
} as const

for (const language of ['zh', 'en'] as const)
  test(
    `the settings show where a new version is, and lead to it by one button at a time (${language})`,
    wholeBut(language === 'zh'),
    async ({ page }) => {
      const said = words[language]
      await openSample(page)
      await callFromPage(page, [['settings:update', { patch: { language } }]])
      const desktop = await withDesktop(page, { step: 'off', current: '1.2.3' })
      await page.locator('.cm-content').waitFor()
      desktop.openSettings()
      await page.getByTestId('settings-page-about').click()
      const section = page.getByTestId('update-settings')
      await expect(section).toContainText(said.off)
      await expect(section).toContainText('1.2.3')
      await expect(section.getByRole('button')).toHaveCount(0)

      desktop.become({ step: 'idle' })
      await section.getByRole('button', { name: said.check }).click()
      desktop.become({ step: 'available', version: '1.3.0' })
      await section.getByRole('button', { name: said.download }).click()
      desktop.become({ step: 'downloading', version: '1.3.0', ratio: 0.42 })
      await expect(section).toContainText('42%')
      await expect(section.getByRole('button')).toHaveCount(0)
      desktop.become({ step: 'ready', version: '1.3.0' })
      await section.getByRole('button', { name: said.install }).click()
      desktop.become({ step: 'ready', version: '1.3.0', obstacle: 'text' })
      await expect(section).toContainText(said.waits)
      const error = { code: 'UPDATE_REFUSED', message: '送来的新版本没有本软件发布者的签名，一点也没有用。' }
      desktop.become({ step: 'failed', error: { ...error, details: { why: 'signature' } } })
      await expect(section.getByRole('alert')).toContainText(said.refused)
      await section.getByRole('button', { name: said.check }).click()
      expect(desktop.asked).toEqual(['read', 'check', 'download', 'install', 'check'])
    },
  )

test('the desktop is told when a chapter is not saved, and when it is again', whole, async ({ page }) => {
  await openSample(page)
  const desktop = await withDesktop(page, { step: 'idle', current: '1.2.3' })
  await page.locator('.cm-content').click()
  await page.keyboard.type('雾')
  await expect.poll(() => desktop.unsaved).toEqual([false, true, false])
})

test('a page without a desktop around it shows nothing of updates', whole, async ({ page }) => {
  await openSample(page)
  await openSettings(page, 'about')
  await expect(page.getByRole('checkbox', { name: '开发者模式' })).toBeVisible()
  await expect(page.getByTestId('update-settings')).toHaveCount(0)
})
