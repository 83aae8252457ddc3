import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../bench/measuring.ts'
import {
  type AnchorChapter,
  anchorOf,
  findAnchor,
  refreshed,
} from '../../../../main/src/services/threads/anchors.ts'

const zh = '雾从海上来。\n\n　　他把半枚鱼符收进袖里。灯灭了。\n\n　　第二天，没有人提起这件事。'
const en = 'Fog came in.\n\nHe put the half token into his sleeve. The lamp went out.\n\nNobody spoke of it.'

function markOf(text: string, words: string, documentId = 'c_1') {
  const start = text.indexOf(words)
  return anchorOf({ documentId, text }, start, start + words.length)
}

describe('an anchor', () => {
  it.each([
    ['Chinese', zh, '他把半枚鱼符收进袖里。'],
    ['English', en, 'He put the half token into his sleeve.'],
  ])('finds a sentence in %s behind text that was put in front of it', (_, text, words) => {
    const anchor = markOf(text, words)
    const chapters = [{ documentId: 'c_1', text: `${'新的一段。New. '.repeat(50)}${text}` }]
    expect(findAnchor(anchor, chapters)).toEqual({
      documentId: 'c_1',
      from: chapters[0]?.text.indexOf(words),
      to: (chapters[0]?.text.indexOf(words) ?? 0) + words.length,
    })
  })

  it.each([
    ['Chinese', zh, '他把半枚鱼符收进袖里。', '他把一枚鱼符收进袖里。'],
    ['English', en, 'He put the half token into his sleeve.', 'He put the whole token into his sleeve.'],
  ])('is lost in %s when its words are gone, and no longer when they are back', (_, text, words, other) => {
    const anchor = markOf(text, words)
    const gone = refreshed(anchor, [{ documentId: 'c_1', text: text.replace(words, other) }])
    expect(gone).toEqual({ ...anchor, lost: true })
    expect(refreshed(gone, [{ documentId: 'c_1', text }])).toEqual(anchor)
  })

  it('is lost when two equal sentences cannot be told apart, and takes neither', () => {
    const anchor = markOf('甲乙丙丁他来了。戊己庚辛', '他来了。')
    const chapters = [{ documentId: 'c_1', text: '子丑寅卯他来了。辰巳午未。他来了。申酉戌亥' }]
    expect([findAnchor(anchor, chapters), refreshed(anchor, chapters).lost]).toEqual([undefined, true])
  })

  it('tells equal sentences apart by what is around them', () => {
    const text = '钟敲了三下。他来了。门没有关。\n钟敲了五下。他来了。灯是亮的。'
    const start = text.lastIndexOf('他来了。')
    const anchor = anchorOf({ documentId: 'c_1', text }, start, start + 4)
    const edited = `${'序'.repeat(10)}${text}`
    expect(findAnchor(anchor, [{ documentId: 'c_1', text: edited }])).toEqual({
      documentId: 'c_1',
      from: start + 10,
      to: start + 14,
    })
  })

  it('never cuts a character in two', () => {
    const text = `${'𠮷'.repeat(40)}${'𠀋'.repeat(200)}${'𡈽'.repeat(40)}`
    for (let start = 0; start < 100; start += 7) {
      const { exact, before, after } = anchorOf({ documentId: 'c_1', text }, start, start + 361)
      expect([exact, before, after].map((part) => part.isWellFormed())).toEqual([true, true, true])
      expect(exact.length).toBeLessThanOrEqual(300)
    }
  })
})

/** A sentence of the book, and a label by which the test follows it through all edits. */
interface Piece {
  readonly text: string
  readonly label?: string
}

const words = ['雾', '灯', '海', '他说', '。', '，', 'the lamp ', 'went out. ', '\n', '　　', '𠮷']

describe('anchors under 1,000 random edits, splits, merges and moves of chapters', () => {
  it('are at the very sentence that was marked, or lost; never at another one', () => {
    const counts = { checked: 0, found: 0, lost: 0, wrong: 0, missed: 0, returned: 0, replaced: 0 }
    for (let seed = 1; seed <= 4; seed += 1) {
      const random = createRandom(seed)
      const pick = (count: number) => Math.floor(random() * count)
      const letter = () => String.fromCodePoint(0x4e00 + pick(3000))
      const noise = () =>
        Array.from({ length: 1 + pick(12) }, () => words[pick(2 * words.length)] ?? letter()).join('')
      const marked = Array.from({ length: 12 }, (_, at) => ({
        label: `m${at}`,
        text: at < 8 ? `他在第${at}夜看见了那枚鱼符。` : 'He saw the token again.',
      }))
      let nextId = 0
      const chapter = (pieces: Piece[]) => ({ documentId: `c_${nextId++}`, pieces })
      let book = Array.from({ length: 6 }, () =>
        chapter(Array.from({ length: 30 }, () => ({ text: noise() }))),
      )
      for (const piece of marked) {
        const home = book[pick(book.length)]
        home?.pieces.splice(pick(home.pieces.length + 1), 0, piece)
      }
      const chapters = (): AnchorChapter[] =>
        book.map(({ documentId, pieces }) => ({ documentId, text: pieces.map(({ text }) => text).join('') }))
      const truth = (label: string) => {
        for (const { documentId, pieces } of book) {
          const at = pieces.findIndex((piece) => piece.label === label)
          if (at < 0) continue
          const from = pieces.slice(0, at).reduce((sum, { text }) => sum + text.length, 0)
          return { documentId, from, to: from + (pieces[at]?.text.length ?? 0) }
        }
        return undefined
      }
      const anchors = new Map(
        marked.map(({ label }) => {
          const place = truth(label) ?? { documentId: '', from: 0, to: 0 }
          const home = chapters().find(({ documentId }) => documentId === place.documentId)
          return [label, anchorOf(home ?? { documentId: '', text: '' }, place.from, place.to)] as const
        }),
      )
      const removed: Piece[] = []
      for (let edit = 0; edit < 1000; edit += 1) {
        const at = pick(book.length)
        const home = book[at]
        if (!home) continue
        const { pieces } = home
        const where = pick(pieces.length + 1)
        const kind = random()
        if (kind < 0.5) pieces.splice(where, 0, { text: noise() })
        else if (kind < 0.8) {
          const piece = pieces[where]
          if (piece && (piece.label === undefined || random() < 0.3)) {
            pieces.splice(where, 1)
            if (piece.label !== undefined) removed.push(piece)
          }
        } else if (kind < 0.86) {
          const back = removed.pop()
          if (back) pieces.splice(where, 0, back)
        } else if (kind < 0.9 && pieces.length > 4)
          book.splice(at + 1, 0, chapter(pieces.splice(Math.max(1, where))))
        else if (kind < 0.94 && book.length > 3 && at + 1 < book.length)
          pieces.push(...(book.splice(at + 1, 1)[0]?.pieces ?? []))
        else if (kind < 0.97) book.splice(pick(book.length), 0, ...book.splice(at, 1))
        else {
          const piece = pieces.findIndex(({ label }) => label !== undefined)
          const other = book[pick(book.length)]
          if (piece >= 0) other?.pieces.push(...pieces.splice(piece, 1))
        }
        book = book.filter((each) => each.pieces.length > 0)
        const now = chapters()
        for (const [label, anchor] of anchors) {
          const [is, should] = [findAnchor(anchor, now), truth(label)]
          counts.checked += 1
          const same = is && should && is.documentId === should.documentId && is.from === should.from
          const isUnique = Number(label.slice(1)) < 8
          if (same) counts.found += 1
          else if (is === undefined) {
            counts.lost += 1
            if (should && isUnique) counts.missed += 1
          } else if (should) counts.wrong += 1
          // The sentence is gone, and the book has the same words in one other place only.
          else counts.replaced += 1
          // Written now and then, as the app does with each change of a thread.
          if (edit % 10 === 0) {
            const next = refreshed(anchor, now)
            if (anchor.lost && !next.lost) counts.returned += 1
            anchors.set(label, next)
          }
        }
      }
    }
    expect(counts).toMatchObject({ checked: 48_000, missed: 0 })
    expect(counts.found).toBeGreaterThan(40_000)
    expect(counts.returned).toBeGreaterThan(3)
    expect(counts.wrong).toBe(0)
  }, 60_000)
})
