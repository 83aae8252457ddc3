import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { errorSentence } from '../../../main/src/contract/sentences/errorSentence.ts'
import { toPayload } from '../../../main/src/lib/appError.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { type Format, noticesOf, warningsOf } from '../../../main/src/lib/versionedFile/index.ts'
import { createVersionedFiles } from '../../../main/src/lib/versionedFile/versionedFiles.ts'

interface Desk {
  readonly theme?: string | undefined
  readonly fonts?: readonly string[] | undefined
}
const oldSchema = z.looseObject({ theme: z.string().optional(), fonts: z.array(z.string()).optional() })
/** As an app of version 1 has it, and one of version 2, in which `theme` has become `colours` and `fonts` an object. */
const older: Format<Desk> = { schema: oldSchema, absent: {}, version: 1, maxBytes: 10_000 }
const newer: Format<{ readonly colours?: string | undefined }> = {
  schema: z.looseObject({ colours: z.string().optional(), fonts: z.object({ of: z.string() }).optional() }),
  absent: {},
  version: 2,
  upgrade(json) {
    const { theme, fonts = [], ...rest } = json as { theme?: string; fonts?: string[] } // of version 1
    return { ...rest, colours: theme, fonts: { of: fonts.join(', ') } }
  },
  maxBytes: 10_000,
}
const first = '{\n  "theme": "dark",\n  "fonts": [\n    "宋体"\n  ],\n  "later": 1\n}\n'

async function setUp() {
  const dataFolder = await realpath(await mkdtemp(join(tmpdir(), 'creonow-versions-')))
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }))
  const open = () => createVersionedFiles({ dataFolder, logger: silentLogger })
  const text = (name = 'desk.json') => readFile(join(dataFolder, name), 'utf8')
  const put = (content: string) => writeFile(join(dataFolder, 'desk.json'), content)
  /** Each call is another start of an app. */
  return {
    ...{ dataFolder, text, put },
    old: () => open().cached(older, 'desk.json'),
    new: () => open().cached(newer, 'desk.json'),
    copies: async () => (await readdir(join(dataFolder, 'lastGood'))).toSorted(),
  }
}
const setTheme = (theme: string) => (desk: Desk) => ({ next: { ...desk, theme }, result: undefined })
const setColours = (colours: string) => (desk: object) => ({ next: { ...desk, colours }, result: undefined })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string; details: { fault: object } }) => [error.code, error.details.fault],
  )

test('a newer app reads the file of an older one, and leaves a copy of it before it writes its own form', async () => {
  const desk = await setUp()
  await desk.put(first)
  const app = desk.new()
  expect(app.fresh()).toMatchObject({
    value: { colours: 'dark', fonts: { of: '宋体' }, later: 1 },
    from: 'file',
  })
  expect(await desk.text()).toBe(first)
  await app.update(setColours('light'))
  expect(JSON.parse(await desk.text())).toEqual({
    later: 1,
    colours: 'light',
    fonts: { of: '宋体' },
    version: 2,
  })
  expect([await desk.copies(), await desk.text('lastGood/desk.json.v1')]).toEqual([
    ['desk.json', 'desk.json.v1'],
    first,
  ])
})

test('an older app uses what it understands of a newer file, says so and writes nothing over it', async () => {
  const desk = await setUp()
  const newest = '{"version": 2, "theme": "sepia", "fonts": {"of": "宋体"}}'
  await desk.put(newest)
  const app = desk.old()
  const reading = app.fresh()
  expect([reading.value, reading.from]).toEqual([{ version: 2, theme: 'sepia' }, 'file'])
  const fault = { code: 'newer', params: { version: 2, most: 1 } }
  expect(noticesOf(reading)).toEqual([
    { code: 'FILE_BROKEN', params: { path: 'desk.json', line: 1, column: 13, fault } },
  ])
  expect(warningsOf(reading)).toEqual([expect.stringMatching(/更新的版本.*读得懂的部分照常使用。$/)])
  expect(await codeOf(app.update(setTheme('light')))).toEqual(['FILE_BROKEN', fault])
  expect(await codeOf(app.replaceBroken(() => ({ theme: 'light' })))).toEqual(['FILE_BROKEN', fault])
  expect(await desk.text()).toBe(newest)
})

test('the sentence about a newer file names the app as the way out, in both languages', async () => {
  const desk = await setUp()
  await desk.put('{"version": 7}')
  const { problem } = desk.old().fresh()
  const payload = problem && toPayload(problem)
  if (payload === undefined) throw new Error('no problem')
  expect(errorSentence(payload, 'zh')).toMatch(/desk\.json.*由本软件更新的版本写成（格式 7，这一版只懂到 1）/)
  expect(errorSentence(payload, 'en')).toMatch(/desk\.json.*a newer CreoNow wrote it \(version 7/)
})

test('an older app finds what it left when it understands nothing of the newer file', async () => {
  const desk = await setUp()
  await desk.put(first)
  await desk.new().update(setColours('light'))
  await desk.put('{"version": 2, "theme": 5, "fonts": []}'.replace('{', '[{').replace('}', '}]'))
  const reading = desk.old().fresh()
  expect([reading.from, reading.value]).toEqual(['copy', JSON.parse(first)])
})

test('old, new and old again: no byte of the author is lost, and the newer app goes on where it was', async () => {
  const desk = await setUp()
  await desk.old().update(setTheme('dark'))
  await desk.new().update(setColours('light'))
  const afterNew = await desk.text()
  const again = desk.old()
  expect(again.fresh().problem?.code).toBe('FILE_BROKEN')
  expect(await codeOf(again.update(setTheme('sepia')))).toMatchObject(['FILE_BROKEN', { code: 'newer' }])
  expect(await desk.text()).toBe(afterNew)
  expect(desk.new().fresh().value).toMatchObject({ colours: 'light' })
  // The way back: the copy takes the place of the file.
  await desk.put(await desk.text('lastGood/desk.json.v1'))
  expect(desk.old().fresh()).toMatchObject({ value: { theme: 'dark' }, from: 'file' })
  await desk.old().update(setTheme('sepia'))
  expect(desk.new().fresh().value).toMatchObject({ colours: 'sepia' })
})

test('a file whose format has no versions may have any number of that name', async () => {
  const desk = await setUp()
  await desk.put('{"version": 12, "theme": "dark"}')
  const { version: _, ...counting } = older
  const app = createVersionedFiles({ dataFolder: desk.dataFolder, logger: silentLogger })
  expect(app.cached(counting, 'desk.json').fresh().problem).toBe(undefined)
})
