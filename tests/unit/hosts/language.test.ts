import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { languageOfProcess, languageOfTag, optionIn } from '../../../main/src/hosts/language.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'creonow-'))
})
afterEach(() => rm(data, { recursive: true }))

const settings = (text: string) => writeFile(join(data, 'settings.json'), text)
const spoken = (lang?: string, LANG?: string, locale = 'en-US') =>
  languageOfProcess({ lang, data, env: { LANG }, locale })

test('what --lang says goes before the settings, these before the environment', async () => {
  await settings('{"language":"zh"}')
  expect([await spoken(undefined, 'en_US.UTF-8'), await spoken('en')]).toEqual(['zh', 'en'])
  await settings('{"language":"en"}')
  expect([await spoken(undefined, 'zh_CN.UTF-8'), await spoken('zh-Hans')]).toEqual(['en', 'zh'])
})

test.each([
  ['zh_CN.UTF-8', {}, 'en-US', 'zh'],
  ['en_US.UTF-8', {}, 'zh-CN', 'en'],
  ['fr_FR.UTF-8', {}, 'zh-CN', 'en'],
  ['C.UTF-8', {}, 'en-US', 'en'],
  ['C.UTF-8', {}, 'zh-CN', 'zh'],
  ['POSIX', {}, 'zh-Hans-CN', 'zh'],
  ['', {}, 'de-DE', 'en'],
  [undefined, {}, 'zh-CN', 'zh'],
  [undefined, {}, 'en-GB', 'en'],
  ['zh_CN.UTF-8', { LC_ALL: 'en_US.UTF-8' }, 'zh-CN', 'en'],
  ['en_US.UTF-8', { LC_MESSAGES: 'zh_TW.UTF-8' }, 'en-US', 'zh'],
  ['zh_CN.UTF-8', { LC_ALL: '', LC_MESSAGES: 'C' }, 'en-US', 'zh'],
] as const)('LANG=%s with %o on a computer of %s speaks %s', async (LANG, more, locale, language) => {
  expect(await languageOfProcess({ data, env: { LANG, ...more }, locale })).toBe(language)
})

test('settings that cannot be read, or say nothing of it, leave it to LANG, and no folder is made', async () => {
  for (const text of ['{', '[]', 'null', '{"theme":"dark"}', '{"language":"fr"}']) {
    await settings(text)
    expect(await spoken(undefined, 'en_GB'), text).toBe('en')
  }
  const env = { LANG: 'en_GB' }
  expect(await languageOfProcess({ data: join(data, '没有'), env })).toBe('en')
  expect(await readdir(data)).toEqual(['settings.json'])
})

test('a tag is Chinese, English or neither', () => {
  expect(['zh', 'zh_TW', 'EN-us', 'english', 'fr', ''].map(languageOfTag)).toEqual([
    ...['zh', 'zh', 'en'],
    ...[undefined, undefined, undefined],
  ])
})

test('an option is found in a line that is wrong', () => {
  const found = [['--into', '--lang', 'en'], ['--lang=zh', '--lang=en'], ['--lang'], ['导入']].map((args) =>
    optionIn(args, '--lang'),
  )
  expect(found).toEqual(['en', 'en', undefined, undefined])
})
