import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { axeFaults } from '../support/axe.ts'
import { beginStream, endStream, sendDelta } from '../support/chatServer.ts'
import { chooseOption } from '../support/chooseOption.ts'
import { openSample, openSettings } from '../support/pages.ts'
import { expect, test } from '../support/webApp.ts'

test('a service is set up from a preset, with models it names itself, and tested before it is saved', async ({
  page,
}) => {
  const server = createServer((request, response) => {
    if (request.url === '/v1/models')
      return void response.end(JSON.stringify({ data: [{ id: 'prose-1' }, { id: 'prose-2' }] }))
    if (request.headers.authorization === undefined)
      return void response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"no key"}')
    beginStream(response)
    sendDelta(response, '好', 'stop')
    endStream(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await openSample(page)
    await openSettings(page, 'models')
    const dialog = page.getByTestId('settings')
    await dialog.getByRole('button', { name: '添加服务' }).click()
    await chooseOption(dialog.getByLabel('服务商'), 'DeepSeek')
    await expect(dialog.getByLabel('接口地址')).toHaveValue('https://api.deepseek.com/v1')
    await dialog.getByLabel('接口地址').fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
    await dialog.getByLabel('模型名，一行一个').fill('')
    await dialog.getByTestId('fetch-models').click()
    await dialog.getByLabel('prose-2').check()
    await expect(dialog.getByLabel('模型名，一行一个')).toHaveValue('prose-2')
    await dialog.getByTestId('service-test').click()
    await expect(dialog.getByText('还没有填')).toBeVisible()
    await dialog.getByLabel('密钥').fill('sk-right')
    await dialog.getByTestId('service-test').click()
    await expect(dialog.getByText('可以用')).toBeVisible()
    const violations = await axeFaults(page, { within: '.provider-form' })
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
    await dialog.getByRole('button', { name: '添加', exact: true }).click()
    const row = dialog.locator('.provider-row').first()
    await expect(row).toContainText(/DeepSeek.*密钥已存/)

    await row.getByRole('button', { name: '修改' }).click()
    const form = dialog.locator('.provider-form').first()
    await form.getByLabel('名称').fill('我的服务')
    await expect(form.getByTestId('kept-state')).toHaveAttribute('data-state', 'saved')
    await form.getByLabel('密钥').fill('sk-other')
    await form.getByLabel('密钥').press('Tab')
    await expect(form.getByTestId('key-state')).toHaveText('密钥存好了。')
    // Half an address is another server: it is stored when its field is left, and the key goes then.
    await form.getByLabel('接口地址').fill('http://127.0.0.1:1/v1')
    await expect(form.getByTestId('kept-state')).toContainText('自动保存')
    await expect(form.getByText('存下新地址时就删掉')).toBeVisible()
    await form.getByLabel('密钥').fill('sk-new')
    await page.keyboard.press('Escape')
    await openSettings(page, 'models')
    await expect(row).toContainText(/我的服务.*127\.0\.0\.1:1\/.*密钥已存/)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
