import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAutosave, type SaveOutcome } from '../../../../renderer/src/features/editor/autosave.ts'

const delayMs = 800
const longestMs = 2500

/** A disk that takes as long as the test wants. */
const createDisk = () => {
  const waiting: ((outcome: SaveOutcome) => void)[] = []
  return {
    saves: 0,
    busy: false,
    save() {
      this.saves += 1
      return new Promise<SaveOutcome>((resolve) => waiting.push(resolve))
    },
    answer: (outcome: SaveOutcome) => waiting.shift()?.(outcome),
  }
}
const start = () => {
  const disk = createDisk()
  const autosave = createAutosave({
    delayMs,
    longestMs,
    isBusy: () => disk.busy,
    save: () => disk.save(),
    onDirty: () => {},
  })
  return { disk, autosave }
}

describe('createAutosave', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('saves once after a pause, not per key', async () => {
    const { disk, autosave } = start()
    autosave.touch()
    await vi.advanceTimersByTimeAsync(delayMs - 1)
    autosave.touch()
    await vi.advanceTimersByTimeAsync(delayMs - 1)
    expect(disk.saves).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(disk.saves).toBe(1)
  })

  test('waits while an input method composes (the composition was cut off)', async () => {
    const { disk, autosave } = start()
    disk.busy = true
    autosave.touch()
    await vi.advanceTimersByTimeAsync(delayMs * 3)
    expect(disk.saves).toBe(0)
    disk.busy = false
    await vi.advanceTimersByTimeAsync(delayMs)
    expect(disk.saves).toBe(1)
  })

  test('saves typing without a pause at intervals, again and again', async () => {
    const { disk, autosave } = start()
    const begins: number[] = []
    for (let ms = 0; ms < 8000; ms += 100) {
      const before = disk.saves
      autosave.touch()
      await vi.advanceTimersByTimeAsync(100)
      if (disk.saves > before) begins.push(ms + 100)
      disk.answer('saved')
    }
    expect(begins).toEqual([2500, 5000, 7500])
  })

  test('saves a composition without end all the same', async () => {
    const { disk, autosave } = start()
    disk.busy = true
    for (let ms = 0; ms < 2500; ms += 100) {
      autosave.touch()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(disk.saves).toBe(1)
  })

  test('saves at the end of a composition once a save is due', async () => {
    const { disk, autosave } = start()
    autosave.goodMoment()
    autosave.touch()
    await vi.advanceTimersByTimeAsync(300)
    autosave.touch()
    autosave.goodMoment()
    expect(disk.saves).toBe(0)
    await vi.advanceTimersByTimeAsync(500)
    autosave.goodMoment()
    expect(disk.saves).toBe(1)
  })

  test('saves what comes during a slow save after it, not in parallel', async () => {
    const { disk, autosave } = start()
    autosave.touch()
    const first = autosave.flush()
    autosave.touch()
    const others = [autosave.flush(), autosave.flush()]
    expect(disk.saves).toBe(1)
    disk.answer('saved')
    await first
    await vi.advanceTimersByTimeAsync(0)
    expect(disk.saves).toBe(2)
    disk.answer('saved')
    expect(await Promise.all(others)).toEqual([true, true])
    expect([disk.saves, autosave.isDirty()]).toEqual([2, false])
  })

  test('takes an edit made during a save for unsaved after it (it was lost on switching chapters)', async () => {
    const { disk, autosave } = start()
    autosave.touch()
    const first = autosave.flush()
    autosave.touch()
    disk.answer('saved')
    expect(await first).toBe(true)
    expect(autosave.isDirty()).toBe(true)
    const second = autosave.flush()
    await vi.advanceTimersByTimeAsync(0)
    disk.answer('saved')
    expect(await second).toBe(true)
    expect([disk.saves, autosave.isDirty()]).toEqual([2, false])
  })

  test('never runs two saves at once for two flushes (the second met its own conflict)', async () => {
    const { disk, autosave } = start()
    autosave.touch()
    const both = Promise.all([autosave.flush(), autosave.flush()])
    disk.answer('saved')
    expect(await both).toEqual([true, true])
    expect(disk.saves).toBe(1)
  })

  test('takes the text for unsaved after a failed or blocked save', async () => {
    const { disk, autosave } = start()
    autosave.touch()
    const flushed = autosave.flush()
    disk.answer('blocked')
    expect(await flushed).toBe(false)
    expect(autosave.isDirty()).toBe(true)
  })
})
