import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../support/app.ts'
import { startNovel } from '../../../../support/novel.ts'

const key = 'sk-canary-7f3a9b2c5d8e1f40'
let novel: TestApp
const closing: (() => void)[] = []
beforeAll(async () => {
  novel = await startNovel({ 'manuscript/001.md': '林远上了岸。' })
})
afterAll(() => novel.remove())
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function endpoint(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}
const says = (status: number, value: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

test.each<[string, unknown, string[]]>([
  ['OpenAI’s', { object: 'list', data: [{ id: 'm-2', object: 'model' }, { id: 'm-1' }] }, ['m-1', 'm-2']],
  ['Ollama’s own', { models: [{ name: 'qwen3:8b', size: 5 }] }, ['qwen3:8b']],
  ['a bare', [{ id: 'm' }, { nobody: 1 }, 'n'], ['m', 'n']],
])('the list of models of %s is read', async (_, list, models) => {
  expect(await novel.invoke('ai:endpointModels', { baseUrl: await endpoint(says(200, list)), key })).toEqual({
    models,
  })
})

test('the key goes where the protocol wants it', async () => {
  const asked: unknown[] = []
  const baseUrl = await endpoint((request, response) => {
    const { authorization, 'x-api-key': own, 'anthropic-version': version } = request.headers
    asked.push([request.url, authorization, own, version])
    says(200, { data: [{ id: 'm' }] })(request, response)
  })
  await novel.invoke('ai:endpointModels', { baseUrl, key })
  await novel.invoke('ai:endpointModels', { baseUrl: `${baseUrl}/`, key, family: 'anthropic' })
  await novel.invoke('ai:endpointModels', { baseUrl })
  expect(asked).toEqual([
    ['/v1/models', `Bearer ${key}`, undefined, undefined],
    ['/v1/models', undefined, key, '2023-06-01'],
    ['/v1/models', undefined, undefined, undefined],
  ])
})

test.each<[string, number, unknown, string]>([
  ['a wrong key', 401, { error: { message: `Incorrect API key: ${key}` } }, 'AI_KEY_REFUSED'],
  ['a service without a list', 404, { error: 'not found' }, 'AI_NO_MODEL_LIST'],
  ['another service', 200, { hello: 'world' }, 'AI_NO_MODEL_LIST'],
  ['an empty list', 200, { data: [] }, 'AI_NO_MODEL_LIST'],
  ['a busy service', 503, {}, 'AI_BUSY'],
])('%s is reported as what it is', async (_, status, body, code) => {
  const baseUrl = await endpoint(says(status, body))
  expect(await novel.codeOf('ai:endpointModels', { baseUrl, key })).toBe(code)
})

test('a redirect is not followed, with the key or without', async () => {
  const baseUrl = await endpoint(
    (_, response) => void response.writeHead(302, { location: 'https://elsewhere.invalid/' }).end(),
  )
  expect(await novel.codeOf('ai:endpointModels', { baseUrl, key })).toBe('AI_PROVIDER_REDIRECT')
  expect(await novel.codeOf('ai:endpointModels', { baseUrl: 'https://nobody.invalid/v1' })).toBe('AI_OFFLINE')
  expect(await novel.codeOf('ai:endpointModels', { baseUrl, key: '密钥' })).toBe('INVALID_ARGUMENT')
})
