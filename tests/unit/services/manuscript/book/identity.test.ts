import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileRow } from '../../../../../main/src/db/tables/files.ts'
import type { Book, BookChapter } from '../../../../../main/src/services/manuscript/book/bookFile.ts'
import {
  type ChapterFile,
  findChapter,
  type Reconciled,
  reconcile,
} from '../../../../../main/src/services/manuscript/book/identity.ts'
import { compareKeys, orderKey } from '../../../../../main/src/services/manuscript/order.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

/** A file of the folder: name, then text, whose first line is the heading. */
function chapterFile(name: string, text: string): ChapterFile {
  const heading = text.startsWith('# ') ? (text.slice(2).split('\n')[0] ?? '') : ''
  return { path: `manuscript/${name}.md`, hash: text, heading, key: orderKey(`${name}.md`, heading) }
}

function filesOf(folder: Readonly<Record<string, string>>): ChapterFile[] {
  const files = Object.entries(folder).map(([name, text]) => chapterFile(name, text))
  return files.sort((a, b) => compareKeys(a.key, b.key))
}

function createIds() {
  let count = 0
  return (prefix: string) => `${prefix}${String(++count).padStart(10, '0')}`
}

const rowsOf = (files: readonly ChapterFile[], { paths }: Reconciled): FileRow[] =>
  [...paths].flatMap(([id, path]) =>
    files
      .filter((file) => file.path === path)
      .map(({ hash, heading }) => ({ id, file: path, sha256: hash, heading })),
  )

/** What a session does at each look at the folder: reconcile, then store what was read. */
function createSession() {
  const createId = createIds()
  let book: Book | undefined
  let remembered: readonly FileRow[] = []
  return {
    open(folder: Readonly<Record<string, string>>, given = book) {
      const files = filesOf(folder)
      const result = reconcile({ book: given, files, remembered, createId })
      book = result.book
      const rows = rowsOf(files, result)
      const present = new Set(rows.map(({ id }) => id))
      remembered = [...remembered.filter(({ id }) => !present.has(id)), ...rows]
      return result
    },
    forgetIndex: () => {
      remembered = []
    },
    get book() {
      return book
    },
  }
}

const listed = ({ book }: Pick<Reconciled, 'book'>) =>
  book.chapters.map(({ id, file, missing, title }) =>
    [id.replace(/^c_0+/, 'c'), (file ?? title)?.replace(/^manuscript\//, ''), missing && 'missing']
      .filter(Boolean)
      .join(' '),
  )

const three = { '001-雨': '# 第一章 雨\n甲', '002-雾': '# 第二章 雾\n乙', '003-Fog': '# Chapter 3 Fog\n丙' }

describe('reconcile', () => {
  it('gives every file of a folder without a book an id, in the order of the names', () => {
    const result = createSession().open(three)
    expect(result.book).toEqual({
      version: 1,
      chapters: [
        { id: 'c_0000000001', file: 'manuscript/001-雨.md' },
        { id: 'c_0000000002', file: 'manuscript/002-雾.md' },
        { id: 'c_0000000003', file: 'manuscript/003-Fog.md' },
      ],
      volumes: [],
    })
    expect(result.events.map(({ kind }) => kind)).toEqual(['added', 'added', 'added'])
  })

  it('gives back the very book when nothing changed', () => {
    const session = createSession()
    const { book } = session.open(three)
    expect(session.open(three)).toEqual({ book, events: [], paths: expect.any(Map) })
    expect(session.book).toBe(book)
  })

  it('recognises a renamed file by its bytes', () => {
    const session = createSession()
    session.open(three)
    const { '002-雾': fog, ...rest } = three
    const result = session.open({ ...rest, '009-大雾': fog })
    expect(result.book.chapters[1]).toEqual({
      id: 'c_0000000002',
      file: 'manuscript/009-大雾.md',
      formerFiles: ['manuscript/002-雾.md'],
    })
    expect(result.events).toEqual([
      { kind: 'moved', id: 'c_0000000002', from: 'manuscript/002-雾.md', to: 'manuscript/009-大雾.md' },
    ])
  })

  it('recognises a file that was renamed and edited by its title line', () => {
    const session = createSession()
    session.open(three)
    const { '002-雾': fog, ...rest } = three
    expect(listed(session.open({ ...rest, 第二章: `${fog}，改过。` }))).toEqual([
      'c1 001-雨.md',
      'c2 第二章.md',
      'c3 003-Fog.md',
    ])
  })

  it('takes no title line that two files or two entries have', () => {
    const session = createSession()
    session.open({ '001': '# 无题\n甲', '002': '# 无题\n乙' })
    expect(listed(session.open({ '011': '# 无题\n丙' }))).toEqual([
      'c1 001.md missing',
      'c2 002.md missing',
      'c3 011.md',
    ])
  })

  it('puts a new file where its number says, also in an order that the author chose', () => {
    const session = createSession()
    const { book } = session.open({ '001': '甲', '002': '乙', '003': '丙', '004': '丁' })
    const [one, two, three, four] = book.chapters as [BookChapter, BookChapter, BookChapter, BookChapter]
    const chosen = { ...book, chapters: [four, one, two, three] }
    const folder = { '001': '甲', '002': '乙', '003': '丙', '004': '丁', '002-1': '戊', '005': '己' }
    expect(listed(session.open(folder, chosen))).toEqual([
      'c4 004.md',
      'c1 001.md',
      'c2 002.md',
      'c5 002-1.md',
      'c3 003.md',
      'c6 005.md',
    ])
  })

  it('puts a new file in the first of places that are equally good', () => {
    const session = createSession()
    const book: Book = {
      version: 1,
      chapters: [
        { id: 'c_c', file: 'manuscript/003.md' },
        { id: 'c_p', title: '计划' },
        { id: 'c_a', file: 'manuscript/001.md' },
      ],
      volumes: [],
    }
    expect(listed(session.open({ '001': '甲', '002': '乙', '003': '丙' }, book))).toEqual([
      'c1 002.md',
      'c_c 003.md',
      'c_p 计划',
      'c_a 001.md',
    ])
  })

  it('lists a vanished file as missing in its place, and clears that when it is back', () => {
    const session = createSession()
    session.open(three)
    const { '002-雾': _, ...rest } = three
    expect(listed(session.open(rest))).toEqual(['c1 001-雨.md', 'c2 002-雾.md missing', 'c3 003-Fog.md'])
    const back = session.open(three)
    expect(listed(back)).toEqual(['c1 001-雨.md', 'c2 002-雾.md', 'c3 003-Fog.md'])
    expect(back.events).toEqual([{ kind: 'returned', id: 'c_0000000002', file: 'manuscript/002-雾.md' }])
  })

  it('gives a copy an id of its own while the first file is there', () => {
    const session = createSession()
    session.open(three)
    expect(listed(session.open({ ...three, '003-copy': three['003-Fog'] }))).toContain('c3 003-Fog.md')
    expect(session.book?.chapters).toHaveLength(4)
  })

  it('gives the ids of the index when the book is missing', () => {
    const session = createSession()
    session.open(three)
    const { '002-雾': fog, ...rest } = three
    expect(
      listed(session.open({ ...rest, '004-雾': fog }, { version: 1, chapters: [], volumes: [] })),
    ).toEqual(['c1 001-雨.md', 'c3 003-Fog.md', 'c2 004-雾.md'])
  })

  it('gives the second of two equal ids another one, and joins two entries of one file', () => {
    const session = createSession()
    const merged: Book = {
      version: 1,
      chapters: [
        { id: 'c_a', file: 'manuscript/001.md' },
        { id: 'c_a', file: 'manuscript/002.md', status: '初稿' },
        { id: 'c_a', file: 'manuscript/001.md', pov: '林远' },
        { id: 'c_b', file: 'manuscript/001.md' },
      ],
      volumes: [],
    }
    const result = session.open({ '001': '甲', '002': '乙' }, merged)
    expect(result.book.chapters).toEqual([
      { id: 'c_a', file: 'manuscript/001.md', pov: '林远' },
      { id: 'c_0000000001', file: 'manuscript/002.md', status: '初稿' },
      { id: 'c_b', file: 'manuscript/001.md', missing: true },
    ])
    expect(result.events.map(({ kind }) => kind)).toEqual(['duplicateId', 'duplicateId', 'duplicateFile'])
    expect(session.open({ '001': '甲', '002': '乙' }).events).toEqual([])
  })

  it('leaves planned chapters and fields of newer versions as they are', () => {
    const session = createSession()
    const planned = { id: 'c_p', title: '终局', plan: { beats: [], mood: '冷' }, ahead: [1] }
    const book: Book = {
      version: 1,
      chapters: [planned, { id: 'c_q', title: '尾声' }],
      volumes: [],
      later: true,
    }
    const result = session.open({ '001': '甲' }, book)
    expect(result.book).toEqual({
      ...book,
      chapters: [planned, { id: 'c_q', title: '尾声' }, { id: 'c_0000000001', file: 'manuscript/001.md' }],
    })
  })

  it('takes a composed and a decomposed name for one', () => {
    const session = createSession()
    session.open({ 'caf\u00e9': 'a' })
    expect(session.open({ 'cafe\u0301': 'a' }).events).toEqual([])
  })
})

describe('findChapter', () => {
  it('finds a chapter by id, path and earlier path, and prefers the file that is there', () => {
    const book: Book = {
      version: 1,
      chapters: [
        { id: 'c_a', file: 'manuscript/002.md', formerFiles: ['manuscript/001.md', 'manuscript/000-1.md'] },
        { id: 'c_b', file: 'manuscript/001.md', missing: true },
        { id: 'c_c', file: 'manuscript/003.md', formerFiles: ['manuscript/000-1.md'] },
      ],
      volumes: [],
    }
    const paths = ['c_b', 'manuscript/001.md', 'manuscript/002.md', 'manuscript/000-1.md', 'manuscript/4.md']
    expect(paths.map((each) => findChapter(book, each)?.id)).toEqual(['c_b', 'c_b', 'c_a', 'c_a', undefined])
  })
})

describe('reconcile, whatever happens to a folder', () => {
  const name = fc.constantFrom('001', '002', '002-1', '003', '004 雨', '005', '番外', '雾', 'Fog', '010')
  const text = fc.constantFrom('# 一\n甲', '# 二\n乙', '# 二\n乙改', '丙', '# Three\nx', '', '# 一\n丁')
  const action = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), name, text }),
    fc.record({ kind: fc.constant('remove' as const), name }),
    fc.record({ kind: fc.constant('rename' as const), name, to: name }),
    fc.record({ kind: fc.constant('reverse' as const) }),
    fc.record({ kind: fc.constant('forgetIndex' as const) }),
    fc.record({ kind: fc.constant('plan' as const), at: fc.nat(5) }),
    fc.record({ kind: fc.constant('repeat' as const), at: fc.nat(5) }),
  )

  it('has exactly one entry for each file, loses no entry, and moves no other', () => {
    const moves = countedChecks()
    fc.assert(
      fc.property(
        fc.array(fc.array(action, { minLength: 1, maxLength: 6, size: 'max' }), {
          minLength: 2,
          maxLength: 8,
          size: 'max',
        }),
        (days) => {
          const session = createSession()
          const folder: Record<string, string> = {}
          let book = session.open(folder).book
          let planned = 0
          let isRealCase = false
          for (const day of days) {
            let given = book
            for (const each of day) {
              if (each.kind === 'write') folder[each.name] = each.text
              else if (each.kind === 'remove') delete folder[each.name]
              else if (each.kind === 'rename' && folder[each.name] !== undefined) {
                const bytes = folder[each.name] ?? ''
                delete folder[each.name]
                folder[each.to] = bytes
              } else if (each.kind === 'reverse') given = { ...given, chapters: given.chapters.toReversed() }
              else if (each.kind === 'forgetIndex') session.forgetIndex()
              else if (each.kind === 'plan')
                given = {
                  ...given,
                  chapters: given.chapters.toSpliced(each.at, 0, { id: `c_p${++planned}`, title: '计划' }),
                }
              else if (each.kind === 'repeat')
                given = {
                  ...given,
                  chapters: [...given.chapters, ...given.chapters.slice(each.at, each.at + 1)],
                }
            }
            const { book: next, events, paths } = session.open(folder, given)
            if (events.some(({ kind }) => kind !== 'added')) isRealCase = true
            const ids = next.chapters.map(({ id }) => id)
            expect(new Set(ids).size).toBe(ids.length)
            const present = next.chapters.filter(({ file, missing }) => file !== undefined && !missing)
            expect(present.map(({ file }) => file).sort()).toEqual(
              Object.keys(folder)
                .map((each) => `manuscript/${each}.md`)
                .sort(),
            )
            expect([...paths.keys()].sort()).toEqual(present.map(({ id }) => id).sort())
            const earlier = [...new Set(given.chapters.map(({ id }) => id))]
            expect(ids.filter((id) => earlier.includes(id))).toEqual(earlier)
            const again = session.open(folder)
            expect(again).toEqual({ book: next, events: [], paths })
            book = next
          }
          moves.when(isRealCase)
        },
      ),
      { numRuns: 500 },
    )
    moves.expectShare(0.4)
  })

  it('puts new files into a book of the names where a sort would', () => {
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60), { minLength: 2 }), fc.nat(), (numbers, seed) => {
        checked.when(seed % numbers.length > 0)
        const folder = (some: readonly number[]) =>
          Object.fromEntries(some.map((number) => [String(number + 1).padStart(3, '0'), `${number}`]))
        const session = createSession()
        session.open(folder(numbers.slice(0, seed % numbers.length)))
        const { book } = session.open(folder(numbers))
        expect(book.chapters.map(({ file }) => file)).toEqual(
          filesOf(folder(numbers)).map(({ path }) => path),
        )
      }),
    )
    checked.expectShare(0.6)
  })
})

describe('reconcile of 5,000 chapters', () => {
  it('adds, recognises and leaves them as they are', () => {
    const session = createSession()
    const folder = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [String(at + 1).padStart(5, '0'), `# 第${at}回\n${at}`]),
    )
    expect(session.open(folder).events).toHaveLength(5000)
    const moved = Object.fromEntries(Object.entries(folder).map(([name, text]) => [`x${name}`, text]))
    expect(session.open(moved).events).toHaveLength(5000)
    expect(session.open(moved).events).toEqual([])
  })
})
