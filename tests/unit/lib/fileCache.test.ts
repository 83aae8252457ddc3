import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileCache } from '../../../main/src/lib/fileCache.ts'

let root: string
const path = 'settings/世界观.md'
/** Far enough ahead that every file of the test counts as settled. */
const later = () => Date.now() + 60_000

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'creonow-cache-')))
  await mkdir(join(root, 'settings'))
  await writeFile(join(root, path), '　　雾港在东。\r\n')
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Reads through the cache, and counts how often the file was really read. */
function reader(now: () => number = later) {
  const cache = createFileCache({ now })
  let reads = 0
  const text = async () => {
    reads += 1
    return await readFile(join(root, path), 'utf8').catch(() => '没有')
  }
  return { cache, read: () => cache.of(root, path, 'text', text), reads: () => reads }
}

describe('in the cache of files,', () => {
  test('a file that did not change is not read again', async () => {
    const { read, reads } = reader()
    const texts = [await read(), await read(), await read()]
    expect([texts, reads()]).toEqual([Array(3).fill('　　雾港在东。\r\n'), 1])
  })

  test('other bytes of the same length with the old time put back are read', async () => {
    const { read } = reader()
    await read()
    const old = new Date('2020-01-01')
    await writeFile(join(root, path), '　　雾港在西。\r\n')
    await utimes(join(root, path), old, old)
    expect(await read()).toBe('　　雾港在西。\r\n')
  })

  test('a file written a moment ago is compared by its bytes, because its time stamp may stand still', async () => {
    const now = new Date()
    await utimes(join(root, path), now, now)
    const { read, reads } = reader(Date.now)
    await read()
    await read()
    expect(reads()).toBe(1)
    await writeFile(join(root, path), '　　雾港在西。\r\n')
    await utimes(join(root, path), now, now)
    expect([await read(), reads()]).toEqual(['　　雾港在西。\r\n', 2])
  })

  test('a touch, or the same bytes written again, gives the same object', async () => {
    const cache = createFileCache({ now: later })
    const made = () =>
      cache.of(root, path, 'value', async () => ({ text: await readFile(join(root, path), 'utf8') }))
    const first = await made()
    await utimes(join(root, path), new Date(), new Date())
    const touched = await made()
    await writeFile(join(root, path), '　　雾港在东。\r\n')
    expect([touched === first, (await made()) === first]).toEqual([true, true])
  })

  test('callers at the same time get one object, and after a failure another try', async () => {
    const cache = createFileCache({ now: later })
    let tries = 0
    const ask = () =>
      cache.of(root, path, 'value', async () => {
        tries += 1
        if (tries === 1) throw new Error('一次')
        return {}
      })
    const failed = await Promise.allSettled([ask(), ask()])
    const [one, other] = await Promise.all([ask(), ask()])
    expect([failed.map(({ status }) => status), one === other, tries]).toEqual([
      ['rejected', 'rejected'],
      true,
      2,
    ])
  })

  test('a file that appears, disappears and comes back is noticed each time', async () => {
    const { read } = reader()
    const seen = [await read()]
    await rm(join(root, path))
    seen.push(await read(), await read())
    await writeFile(join(root, path), '回来了')
    seen.push(await read())
    expect(seen).toEqual(['　　雾港在东。\r\n', '没有', '没有', '回来了'])
  })

  test('a file or folder that became a link is never answered from memory, though its bytes are the same', async () => {
    const { read, reads } = reader()
    await read()
    await rename(join(root, 'settings'), join(root, 'elsewhere'))
    await symlink(join(root, 'elsewhere'), join(root, 'settings'))
    await read()
    await read()
    expect(reads()).toBe(3)
  })

  test('a path that leads out of the project is left to the reader to refuse', async () => {
    const cache = createFileCache({ now: later })
    const answers = await Promise.all(
      ['../x', '/etc/passwd', 'C:/x', 'a\0b'].map((bad) =>
        cache.of(root, bad, 'text', async () => 'refused'),
      ),
    )
    expect(answers).toEqual(Array(4).fill('refused'))
  })

  test('a failure is not remembered', async () => {
    const cache = createFileCache({ now: later })
    const failing = cache.of(root, path, 'text', () => Promise.reject(new Error('一次')))
    await expect(failing).rejects.toThrow('一次')
    expect(await cache.of(root, path, 'text', async () => '好')).toBe('好')
  })

  test('two uses of one file do not answer for each other', async () => {
    const cache = createFileCache({ now: later })
    const one = await cache.of(root, path, 'text', async () => '字')
    const other = await cache.of(root, path, 'length', async () => 7)
    expect([one, other]).toEqual(['字', 7])
  })

  test('huge values push out the oldest instead of filling the memory', async () => {
    const { cache, read, reads } = reader()
    await read()
    for (const name of ['a', 'b']) {
      await writeFile(join(root, name), '')
      await cache.of(
        root,
        name,
        'text',
        async () => name,
        () => 6_000_000,
      )
    }
    await read()
    expect(reads()).toBe(2)
  })
})

describe('among requests at the same time,', () => {
  test('requests that were there before share a reading, a later one reads itself', async () => {
    const cache = createFileCache()
    let looks = 0
    const look = () => cache.getOrScan(root, ['settings'], 'settings', async () => (looks += 1))
    const early = Array.from({ length: 3 }, () => cache.during(look))
    const first = await Promise.all(early)
    expect([first, await cache.during(look)]).toEqual([[1, 2, 3], 4])
    let open = () => {}
    const slow = cache.during(async () => {
      await new Promise<void>((resolve) => (open = resolve))
      return [await look(), await look()]
    })
    open()
    expect(await slow).toEqual([5, 5])
  })

  test('what the app wrote itself is visible to the request that wrote it', async () => {
    const cache = createFileCache()
    let looks = 0
    const look = () => cache.getOrScan(root, ['settings'], 'settings', async () => (looks += 1))
    const seen = await cache.during(async () => {
      const before = await look()
      cache.wrote(root, path)
      return [before, await look()]
    })
    expect(seen).toEqual([1, 2])
  })

  test('outside of requests, and after a failure, nothing is shared', async () => {
    const cache = createFileCache()
    let looks = 0
    const look = () => cache.getOrScan(root, ['settings'], 'settings', async () => (looks += 1))
    expect([await look(), await look()]).toEqual([1, 2])
    const answers = await cache.during(async () => {
      await cache.getOrScan(root, ['settings'], 'bad', () => Promise.reject(new Error('坏'))).catch(() => {})
      return cache.getOrScan(root, ['settings'], 'bad', async () => '好')
    })
    expect(answers).toBe('好')
  })
})
