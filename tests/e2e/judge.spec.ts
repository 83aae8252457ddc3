import { join } from 'node:path'
import { caretToEnd, openSample, openSettings } from '../support/pages.ts'
import { useSlowModel } from '../support/slowModel.ts'
import { expect, test } from '../support/webApp.ts'

/** Set to a folder to look at the pictures. */
const pictures = process.env.CREONOW_PICTURES

test('what breaks a rule is marked in the text and explained in the card, in both languages, after one rewriting', async ({
  page,
}) => {
  await openSample(page)
  const model = await useSlowModel(page)
  await caretToEnd(page)
  await openSettings(page, 'context')
  const settings = page.getByTestId('judge-settings')
  await settings.getByLabel('发现问题时自动重写一次').click()
  await expect(settings.getByLabel('发现问题时自动重写一次')).toBeChecked()
  await expect(settings.getByLabel('请模型核对读得懂才能判断的约束')).not.toBeChecked()
  if (pictures) {
    await settings.scrollIntoViewIfNeeded()
    await page.screenshot({ path: join(pictures, 'judge-settings.png') })
  }
  await page.keyboard.press('Escape')

  await page.getByTestId('ai-run').click()
  await model.asked()
  model.write('林远推开门。他不禁笑了！')
  model.end()
  await model.asked()
  const card = page.getByTestId('ai-run-card').last()
  await expect(card).toContainText('正在重写')
  model.write('我推开门，雾漫进来。“快走！”许三娘说。\n　　我不禁笑了，把铅锤放回窝里。')
  model.end()

  const suggestion = page.getByTestId('ai-suggestion')
  await expect(suggestion.locator('.cm-judged')).toHaveText(['“快走！”', '我不禁笑了，把铅锤放回窝里。'])
  await expect(suggestion.locator('.cm-judged').first()).toHaveAttribute(
    'title',
    /用了“！”\n约束「避免使用感叹号/,
  )
  const findings = card.getByTestId('judge-findings')
  await expect(findings).toContainText('可能不合约束的地方：3 处')
  await expect(findings).toContainText('「铅锤」按用词表写作「水砣」')
  await expect(findings).toContainText('没有核对：')
  await card.getByText('第一稿', { exact: true }).click()
  await expect(card.getByTestId('judge-other-text')).toContainText('林远推开门。他不禁笑了！')
  if (pictures) await page.screenshot({ path: join(pictures, 'judge-zh.png') })

  await page.getByRole('button', { name: 'Switch to English' }).click()
  await expect(findings).toContainText('May break constraints: 3')
  await expect(findings).toContainText('The word list has “水砣” for “铅锤”')
  if (pictures) await page.screenshot({ path: join(pictures, 'judge-en.png') })

  await card.getByText('Asked of the model after writing: 1').click()
  const asked = card.getByTestId('run-follow-ups')
  await expect(asked).toContainText('To write it again, with what was found')
  await expect(asked).toContainText('林远推开门。他不禁笑了！')
  await expect(asked.getByTestId('ai-spending')).toBeVisible()
  if (pictures) {
    await asked.scrollIntoViewIfNeeded()
    await page.screenshot({ path: join(pictures, 'judge-asked.png') })
  }

  await page.getByTestId('ai-suggestion-accept').click()
  await expect(page.locator('.cm-line .cm-judged')).toHaveText(['“快走！”', '我不禁笑了，把铅锤放回窝里。'])
  if (pictures) await page.screenshot({ path: join(pictures, 'judge-taken.png') })
  await model.close()
})
