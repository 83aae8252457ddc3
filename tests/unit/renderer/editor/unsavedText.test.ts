import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUnsavedText, type Unsaved } from '../../../../renderer/src/features/editor/unsavedText.ts'
import { createMemoryInstant, createMemoryPort, pageJournal } from '../../../support/journal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start = () => {
  const port = createMemoryPort()
  const instant = createMemoryInstant()
  const chapter = { documentId: 'manuscript/010.md', text: '', stored: '' }
  const write = vi.spyOn(port, 'write')
  const unsaved = createUnsavedText({
    journal: pageJournal(port, 'page', [], instant),
    stored: () => chapter.stored,
    read: (): Unsaved => ({
      ...{ projectId: 'p', documentId: chapter.documentId, text: chapter.text, baseHash: 'h' },
    }),
  })
  return {
    port,
    instant,
    chapter,
    unsaved,
    write,
    kept: () => [...port.entries.values()].map(({ value }) => value),
  }
}

test('a key is stored before any time goes by, and keys that come while an entry is written are one entry more', async () => {
  const { port, chapter, unsaved, write, kept } = start()
  const writing = Promise.withResolvers<void>()
  write.mockImplementation(async (entry) => {
    await writing.promise
    port.entries.set('entry', entry)
  })
  for (const character of '雾港的灯𠮷亮') {
    chapter.text += character
    unsaved.touched()
  }
  expect(write).toHaveBeenCalledTimes(1)
  writing.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(write).toHaveBeenCalledTimes(2)
  expect(kept()).toEqual([
    { projectId: 'p', documentId: 'manuscript/010.md', text: '雾港的灯𠮷亮', baseHash: 'h', revision: 2 },
  ])
})

test('a very long chapter is stored five times a second, not once per key', async () => {
  const { chapter, unsaved, write, kept } = start()
  chapter.text = '雾'.repeat(60_000)
  await unsaved.saveNow()
  write.mockClear()
  for (let ms = 0; ms < 1000; ms += 20) {
    chapter.text += '港'
    unsaved.touched()
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(write).toHaveBeenCalledTimes(5)
  expect(kept()).toEqual([
    {
      projectId: 'p',
      documentId: 'manuscript/010.md',
      text: '雾'.repeat(60_000) + '港'.repeat(50),
      baseHash: 'h',
      revision: 6,
    },
  ])
})

test('what is on disk is not offered again, not even by a timer that was still to come', async () => {
  const { chapter, unsaved, kept } = start()
  chapter.text = '雾港。\r\n　　灯𠮷'
  unsaved.touched()
  await unsaved.saveNow()
  unsaved.touched()
  unsaved.clearPending()
  await vi.advanceTimersByTimeAsync(1000)
  expect(kept()).toEqual([])
})

test('a renamed chapter is stored under its new name only', async () => {
  const { chapter, unsaved, kept } = start()
  chapter.text = '甲'
  await unsaved.saveNow()
  chapter.documentId = 'manuscript/010-夜航.md'
  await unsaved.saveNow()
  expect(kept()).toEqual([
    { projectId: 'p', documentId: 'manuscript/010-夜航.md', text: '甲', baseHash: 'h', revision: 2 },
  ])
})

test('a key is in the browser’s store when its event is over, told from the file and from the entry on its way', () => {
  const { instant, chapter, unsaved } = start()
  chapter.stored = chapter.text = '雾港。\r\n'
  for (const text of ['雾港。灯\r\n', '雾港。灯𠮷\r\n']) {
    chapter.text = text
    unsaved.touched()
  }
  const typed = { from: 3, to: 3 }
  expect(instant.read()).toEqual([
    {
      ...{ page: 'page', at: 3 },
      value: {
        ...{ projectId: 'p', documentId: 'manuscript/010.md', baseHash: 'h' },
        patches: [
          { revision: 0, ...typed, insert: '灯𠮷' },
          { revision: 1, from: 4, to: 4, insert: '𠮷' },
        ],
      },
    },
  ])
  unsaved.clearPending()
  expect(instant.read()).toEqual([])
})

test('a paste of a whole book goes with the entry alone', () => {
  const { instant, chapter, unsaved } = start()
  chapter.text = '雾'.repeat(20_001)
  unsaved.touched()
  expect(instant.read()).toEqual([])
})
