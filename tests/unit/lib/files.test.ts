import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFileQueue, readFileBounded, writeFileAtomically } from '../../../main/src/lib/files.ts'
import { decodeUtf8, encodeUtf8, loneSurrogateAt } from '../../../main/src/lib/textFile.ts'
import { strangeTexts } from '../../support/strangeText.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'creonow-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('with writeFileAtomically,', () => {
  test('a failure before the rename leaves the old bytes and no temporary file', async () => {
    const path = join(folder, '第一章.md')
    await writeFile(path, '旧')
    const failing = writeFileAtomically(path, '新', { beforeRename: () => Promise.reject(new Error('停')) })
    await expect(failing).rejects.toThrow('停')
    expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['旧', ['第一章.md']])
  })

  test('all bytes are on disk before the rename, the old file is still whole', async () => {
    const path = join(folder, 'a.md')
    await writeFile(path, '旧')
    const seen: string[] = []
    await writeFileAtomically(path, '新的一章'.repeat(100_000), {
      beforeRename: async () => {
        for (const name of await readdir(folder))
          seen.push(`${name === 'a.md'} ${(await readFile(join(folder, name), 'utf8')).length}`)
      },
    })
    expect([seen.sort(), (await readFile(path, 'utf8')).length]).toEqual([
      ['false 400000', 'true 1'],
      400_000,
    ])
  })

  test('the permissions of an existing file stay, and a secret gets its own', async () => {
    const path = join(folder, 'a.md')
    await writeFile(path, '旧')
    await chmod(path, 0o640)
    await writeFileAtomically(path, '新')
    await writeFileAtomically(join(folder, 'keys.json'), '{}', { mode: 0o600 })
    const modes = [await stat(path), await stat(join(folder, 'keys.json'))].map(({ mode }) => mode & 0o777)
    expect(modes).toEqual([0o640, 0o600])
  })

  test('no link in the place of the file is written through when realPath is given', async () => {
    await writeFile(join(folder, 'elsewhere'), '别动')
    await symlink(join(folder, 'elsewhere'), join(folder, 'a.md'))
    await expect(writeFileAtomically(join(folder, 'a.md'), '新', { realPath: true })).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_PROJECT',
    })
    expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toBe('别动')
  })

  test('a deleted folder gives a coded error', async () => {
    await expect(writeFileAtomically(join(folder, '没有', 'a.md'), '')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('with readFileBounded,', () => {
  test('the limit is inclusive; one byte more is refused', async () => {
    const path = join(folder, 'a')
    await writeFile(path, 'x'.repeat(10))
    expect((await readFileBounded(path, 10)).length).toBe(10)
    await expect(readFileBounded(path, 9)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
  })

  test('an empty file, a folder and a missing file are distinguished', async () => {
    await writeFile(join(folder, 'empty'), '')
    expect((await readFileBounded(join(folder, 'empty'), 10)).length).toBe(0)
    await expect(readFileBounded(folder, 10)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(readFileBounded(join(folder, 'none'), 10)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('the queue runs one writer per file in order, and one failure does not stop the next', async () => {
  const queue = createFileQueue()
  const order: string[] = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = queue.run('a', async () => {
    await gate
    order.push('a1')
    throw new Error('坏了')
  })
  const second = queue.run('a', async () => order.push('a2'))
  await queue.run('b', async () => order.push('b1'))
  release()
  await expect(first).rejects.toThrow('坏了')
  await second
  expect(order).toEqual(['b1', 'a1', 'a2'])
})

describe('in a line of tasks,', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('a task is refused when the line has stopped, and never runs; those behind it run when it moves', async () => {
    const queue = createFileQueue()
    const order: string[] = []
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    const add = (name: string, longestPauseMs?: number) =>
      queue.run('a', async () => order.push(name), longestPauseMs)
    const refusal = { code: 'IO_ERROR', details: { why: 'unanswered' } }
    const hanging = queue.run('a', () => gate)
    const refused = expect(add('refused', 100)).rejects.toMatchObject(refusal)
    const patient = add('patient')
    await vi.advanceTimersByTimeAsync(100)
    await refused
    await expect(add('too late', 100)).rejects.toMatchObject(refusal)
    release()
    await Promise.all([hanging, patient])
    await add('next', 100)
    expect([order, vi.getTimerCount()]).toEqual([['patient', 'next'], 0])
  })

  test('a task waits for as many as there are while each moves on in time', async () => {
    const queue = createFileQueue()
    const slow = (ms: number) => () => new Promise<void>((resolve) => void setTimeout(resolve, ms))
    for (let n = 0; n < 5; n++) void queue.run('a', slow(90))
    const result = queue.run('a', async () => 'ran', 100)
    await vi.advanceTimersByTimeAsync(5 * 90)
    expect([await result, vi.getTimerCount()]).toEqual(['ran', 0])
  })
})

describe('for text in UTF-8,', () => {
  test.each(strangeTexts)('a round trip preserves every character: $name', ({ text }) => {
    if (loneSurrogateAt(text) >= 0) return expect(loneSurrogateAt(text)).toBe(text.search(/[\ud800-\udfff]/))
    expect([decodeUtf8(encodeUtf8(text, false))?.text, decodeUtf8(encodeUtf8(text, true))]).toEqual([
      text,
      { text, bom: true },
    ])
  })

  test('invalid bytes are never replaced silently', () => {
    expect([decodeUtf8(Buffer.from([0xb5, 0xda])), decodeUtf8(Buffer.from([0xed, 0xa0, 0x80]))]).toEqual([
      undefined,
      undefined,
    ])
  })
})
