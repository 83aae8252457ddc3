import { expect } from '@playwright/test'
import { showPanel, showText, type Walk } from './look.ts'

/** A talk, the list of talks, and those that were deleted; a task, and the list of tasks. */
export async function talkScreens({ page, look, name }: Walk): Promise<void> {
  await showPanel(page)
  await page.getByTestId('ai-tab-chat').click()
  await look('panel chat')
  await page.getByTestId('chat-input').pressSequentially(`@${name.slice(0, 1)}`)
  await page.getByRole('listbox').waitFor()
  await look('a name is completed')
  await page.keyboard.press('Enter')
  await page.getByTestId('chat-send').click()
  await page.getByTestId('chat-assistant').waitFor()
  await look('a talk')
  await page.getByTestId('chat-threads').click()
  await look('talks')
  await page.locator('.chat-list .icon-button').last().click()
  await page.getByTestId('chat-deleted').waitFor()
  await look('a talk is deleted')
  await page.getByTestId('chat-deleted').locator('summary').click()
  await page.getByTestId('chat-empty').click()
  await look('deleted talks')
  await page.getByTestId('chat-threads').click()

  await page.getByTestId('ai-tab-agent').click()
  await look('panel agent')
  await page.getByTestId('agent-input').fill(name)
  await page.getByTestId('agent-run').click()
  await page.getByTestId('agent-end').waitFor()
  await look('a task')
  await page.getByTestId('agent-tasks').click()
  await look('tasks')
  await page.getByTestId('agent-tasks').click()
}

/** A suggestion, two versions of it, the same side by side, and what is left of it. */
export async function runScreens({ page, look, name }: Walk): Promise<void> {
  await showPanel(page)
  await page.getByTestId('ai-tab-write').click()
  await look('panel write')
  await showText(page)
  await page.keyboard.press('ControlOrMeta+End')
  await showPanel(page)
  await page.getByTestId('ai-skill-continue').click()
  await page.getByTestId('ai-run').click()
  await page.getByTestId('ai-suggestion-accept').first().waitFor()
  await look('suggestion')
  await showPanel(page)
  await look('card of a run')
  await page.getByTestId('ai-card-retry').click()
  await showPanel(page)
  await page.getByTestId('ai-versions').waitFor()
  await look('two versions')
  await page.getByTestId('ai-versions').locator('summary').click()
  await look('versions side by side')
  await page.getByTestId('ai-card-discard').click()
  await look('after a run')
  await page.getByTestId('ai-context-toggle').click()
  await expect(page.getByTestId('ai-context-trim')).toBeAttached()
  await look('viewer, read')
  for (const fold of await page.locator('.viewer-panel details:not([open]) > summary').all())
    if (await fold.isVisible()) await fold.click()
  await look('viewer, all folds open')
  const tabs = page.locator('.viewer-tabs .tab')
  await tabs.nth(1).click()
  const ask = page.getByTestId('ai-context-ask')
  await look('viewer, ask')
  await ask.getByRole('textbox').fill(name)
  await ask.getByRole('button').first().click()
  await ask.locator('.ask-answer').first().waitFor()
  await look('viewer, answered')
  for (const [at, tab] of [
    [2, 'compare'],
    [3, 'prompt'],
  ] as const) {
    await tabs.nth(at).click()
    await look(`viewer, ${tab}`)
  }
  await page.getByTestId('ai-context-toggle').click()
}
