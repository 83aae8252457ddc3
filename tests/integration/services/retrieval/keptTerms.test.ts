import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { emptyIndex, openIndex } from '../../../../main/src/db/open.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import {
  createOpenProjects,
  type OpenProjects,
} from '../../../../main/src/services/retrieval/openProjects.ts'

let folder = ''
let chapters: string[] = []
const file = () => join(folder, 'book.sqlite')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-terms-'))
  chapters = ['林远把铜匣埋在石桥下。\r\n', '\u3000\u3000阿沅唱着歌，𠮷田听着。']
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the project, indexes what has changed, and closes it behind `work`. */
async function opened<T>(work: (projects: OpenProjects) => T): Promise<T> {
  const listed = () =>
    chapters.map((text, at) => ({
      documentId: `manuscript/${at + 1}.md`,
      title: '',
      chapterNumber: at + 1,
      text,
      hash: sha256Hex(text),
    }))
  const projects = createOpenProjects({
    openDatabase: () => openIndex(file(), silentLogger),
    documents: {
      list: async () => listed(),
      read: async (_, id) =>
        listed().find(({ documentId }) => documentId === id) ?? Promise.reject(new Error(id)),
    },
    logger: silentLogger,
  })
  try {
    await projects.open('雾港').run.everything()
    return await work(projects)
  } finally {
    await projects.dispose()
  }
}

const passagesWith = (term: string) =>
  opened(async (projects) => {
    const book = await projects.open('雾港').index.loadTerms()
    return book.passagesWith(book.idOf(term))
  })

/** Changes the stored text behind the index's back, so that counting anew can be told from reading what was kept. */
function forge(from: string, to: string) {
  const db = openIndex(file(), silentLogger)
  db.prepare('UPDATE passages SET text = replace(text, ?, ?)').run(from, to)
  db.close()
}

it('a book that is opened again has its terms without counting them', async () => {
  expect(await passagesWith('铜匣')).toBe(1)
  forge('铜匣', '红绳')
  expect(await passagesWith('铜匣')).toBe(1)
})

it('a chapter written since then is counted, by whoever wrote it', async () => {
  await opened(() => undefined)
  chapters[1] = '阿沅也看见了铜匣。'
  expect(await passagesWith('铜匣')).toBe(2)
  expect(await passagesWith('铜匣')).toBe(2)
  const db = openIndex(file(), silentLogger)
  db.exec('UPDATE revision SET value = value + 1')
  db.close()
  forge('铜匣', '红绳')
  expect(await passagesWith('铜匣')).toBe(0)
})

it('an index that was emptied has no terms', async () => {
  await opened(({ open }) => emptyIndex(open('雾港').index.db))
  const db = openIndex(file(), silentLogger)
  expect(db.prepare('SELECT count(*) FROM book_terms').pluck().get()).toBe(0)
  db.close()
  expect(await passagesWith('铜匣')).toBe(1)
})

it('terms that were stored in another form are counted anew', async () => {
  await opened(() => undefined)
  const db = openIndex(file(), silentLogger)
  db.exec("UPDATE book_terms SET packed = x'00'")
  db.close()
  expect(await passagesWith('铜匣')).toBe(1)
})

it('a project closes although its terms cannot be stored', async () => {
  await opened(({ open }) => open('雾港').index.db.exec('DROP TABLE book_terms'))
  expect(await passagesWith('铜匣')).toBe(1)
})
