import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openIndex } from '../../../main/src/db/open.ts'
import { sessionStateTable } from '../../../main/src/db/tables/sessionState.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'session-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('session state', () => {
  it('does not let a slow request overwrite what a later one stored, in another connection or after a restart', () => {
    const file = join(folder, 'index.sqlite')
    const first = openIndex(file, silentLogger)
    const second = openIndex(file, silentLogger)
    const [mine, other] = [sessionStateTable(first), sessionStateTable(second)]
    expect(mine.get('锚点')).toBeUndefined()
    expect(mine.writeIfNewer('锚点', { at: 1 }, 100)).toBe(true)
    expect(other.writeIfNewer('锚点', { at: 2 }, 100.5)).toBe(true)
    expect(mine.writeIfNewer('锚点', { at: 3 }, 100)).toBe(false)
    expect(mine.writeIfNewer('锚点', { at: 4 }, 100.5)).toBe(true)
    expect(mine.writeIfNewer('别的', [1, '𠮷', null], 1)).toBe(true)
    first.close()
    second.close()
    const again = openIndex(file, silentLogger)
    const state = sessionStateTable(again)
    expect([state.get('锚点'), state.get('别的')]).toEqual([{ at: 4 }, [1, '𠮷', null]])
    state.set('锚点', { at: 5 }, 1)
    state.remove('别的')
    expect([state.get('锚点'), state.get('别的')]).toEqual([{ at: 5 }, undefined])
    again.close()
  })
})
