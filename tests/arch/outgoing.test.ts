import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const main = join(import.meta.dirname, '../../main/src')
const sources = readdirSync(main, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(main, name), 'utf8') }))

test('nothing but lib/outgoingFetch.ts asks anything of another computer', () => {
  const ways =
    /(?<![.\w])fetch\(|globalThis\.fetch|from '(?:undici|axios|got)'|https?\.(?:request|get)\(|new WebSocket\(/
  const allowed = 'lib/outgoingFetch.ts'
  expect(sources.length).toBeGreaterThan(200)
  expect(sources.filter(({ text }) => ways.test(text)).map(({ name }) => name)).toEqual([allowed])
})

test('every provider of the AI SDK is given that one way out', () => {
  const made = sources.filter(({ text }) => /from '@ai-sdk\//.test(text))
  expect(made.length).toBeGreaterThan(1)
  for (const { name, text } of made)
    expect([name, /\bfetch: outgoing\.fetch\b/.test(text)]).toEqual([name, true])
})
