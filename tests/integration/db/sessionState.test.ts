import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../../main/src/db/migrate.ts'
import { openIndex } from '../../../main/src/db/open.ts'
import { sessionStateTable } from '../../../main/src/db/tables/sessionState.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'session-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('session state', () => {
  it('is seen by another connection and after a restart, the last value of each key', () => {
    const file = join(folder, 'index.sqlite')
    const first = openIndex(file, silentLogger)
    const second = openIndex(file, silentLogger)
    const [mine, other] = [sessionStateTable(first), sessionStateTable(second)]
    expect(mine.get('锚点')).toBeUndefined()
    mine.set('锚点', { at: 1 }, 100)
    expect(other.get('锚点')).toEqual({ at: 1 })
    other.set('锚点', { at: 2 }, 1)
    mine.set('别的', [1, '𠮷', null], 2)
    first.close()
    second.close()
    const again = openIndex(file, silentLogger)
    const state = sessionStateTable(again)
    expect([state.get('锚点'), state.get('别的')]).toEqual([{ at: 2 }, [1, '𠮷', null]])
    again.close()
  })

  it('remembers 2,000 keys and forgets the one written longest ago, also after the clock has gone back', () => {
    const db = openIndex(join(folder, 'index.sqlite'), silentLogger)
    const state = sessionStateTable(db)
    const count = () => db.prepare('SELECT count(*) FROM session_state').pluck().get()
    db.transaction(() => {
      for (let at = 1; at <= 2000; at += 1) state.set(`scene:第${at}回`, at, at)
    })()
    state.set('scene:第1回', '又写了', 5000)
    state.set('scene:第2001回', 2001, 2001)
    expect([count(), state.get('scene:第1回'), state.get('scene:第2回')]).toEqual([2000, '又写了', undefined])
    state.set('scene:时钟倒退', '在', -1)
    expect([count(), state.get('scene:时钟倒退'), state.get('scene:第3回')]).toEqual([2000, '在', undefined])
    db.close()
  })

  it('bounds an index that has grown without one', () => {
    const file = join(folder, 'old.sqlite')
    const old = new SqliteDatabase(file)
    migrate(
      old,
      readMigrations().filter(({ version }) => version <= 3),
    )
    const state = sessionStateTable(old)
    old.transaction(() => {
      for (let at = 1; at <= 2500; at += 1) state.set(`scene:${at}`, at, at)
    })()
    old.close()
    const db = openIndex(file, silentLogger)
    const rows = db.prepare('SELECT count(*), min(started_at) FROM session_state').raw().get()
    db.close()
    expect(rows).toEqual([2000, 501])
  })
})
