import { axeFaults } from '../support/axe.ts'
import { caretToEnd, openSample, openViewer, runSkill } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'
import { whole } from '../support/whole.ts'

test(
  'the viewer answers where a name or a fact stands in the prompt, and leads there',
  whole,
  async ({ page }) => {
    await openSample(page)
    await caretToEnd(page)
    await runSkill(page)
    await openViewer(page)
    await page.getByRole('tab', { name: '问' }).click()
    const panel = page.getByTestId('ai-context-ask')
    const asked = async (question: string) => {
      await panel.getByRole('textbox').fill(question)
      await panel.getByRole('button', { name: '找答案' }).click()
      await expect(panel.locator('.ask-answer').first()).toBeVisible()
      return panel.locator('.ask-answer')
    }
    await expect(await asked('麒麟在哪里')).toContainText(['写进设定集，AI 就会知道'])
    const answers = await asked('林远')
    await expect(answers.first()).toContainText('在提示词里')
    await asked('拐杖倒在石板地上')
    await panel.getByRole('button', { name: '打开这一处' }).first().click()
    await expect(page.locator('.cm-content')).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(
      '我听见拐杖倒在石板地上，一路滚到门槛，滚了很久。',
    )
    const axe = await axeFaults(page, { within: '[data-testid=ai-context-panel]' })
    expect(axe.map(({ id }) => id)).toEqual([])
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT })
  },
)

test(
  'a part that the author excludes is absent from the next request, and comes back when it is included',
  whole,
  async ({ page }) => {
    await openSample(page)
    await caretToEnd(page)
    await openViewer(page)
    const retrieved = page.getByTestId('ai-context-layer-retrieved')
    const passage = retrieved.locator('li').last()
    const text = (await passage.locator('.chunk-line').textContent()) ?? ''
    await passage.locator('[data-chunk]').click()
    await passage.getByRole('button', { name: '下次不要' }).click()
    await expect(page.getByTestId('ai-context-chosen')).toContainText('下次不要 1 处')
    await expect(page.getByTestId('ai-context-trim')).toContainText('您说这次不要')
    await expect(retrieved).not.toContainText(text.slice(0, 20))
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT })
    await page.getByTestId('ai-context-chosen').getByRole('button', { name: '都取消' }).click()
    await expect(retrieved).toContainText(text.slice(0, 20))
  },
)
