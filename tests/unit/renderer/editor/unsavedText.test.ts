import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUnsavedText, type Unsaved } from '../../../../renderer/src/features/editor/unsavedText.ts'
import { createMemoryPort, pageJournal } from '../../../support/journal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start = () => {
  const port = createMemoryPort()
  const chapter = { documentId: 'manuscript/010.md', text: '', reads: 0 }
  const unsaved = createUnsavedText({
    journal: pageJournal(port, 'page'),
    read: (): Unsaved => {
      chapter.reads += 1
      return { projectId: 'p', documentId: chapter.documentId, text: chapter.text, baseHash: 'h' }
    },
  })
  return { port, chapter, unsaved, kept: () => [...port.entries.values()].map(({ value }) => value) }
}

test('a key is stored before any time goes by, and keys that come while an entry is written are one entry more', async () => {
  const { port, chapter, unsaved, kept } = start()
  const writing = Promise.withResolvers<void>()
  const write = port.write.bind(port)
  port.write = async (entry) => {
    await writing.promise
    await write(entry)
  }
  for (const character of '雾港的灯𠮷亮') {
    chapter.text += character
    unsaved.touched()
  }
  expect(chapter.reads).toBe(1)
  writing.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(chapter.reads).toBe(2)
  expect(kept()).toEqual([
    { projectId: 'p', documentId: 'manuscript/010.md', text: '雾港的灯𠮷亮', baseHash: 'h' },
  ])
})

test('a very long chapter is stored five times a second, not once per key', async () => {
  const { chapter, unsaved, kept } = start()
  chapter.text = '雾'.repeat(60_000)
  await unsaved.saveNow()
  chapter.reads = 0
  for (let ms = 0; ms < 1000; ms += 20) {
    chapter.text += '港'
    unsaved.touched()
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(chapter.reads).toBe(5)
  expect(kept()).toEqual([
    {
      projectId: 'p',
      documentId: 'manuscript/010.md',
      text: '雾'.repeat(60_000) + '港'.repeat(50),
      baseHash: 'h',
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
    { projectId: 'p', documentId: 'manuscript/010-夜航.md', text: '甲', baseHash: 'h' },
  ])
})
