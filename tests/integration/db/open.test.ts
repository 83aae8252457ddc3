import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../../main/src/db/migrate.ts'
import { discardIndex, isCorrupt, openIndex } from '../../../main/src/db/open.ts'
import { documentsTable } from '../../../main/src/db/tables/documents.ts'
import { isAppError } from '../../../main/src/lib/appError.ts'
import { type Logger, silentLogger } from '../../../main/src/lib/logger.ts'

let folder: string
let file: string
const open: Database[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), '索引 '))
  file = join(folder, '项目', 'index.sqlite')
})
afterEach(() => {
  for (const db of open.splice(0)) db.close()
  rmSync(folder, { recursive: true, force: true })
})

function opened(logger: Logger = silentLogger): Database {
  const db = openIndex(file, logger)
  open.push(db)
  return db
}

function withOneDocument(): void {
  const db = opened()
  documentsTable(db).insert('manuscript/001.md', 0)
  db.close()
}

function renameColumn(): void {
  const db = new SqliteDatabase(file)
  db.exec('ALTER TABLE documents RENAME COLUMN characters TO chaрacters')
  db.close()
}

function recorder() {
  const warnings: unknown[] = []
  const logger: Logger = { ...silentLogger, warn: (fields) => warnings.push(fields) }
  return { warnings, logger }
}

describe('openIndex', () => {
  it('makes folder and file, in WAL mode, with strict tables, and finds them again', () => {
    withOneDocument()
    const db = opened()
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(documentsTable(db).all()).toEqual([
      { key: 1, documentId: 'manuscript/001.md', hash: '', characters: 0, position: 0 },
    ])
    expect(() => db.exec("INSERT INTO documents VALUES ('x', 'a', 'b', 'c', 'd')")).toThrow()
  })

  for (const [name, damage] of [
    ['is no database', () => writeFileSync(file, '这不是数据库'.repeat(500))],
    ['was cut in the middle', () => truncateSync(file, 6000)],
    ['is from a newer version', () => setVersion(999)],
    ['has a column of another name', () => renameColumn()],
    ['has the version but not the tables', () => writeFileSync(file, '') ?? setVersion(1)],
  ] as const) {
    it(`starts anew, with a log line and without the path, when the file ${name}`, () => {
      withOneDocument()
      damage()
      const { warnings, logger } = recorder()
      const db = opened(logger)
      expect(documentsTable(db).all()).toEqual([])
      expect(warnings).toEqual([{ file: 'index.sqlite', reason: expect.any(String) }])
      expect(JSON.stringify(warnings)).not.toContain(folder)
    })
  }

  it('does not take a stale write-ahead log of a deleted file for data', () => {
    withOneDocument()
    const db = opened()
    documentsTable(db).insert('manuscript/002.md', 1)
    rmSync(file)
    expect(documentsTable(opened()).all()).toEqual([])
  })

  it('opens a file that another process is making at the same moment, once that one lets go', () => {
    mkdirSync(join(folder, '项目'))
    const other = new SqliteDatabase(file)
    open.push(other)
    other.exec('BEGIN IMMEDIATE')
    let pauses = 0
    const db = openIndex(file, silentLogger, () => {
      pauses += 1
      if (pauses === 3) other.exec('COMMIT')
    })
    open.push(db)
    expect({ pauses, mode: db.pragma('journal_mode', { simple: true }) }).toEqual({ pauses: 3, mode: 'wal' })
  })

  it('gives up with a code when another process never lets go of a file it is making', () => {
    mkdirSync(join(folder, '项目'))
    const other = new SqliteDatabase(file)
    open.push(other)
    other.exec('BEGIN IMMEDIATE')
    let waitedMs = 0
    const opening = () =>
      openIndex(file, silentLogger, (ms) => {
        waitedMs += ms
      })
    expect(opening).toThrow(expect.objectContaining({ code: 'IO_ERROR', details: { why: 'indexBusy' } }))
    expect(waitedMs).toBeGreaterThanOrEqual(3000)
  })

  it('says clearly that the place cannot be written, without the path', () => {
    writeFileSync(join(folder, '项目'), 'a file where the folder should be')
    try {
      opened()
      expect.unreachable()
    } catch (error) {
      expect(isAppError(error, 'IO_ERROR')).toBe(true)
      expect(String(error)).not.toContain(folder)
    }
  })

  it('leaves no file behind when an index is discarded', () => {
    const db = opened()
    discardIndex(db, silentLogger, 'test')
    expect(readdirSync(join(folder, '项目'))).toEqual([])
  })
})

describe('isCorrupt', () => {
  it('does not throw an index away because the disk is full or another process writes', () => {
    const coded = (code: string) => Object.assign(new Error(code), { code })
    const codes = [
      'SQLITE_CORRUPT',
      'SQLITE_CORRUPT_VTAB',
      'SQLITE_NOTADB',
      'SQLITE_FULL',
      'SQLITE_BUSY',
      'EACCES',
    ]
    expect(codes.filter((code) => isCorrupt(coded(code)))).toEqual(codes.slice(0, 3))
    expect(isCorrupt('SQLITE_CORRUPT')).toBe(false)
  })
})

describe('migrate', () => {
  it('runs each file once, in order, and undoes a failing one wholly', () => {
    const db = new SqliteDatabase(join(folder, 'm.sqlite'))
    open.push(db)
    const first = { version: 1, name: '0001-a.sql', sql: 'CREATE TABLE a (x INTEGER) STRICT;' }
    const broken = {
      version: 2,
      name: '0002-b.sql',
      sql: 'CREATE TABLE b (x INTEGER) STRICT; CREATE TABLE a (y);',
    }
    expect(migrate(db, [first])).toBe(true)
    expect(migrate(db, [first])).toBe(true)
    expect(() => migrate(db, [first, broken])).toThrow()
    expect(db.pragma('user_version', { simple: true })).toBe(1)
    expect(db.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['a'])
  })

  it('numbers its files without a gap', () => {
    expect(readMigrations().map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6])
    writeFileSync(join(folder, '0002-late.sql'), '')
    expect(() => readMigrations(folder)).toThrow()
  })
})

function setVersion(version: number): void {
  const db = new SqliteDatabase(file)
  db.pragma(`user_version = ${version}`)
  db.close()
}
