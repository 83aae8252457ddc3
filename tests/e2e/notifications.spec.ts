import type { Page } from '@playwright/test'
import { useAgentModel } from '../support/agentModel.ts'
import { openSample } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

const content = '每日两次。\n'
const write = `Action: Write[${JSON.stringify({ path: '.creonow/settings/潮汐.md', content })}]`

/** What the browser's notifications were made with, and its answer when the author is asked. */
interface Recorded {
  readonly shown: [string, string][]
  asked: number
  click(): void
}

/** Plays the browser's notifications, which a browser without a screen does not show. */
const recordNotifications = (page: Page, permission: NotificationPermission) =>
  page.evaluate((first) => {
    const recorded: Recorded = { shown: [], asked: 0, click: () => {} }
    class Played {
      static permission = first
      static requestPermission = async () => {
        recorded.asked += 1
        if (Played.permission === 'default') Played.permission = 'granted'
        return Played.permission
      }
      onclick = () => {}
      close = () => {}
      constructor(title: string, { body }: { body: string }) {
        recorded.shown.push([title, body])
        recorded.click = () => this.onclick()
      }
    }
    Object.assign(window, { Notification: Played, recorded })
  }, permission)

const recordedIn = (page: Page) =>
  page.evaluate(() => {
    const { shown, asked } = (window as unknown as { recorded: Recorded }).recorded // planted above
    return { shown, asked }
  })
const setFront = (page: Page, isFront: boolean) =>
  page.evaluate((front) => {
    document.hasFocus = () => front
  }, isFront)

async function runTask(page: Page): Promise<void> {
  await page.getByTestId('ai-tab-agent').click()
  await page.getByTestId('agent-input').fill('记下潮汐')
  await page.getByTestId('agent-run').click()
  await expect(page.getByTestId('agent-approval')).toBeVisible()
}

test('a task that asks while the window is behind others notifies once, without a word of the book, and a click shows it', async ({
  page,
}) => {
  await openSample(page)
  const model = await useAgentModel(page, [write, 'Finish[做完了。]'])
  await recordNotifications(page, 'granted')
  await setFront(page, false)
  await runTask(page)
  await expect.poll(() => recordedIn(page)).toEqual({ shown: [['任务在等您决定', '雾港来信']], asked: 0 })
  await page.getByTestId('ai-tab-write').click()
  await page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded.click()) // as above
  await expect(page.getByTestId('ai-tab-agent')).toHaveAttribute('aria-pressed', 'true')
  await model.close()
})

test(
  'in front nothing is shown, and the switch asks the browser only when it is turned on',
  whole,
  async ({ page }) => {
    await openSample(page)
    const model = await useAgentModel(page, [write, 'Finish[做完了。]'])
    await recordNotifications(page, 'default')
    await setFront(page, true)
    await runTask(page)
    expect(await recordedIn(page)).toEqual({ shown: [], asked: 0 })
    await page.getByRole('button', { name: '设置', exact: true }).click()
    const box = page.getByTestId('notifications')
    await expect(box).not.toBeChecked()
    await box.click()
    await expect(box).toBeChecked()
    expect(await recordedIn(page)).toEqual({ shown: [], asked: 1 })
    await box.click()
    await expect(box).not.toBeChecked()
    await model.close()
  },
)
