import { describe, expect, test, vi } from 'vitest'
import { newestText, remainsOf } from '../../../../renderer/src/features/editor/pageRemains.ts'
import { createUnsavedText, unsavedKind } from '../../../../renderer/src/features/editor/unsavedText.ts'
import { createDice } from '../../../../scripts/torture/random.ts'
import { createMemoryInstant, createMemoryPort, pageJournal } from '../../../support/journal.ts'

const place = { projectId: 'p', documentId: 'c_1' }
const hashOf = (text: string) => `hash of ${text}`
const words = ['雾港', '的灯𠮷', '\r\n　　', 'the lamp ', '“', '亮了。', '\ud842']

/** A page whose journal writes when it is allowed to, if it is, and which may be gone at any moment. */
function startPage(text: string, isRefused = () => false) {
  const port = createMemoryPort()
  const instant = createMemoryInstant()
  const gates: (() => void)[] = []
  const change = async (act: () => Promise<void>) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gates.push(resolve)
    await promise
    await act()
  }
  let last: Promise<unknown> = Promise.resolve()
  // In the order they were asked for, as the browser's.
  const inOrder = (act: () => Promise<void>) => {
    const done = last.then(() => change(act))
    last = done.catch(() => undefined)
    return done
  }
  const slow = {
    read: port.read.bind(port),
    write: (entry: Parameters<typeof port.write>[0]) =>
      inOrder(() => (isRefused() ? Promise.reject(new Error('QuotaExceededError')) : port.write(entry))),
    remove: (key: readonly string[]) => inOrder(() => port.remove(key)),
  }
  const chapter = { text, file: text }
  let isDirty = false
  const unsaved = createUnsavedText({
    journal: pageJournal(slow, 'gone', [], instant),
    read: () => (isDirty ? { ...place, text: chapter.text, baseHash: hashOf(chapter.file) } : null),
    stored: () => chapter.file,
  })
  return {
    chapter,
    type(next: string) {
      chapter.text = next
      isDirty = true
      unsaved.touched()
    },
    saveNow: () => void unsaved.saveNow(),
    /** The host has stored it and answered; `typed`: not all of it any more. */
    save(stored: string) {
      chapter.file = stored
      isDirty = stored !== chapter.text
      if (isDirty) unsaved.touched()
      else unsaved.clearPending()
    },
    async step() {
      gates.shift()?.()
      for (let turn = 0; turn < 6; turn++) await Promise.resolve()
    },
    async crash(file: string) {
      const next = pageJournal(port, 'next', [], instant)
      const entries = await next.listLeft([unsavedKind, 'p'])
      const left = remainsOf('p', entries, await next.listInstantLeft())
      return left.map((each) => newestText(each, { text: file, hash: hashOf(file) }))
    },
  }
}

describe('after a crash at any moment,', () => {
  test('what was typed is put together from the file, the entries that came through and the last keys', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {}) // Refusals, which a rule of its own reports.
    let crashes = 0
    let withoutEntry = 0
    for (let seed = 1; seed <= 300; seed++) {
      const dice = createDice(seed)
      const page = startPage('　　雾港起风。\r\n', () => dice.roll(8) === 0)
      for (let turn = 0; turn < 12; turn++) {
        const { text } = page.chapter
        const at = dice.roll(text.length + 1)
        const to = Math.min(text.length, at + dice.roll(3))
        page.type(text.slice(0, at) + dice.oneOf(words) + text.slice(to))
        for (let steps = dice.roll(4); steps > 0; steps--) await page.step()
        if (dice.roll(6) === 0) page.saveNow()
        // Some of it may have been typed since the save began.
        if (dice.roll(4) === 0) page.save(dice.oneOf([text, page.chapter.text]))
        const left = await page.crash(page.chapter.file)
        crashes += 1
        if (page.chapter.file === page.chapter.text) continue
        expect(left).toEqual([{ text: page.chapter.text, baseHash: expect.stringContaining('hash of') }])
        if (left[0]?.baseHash === hashOf(page.chapter.file)) withoutEntry += 1
      }
    }
    expect(crashes).toBe(3600)
    expect(withoutEntry).toBeGreaterThan(1000)
    vi.restoreAllMocks()
  })

  test('words that came before a change of the file from outside are offered behind what stands there now', async () => {
    const page = startPage('雾港。')
    page.type('雾港。灯𠮷')
    expect(await page.crash('雾港。From outside.')).toEqual([
      { text: '雾港。From outside.灯𠮷', baseHash: hashOf('雾港。') },
    ])
  })

  test('what the file has already is told apart from nothing at all', async () => {
    const page = startPage('雾港。')
    expect(await page.crash('雾港。')).toEqual([])
    page.type('雾港。灯')
    expect(await page.crash('雾港。')).toEqual([{ text: '雾港。灯', baseHash: hashOf('雾港。') }])
  })
})

test('the last keys of another chapter and of another project are not put upon this one', () => {
  const lastKeys = (documentId: string, projectId = 'p') => ({
    ...{ page: 'gone', at: 3 },
    value: { projectId, documentId, baseHash: 'h', patches: [{ revision: 1, from: 0, to: 0, insert: '灯' }] },
  })
  const key = [unsavedKind, 'p', 'c_1', 'gone']
  const entry = { projectId: 'p', documentId: 'c_1', text: '雾', baseHash: 'h', revision: 1 }
  const entries = [{ key, page: 'gone', at: 2, value: entry }]
  expect(remainsOf('p', entries, [lastKeys('c_1', 'q')])).toEqual([{ key, at: 2, entry, lastKeys: null }])
  const other = lastKeys('c_2')
  expect(remainsOf('p', entries, [other])).toEqual([
    { key, at: 2, entry, lastKeys: null },
    { key: [unsavedKind, 'p', 'c_2', 'gone'], at: 3, entry: null, lastKeys: other.value },
  ])
})
