import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFileCache } from '../../../main/src/lib/fileCache.ts'

let root: string
const chapter = 'manuscript/001-起.md'
/** Far enough ahead that every file of the test counts as settled. */
const later = () => Date.now() + 60_000

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'creonow-view-')))
  await mkdir(join(root, 'manuscript'))
  await writeFile(join(root, chapter), '　　雾来了。')
})
afterEach(() => rm(root, { recursive: true, force: true }))

function vouched() {
  const cache = createFileCache({ now: later })
  const view = cache.view(root)
  const missed: string[] = []
  view.attachWatcher({ covers: () => true, onMissed: (paths) => missed.push(...paths) })
  return { cache, view, missed, counts: cache.counts }
}

describe('a project with an active watcher', () => {
  test('is read once, file by file and place by place', async () => {
    const { cache, view, counts } = vouched()
    const find = () => cache.of(root, chapter, 'value', async () => ({}))
    const list = () => cache.getOrScan(root, ['manuscript'], 'list', find)
    const first = [view.state(chapter), await find(), await list()]
    const { checked, opened } = counts
    const again = [view.state(chapter), await find(), await list()]
    expect(again.map((each, at) => each === first[at])).toEqual([true, true, true])
    expect([counts.checked, counts.opened]).toEqual([checked, opened])
    view.detachWatcher()
  })

  test('is swept next to a name that no file can have (it once ended the process)', async () => {
    const { view, missed } = vouched()
    view.state('a\0b')
    view.state(chapter)
    await writeFile(join(root, chapter), '　　雾散了，灯还亮着。')
    await vi.waitFor(() => {
      view.state(chapter)
      expect(missed).toContain(chapter)
    }, 20_000)
    view.detachWatcher()
  })

  test('is read again after a signal, an own write or the end of watching, and the same bytes give the same object', async () => {
    const { cache, view, counts } = vouched()
    let found = 0
    const list = () =>
      cache.getOrScan(root, ['manuscript'], 'list', async () => {
        found += 1
        return view.state(chapter)
      })
    const value = () => cache.of(root, chapter, 'value', async () => ({}))
    const before = await value()
    await list()
    const steps = [
      () => view.invalidate(chapter, false),
      () => cache.wrote(root, 'manuscript'),
      () => view.open(chapter, false),
      () => view.open('manuscript', true),
      () => view.detachWatcher(),
    ]
    for (const [at, step] of steps.entries()) {
      const { checked } = counts
      step()
      expect([await value(), counts.checked > checked]).toEqual([before, true])
      await list()
      expect(found).toBe(at + 2)
    }
  })

  test('is read each time while the signals of a file are recent, then not any more', () => {
    const { view, counts } = vouched()
    view.state(chapter)
    view.open(chapter, false)
    const from = counts.checked
    view.state(chapter)
    view.state(chapter)
    expect(counts.checked - from).toBe(3)
    view.clearPending([chapter], performance.now() + 1)
    view.state(chapter)
    const settled = counts.checked
    view.state(chapter)
    expect(counts.checked).toBe(settled)
    view.detachWatcher()
  })

  test('has a change without a signal noticed and reported by the sweep', async () => {
    const { view, missed } = vouched()
    const before = view.state(chapter)
    await writeFile(join(root, chapter), '　　雾散了。没有人说。')
    expect(view.state(chapter)).toBe(before)
    await vi.waitFor(() => expect(view.state(chapter)).not.toBe(before), { timeout: 20_000, interval: 50 })
    await vi.waitFor(() => expect(missed).toContain(chapter), { timeout: 20_000, interval: 50 })
    view.detachWatcher()
  })

  test('is trusted for two seconds at most while no sweep was completed', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { view, counts } = vouched()
    vi.advanceTimersByTime(1)
    view.state(chapter)
    const { checked } = counts
    vi.advanceTimersByTime(1990)
    view.state(chapter)
    expect(counts.checked).toBe(checked)
    vi.advanceTimersByTime(20)
    view.state(chapter)
    expect(counts.checked).toBeGreaterThan(checked)
    view.detachWatcher()
  })

  test('is never trusted for a link, nor for what is behind one', async () => {
    await rename(join(root, 'manuscript'), join(root, '别处'))
    await symlink(join(root, '别处'), join(root, 'manuscript'))
    const { cache, view, counts } = vouched()
    let found = 0
    const list = () =>
      cache.getOrScan(root, ['manuscript'], 'list', async () => {
        found += 1
        return view.state(chapter)
      })
    await list()
    const { checked } = counts
    await list()
    expect([found, counts.checked > checked]).toEqual([2, true])
    view.detachWatcher()
  })
})

test('every question reads the files while no watcher is active', () => {
  const cache = createFileCache({ now: later })
  const first = cache.state(root, chapter)
  const { checked } = cache.counts
  expect([cache.state(root, chapter) === first, cache.counts.checked > checked]).toEqual([true, true])
})
