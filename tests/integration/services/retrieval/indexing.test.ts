import { rmSync, writeFileSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../../../main/src/db/migrate.ts'
import { openIndex } from '../../../../main/src/db/open.ts'
import { sessionStateTable } from '../../../../main/src/db/tables/sessionState.ts'
import { sha256Hex } from '../../../../main/src/lib/hash.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { contentsOf, createFixture, type Fixture, paragraph } from './fixture.ts'

const project = '雾港'
let fixture: Fixture
beforeEach(() => {
  fixture = createFixture()
})
afterEach(() => fixture.dispose())

function chapters(count: number): void {
  for (let at = 1; at <= count; at++) {
    fixture
      .book(project)
      .set(`manuscript/${at}.md`, paragraph(`林远在第${at}章。`, at) + paragraph('雾。', at + 99))
  }
}

async function documentsWith(query: string): Promise<string[]> {
  const [hits] = await fixture.service.search(project, { queries: [query], k: 200 })
  return (hits ?? []).map((hit) => hit.documentId).sort()
}

/** What a new index of the same book holds. */
async function rebuilt(book: ReadonlyMap<string, string>): Promise<unknown> {
  const other = createFixture()
  for (const [documentId, text] of book) other.book(project).set(documentId, text)
  await other.service.ensureIndexed(project)
  const contents = other.inspect(project, contentsOf)
  await other.dispose()
  return contents
}

describe('an index of the version before Simplified terms', () => {
  it('is filled anew at opening, though no chapter has changed, and keeps what requests remember', async () => {
    const text = paragraph('張飛遠走。', 1)
    fixture.book(project).set('manuscript/1.md', text)
    const old = new SqliteDatabase(fixture.fileOf(project))
    migrate(old, readMigrations().slice(0, 2))
    old
      .prepare("INSERT INTO documents VALUES (1, 'manuscript/1.md', ?, ?, 0)")
      .run(sha256Hex(text), text.length)
    old.prepare('INSERT INTO passages VALUES (1048576, 2, ?, ?)').run(text.length - 1, text.slice(2, -1))
    old.exec("INSERT INTO passage_terms (rowid, terms) VALUES (1048576, '張 飛 張飛')")
    old.exec("INSERT INTO session_state VALUES ('a', '{}', 1)")
    old.close()
    await fixture.service.ensureIndexed(project)
    expect(await documentsWith('张飞')).toEqual(['manuscript/1.md'])
    expect(fixture.inspect(project, contentsOf)).toEqual(await rebuilt(fixture.book(project)))
    expect(
      fixture.inspect(project, (db) => db.prepare('SELECT key FROM session_state').pluck().all()),
    ).toEqual(['a'])
  })
})

describe('indexing', () => {
  it('reads only what has changed, and nothing the second time', async () => {
    chapters(5)
    await fixture.service.ensureIndexed(project)
    fixture.reads.length = 0
    await fixture.service.ensureIndexed(project)
    await fixture.restart()
    await fixture.service.ensureIndexed(project)
    expect(fixture.reads).toEqual([])
    fixture.book(project).set('manuscript/3.md', '公明来了。')
    await fixture.service.ensureIndexed(project)
    expect(fixture.reads).toEqual(['manuscript/3.md'])
    expect([await documentsWith('公明'), await documentsWith('第3章')]).toEqual([['manuscript/3.md'], []])
  })

  it('removes deleted documents and preserves the passages of renamed and moved ones without reading them', async () => {
    chapters(4)
    await fixture.service.ensureIndexed(project)
    fixture.reads.length = 0
    const book = fixture.book(project)
    const [first, third] = [book.get('manuscript/1.md') ?? '', book.get('manuscript/3.md') ?? '']
    book.delete('manuscript/1.md')
    book.delete('manuscript/2.md')
    book.delete('manuscript/3.md')
    book.set('manuscript/9-改名.md', third)
    book.set('manuscript/1.md', first)
    await fixture.service.ensureIndexed(project)
    expect(fixture.reads).toEqual([])
    expect(await documentsWith('林远')).toEqual([
      'manuscript/1.md',
      'manuscript/4.md',
      'manuscript/9-改名.md',
    ])
    const [early] = await fixture.service.search(project, {
      queries: ['林远'],
      k: 9,
      before: 'manuscript/1.md',
    })
    expect(early?.map((hit) => hit.documentId).sort()).toEqual(['manuscript/4.md', 'manuscript/9-改名.md'])
    expect(fixture.inspect(project, contentsOf)).toEqual(await rebuilt(book))
  })

  it('has after any edits exactly what a new index would have, inverted index and window terms included', async () => {
    const edit = fc.record({
      document: fc.integer({ min: 1, max: 4 }),
      kind: fc.constantFrom('replace', 'insert', 'cut', 'delete', 'duplicate'),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      text: fc.constantFrom('', '林远', paragraph('公明。', 7), '\r\n\r\n', paragraph('雾。', 3).repeat(30)),
    })
    const checked = countedChecks()
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        const own = createFixture()
        const book = own.book(project)
        for (const { document, kind, at, text } of edits) {
          const documentId = `manuscript/${document}.md`
          const old = book.get(documentId) ?? ''
          const cut = Math.floor(old.length * at)
          if (kind === 'delete') book.delete(documentId)
          else if (kind === 'replace') book.set(documentId, text)
          else if (kind === 'duplicate') book.set(documentId, old + old)
          else
            book.set(documentId, kind === 'cut' ? old.slice(cut) : old.slice(0, cut) + text + old.slice(cut))
          await own.service.ensureIndexed(project)
        }
        book.set('manuscript/9.md', '')
        await own.service.ensureIndexed(project)
        const query = { windowText: '林远公明雾', queryText: '公明与雾', before: 'manuscript/9.md', k: 3 }
        const here = await own.service.forWindow(project, query, new AbortController().signal)
        const contents = own.inspect(project, contentsOf)
        await own.restart()
        expect(await own.service.forWindow(project, query, new AbortController().signal)).toEqual(here)
        await own.dispose()
        expect(contents).toEqual(await rebuilt(book))
        checked.when(here.hits.length + here.left.length > 0)
      }),
      { numRuns: 25 },
    )
    checked.expectShare(0.15)
  })

  it.each([
    ['a few chapters', 8],
    ['so many chapters that a thread writes them', 40],
  ])('can be aborted in the middle, preserves what it has, and goes on from there: %s', async (_, count) => {
    chapters(count)
    const stop = new AbortController()
    const aborted = fixture.service.ensureIndexed(project, {
      signal: stop.signal,
      onProgress: ({ done }) => done === 3 && stop.abort(),
    })
    await expect(aborted).rejects.toMatchObject({ code: 'CANCELLED' })
    await fixture.restart()
    const { indexed, total, state } = await fixture.service.status(project)
    expect({ total, state }).toEqual({ total: count, state: 'ready' })
    expect(indexed).toBeGreaterThanOrEqual(3)
    expect(indexed).toBeLessThan(count)
    fixture.reads.length = 0
    await fixture.service.ensureIndexed(project)
    expect(fixture.reads).toHaveLength(count - indexed)
    expect(fixture.inspect(project, contentsOf)).toEqual(await rebuilt(fixture.book(project)))
  })

  it('finishes a long document that a killed process left half written', async () => {
    const text = Array.from({ length: 40 }, (_, at) => paragraph(`第${at}段。`, at)).join('')
    fixture.book(project).set('manuscript/1.md', text)
    const stop = new AbortController()
    const aborted = fixture.service.ensureIndexed(project, { signal: stop.signal })
    while (fixture.reads.length === 0) await new Promise(setImmediate)
    for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate)
    stop.abort()
    await expect(aborted).rejects.toMatchObject({ code: 'CANCELLED' })
    await fixture.restart()
    expect(await fixture.service.status(project)).toEqual({ indexed: 0, total: 1, state: 'ready' })
    await fixture.service.ensureIndexed(project)
    expect(fixture.inspect(project, contentsOf)).toEqual(await rebuilt(fixture.book(project)))
  })

  it('writes in a thread, for a long book of few chapters, what it would write without one', async () => {
    const other = createFixture()
    for (let at = 1; at <= 4; at++) {
      const text = Array.from({ length: 42 }, (_, part) =>
        paragraph(`第${at}章第${part}段。`, at * 50 + part),
      )
      for (const { book } of [fixture, other]) book(project).set(`manuscript/${at}.md`, text.join(''))
      await other.service.ensureIndexed(project)
    }
    await fixture.service.ensureIndexed(project)
    expect(fixture.inspect(project, contentsOf)).toEqual(other.inspect(project, contentsOf))
    await other.dispose()
  })

  it('shares one run between callers, and a caller that gives up does not stop the others', async () => {
    chapters(6)
    const stop = new AbortController()
    const seen: string[] = []
    const first = fixture.service.ensureIndexed(project, { signal: stop.signal })
    const second = fixture.service.ensureIndexed(project, {
      onProgress: ({ done, total }) => {
        seen.push(`${done}/${total}`)
        stop.abort()
      },
    })
    expect((await fixture.service.status(project)).state).toBe('indexing')
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' })
    await second
    expect([...fixture.reads].sort()).toEqual([1, 2, 3, 4, 5, 6].map((at) => `manuscript/${at}.md`))
    expect(seen.slice(0, 7)).toEqual(['0/6', '1/6', '2/6', '3/6', '4/6', '5/6', '6/6'])
  })

  it('includes what changed while it ran for a caller that came after the change', async () => {
    chapters(3)
    const first = fixture.service.ensureIndexed(project)
    while (fixture.reads.length < 2) await new Promise(setImmediate)
    fixture.book(project).set('manuscript/1.md', '公明来了。')
    await fixture.service.ensureIndexed(project)
    expect(await documentsWith('公明')).toEqual(['manuscript/1.md'])
    await first
  })

  it('leaves out a document that cannot be read, says so in the log, and indexes the rest', async () => {
    chapters(3)
    await fixture.service.ensureIndexed(project)
    fixture.book(project).set('manuscript/2.md', '<<<<<<< 冲突')
    await fixture.service.ensureIndexed(project)
    expect(await fixture.service.status(project)).toEqual({ indexed: 2, total: 3, state: 'ready' })
    expect(await documentsWith('林远')).toEqual(['manuscript/1.md', 'manuscript/3.md'])
    expect(fixture.logged.map(({ level, fields }) => ({ level, fields }))).toEqual([
      { level: 'warn', fields: { projectId: project, documentId: 'manuscript/2.md', code: 'NOT_FOUND' } },
    ])
  })
})

describe('markChanged', () => {
  it('indexes a saved document in the background, and only that one', async () => {
    chapters(3)
    await fixture.service.ensureIndexed(project)
    fixture.reads.length = 0
    fixture.book(project).set('manuscript/2.md', '公明来了。')
    fixture.service.markChanged(project, 'manuscript/2.md')
    while ((await fixture.service.status(project)).state === 'indexing') await new Promise(setImmediate)
    expect([fixture.reads, await documentsWith('公明')]).toEqual([['manuscript/2.md'], ['manuscript/2.md']])
  })

  it('takes in new and vanished documents too', async () => {
    chapters(2)
    await fixture.service.ensureIndexed(project)
    fixture.book(project).set('manuscript/3.md', '公明来了。')
    fixture.service.markChanged(project, 'manuscript/3.md')
    while ((await fixture.service.status(project)).state === 'indexing') await new Promise(setImmediate)
    fixture.book(project).delete('manuscript/1.md')
    fixture.service.markChanged(project, 'manuscript/1.md')
    while ((await fixture.service.status(project)).state === 'indexing') await new Promise(setImmediate)
    expect(fixture.inspect(project, contentsOf)).toEqual(await rebuilt(fixture.book(project)))
  })

  it('puts an error into the log and throws nothing', async () => {
    writeFileSync(`${fixture.fileOf(project)}-dir`, '')
    const broken = `${project}.sqlite-dir/unreachable`
    fixture.service.markChanged(broken, 'manuscript/1.md')
    fixture.service.indexInBackground(broken)
    await new Promise(setImmediate)
    const failed = { level: 'error', message: 'background indexing failed' }
    expect(fixture.logged.map(({ level, message }) => ({ level, message }))).toEqual([failed, failed])
  })
})

describe('a broken index', () => {
  it('is built again when its file is deleted or overwritten between two starts', async () => {
    chapters(3)
    await fixture.service.ensureIndexed(project)
    for (const damage of [
      () => rmSync(fixture.fileOf(project)),
      () => writeFileSync(fixture.fileOf(project), '坏掉了'.repeat(4000)),
    ]) {
      await fixture.service.close(project)
      damage()
      expect(await documentsWith('林远')).toEqual([])
      await fixture.service.ensureIndexed(project)
      expect(fixture.inspect(project, contentsOf)).toEqual(await rebuilt(fixture.book(project)))
    }
  })

  it('is thrown away and built again when a search meets the damage', async () => {
    chapters(3)
    await fixture.service.ensureIndexed(project)
    fixture.inspect(project, (db) => {
      db.unsafeMode()
      db.exec("UPDATE passage_terms_data SET block = x'0102030405' WHERE id = 10")
    })
    await documentsWith('林远')
    while ((await fixture.service.status(project)).state === 'indexing') await new Promise(setImmediate)
    expect(await documentsWith('林远')).toEqual([1, 2, 3].map((at) => `manuscript/${at}.md`))
    expect(fixture.inspect(project, contentsOf)).toEqual(await rebuilt(fixture.book(project)))
  })
})

describe('rebuild', () => {
  it('makes up for damage that no search can notice', async () => {
    chapters(3)
    await fixture.service.ensureIndexed(project)
    fixture.inspect(project, (db) => db.exec('DELETE FROM passages'))
    expect(await documentsWith('林远')).toEqual([])
    await fixture.service.rebuild(project)
    expect(fixture.inspect(project, contentsOf)).toEqual(await rebuilt(fixture.book(project)))
  })
})

describe('rebuild next to an open connection', () => {
  it('leaves the file where it is: what another connection writes afterwards is read by everybody', async () => {
    chapters(3)
    await fixture.service.ensureIndexed(project)
    const other = openIndex(fixture.fileOf(project), silentLogger)
    const state = sessionStateTable(other)
    state.set('scene:旧', { at: 1 }, 1)
    await fixture.service.rebuild(project)
    const forgotten = state.get('scene:旧')
    state.set('scene:新', { at: 2 }, 2)
    const seen = fixture.inspect(project, (db) => sessionStateTable(db).get('scene:新'))
    const counted = other.prepare('SELECT count(*) FROM documents').pluck().get()
    other.close()
    expect([forgotten, seen, counted]).toEqual([undefined, { at: 2 }, 3])
    expect(await documentsWith('林远')).not.toEqual([])
  })
})

describe('dispose', () => {
  it('stops a run, closes every index, and refuses what comes later', async () => {
    chapters(5)
    const running = fixture.service.ensureIndexed(project)
    const outcome = expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
    while (fixture.reads.length === 0) await new Promise(setImmediate)
    await fixture.service.dispose()
    await outcome
    await expect(documentsWith('林远')).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
