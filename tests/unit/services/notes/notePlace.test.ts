import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { notePlace } from '../../../../main/src/services/notes/notePlace.ts'
import { anchorOf } from '../../../../main/src/services/threads/index.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

const books = {
  zh: {
    text: '# 潮\n\n　　雾从海上来，港里的船都不动。他把半枚鱼符收进袖里。灯灭了，守夜的人数着钟声。\n\n　　第二天没有人提起。',
    words: '他把半枚鱼符收进袖里。',
    changed: '他想了一想，把一枚鱼符收进袖里。',
  },
  en: {
    text: '# Tide\n\nFog came in from the sea and no boat moved. He put the half token into his sleeve. The lamp went out, and the watch counted bells.\n\nNobody spoke of it.',
    words: 'He put the half token into his sleeve.',
    changed: 'He thought for a while, and put one token into his sleeve.',
  },
} as const

describe.each(['zh', 'en'] as const)('a note on a sentence in %s', (language) => {
  const { text, words, changed } = books[language]
  const at = text.indexOf(words)
  const anchor = anchorOf({ documentId: 'c_1', text }, at, at + words.length)
  const placeIn = (now: string, documentId = 'c_1') =>
    notePlace(anchor, [
      { documentId: 'c_0', text: '# 0\n' },
      { documentId, text: now },
    ])

  it('is at its words behind new text, and in another chapter', () => {
    const now = `${'新的一段。New.\n\n'.repeat(50)}${text}`
    const from = now.indexOf(words)
    expect(placeIn(now)).toEqual({ documentId: 'c_1', from, to: from + words.length })
    expect(placeIn(now, 'c_2')).toEqual({ documentId: 'c_2', from, to: from + words.length })
  })

  it('is at what the sentence was changed to', () => {
    const now = text.replace(words, changed)
    const from = now.indexOf(changed.trimStart())
    const place = placeIn(now)
    expect(now.slice(place?.from, place?.to).trim()).toBe(changed)
    expect(place?.documentId).toBe('c_1')
    expect(Math.abs((place?.from ?? 0) - from)).toBeLessThanOrEqual(1)
  })

  it('is lost when its sentence is deleted, replaced by far more, or there twice in what is left', () => {
    expect([
      placeIn(text.replace(words, '')),
      placeIn(text.replace(words, changed.repeat(20))),
      placeIn(`${text.replace(words, changed)}\n\n${text.replace(words, changed)}`),
      placeIn(''),
    ]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('is lost when what it was changed to is in two chapters alike', () => {
    const now = text.replace(words, changed)
    const book = ['c_2', 'c_3'].map((documentId) => ({ documentId, text: now }))
    expect(notePlace(anchor, book)).toBeUndefined()
    expect(notePlace(anchor, book.slice(0, 1))?.documentId).toBe('c_2')
  })

  it('is at exactly these words, or lost, whatever is typed around them', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.nat(text.length), fc.string({ maxLength: 60, unit: 'grapheme' }), (offset, typed) => {
        const isOutside = offset <= at || offset >= at + words.length
        const now = text.slice(0, offset) + typed + text.slice(offset)
        const place = placeIn(now)
        checked.when(isOutside)
        if (isOutside) expect(now.slice(place?.from, place?.to)).toBe(words)
      }),
      { numRuns: 500 },
    )
    checked.expectShare(0.3)
  })
})
