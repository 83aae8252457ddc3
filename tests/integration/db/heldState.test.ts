import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createIndexes } from '../../../main/src/db/indexes.ts'
import { openIndex } from '../../../main/src/db/open.ts'
import { sessionStateTable } from '../../../main/src/db/tables/sessionState.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'held-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const indexesHere = () => createIndexes({ dataFolderOf: () => folder, now: () => 1, logger: silentLogger })

describe('session state in front of its table', () => {
  it('answers the very value that was written, and stores it when the index is closed', async () => {
    const first = indexesHere()
    const value = { anchor: { offset: 3, paragraphHash: '雾' } }
    first.sessionState.write('书', 'scene:第一回', value)
    expect(first.sessionState.read('书', 'scene:第一回')).toBe(value)
    await first.dispose()
    const second = indexesHere()
    const stored = second.sessionState.read('书', 'scene:第一回')
    expect(stored).toEqual(value)
    expect(second.sessionState.read('书', 'scene:第一回')).toBe(stored)
    await second.dispose()
  })

  it('reads again what another connection has written, and keeps what still waits here', async () => {
    const here = indexesHere()
    here.sessionState.write('书', 'scene:第一回', { at: 1 })
    here.release('书')
    expect(here.sessionState.read('书', 'scene:第一回')).toEqual({ at: 1 })
    here.sessionState.write('书', 'scene:第二回', { at: 2 })
    const other = openIndex(join(folder, 'index.sqlite'), silentLogger)
    sessionStateTable(other).set('scene:第一回', { at: 10 }, 2)
    sessionStateTable(other).set('scene:第二回', { at: 20 }, 2)
    other.close()
    expect(here.sessionState.read('书', 'scene:第一回')).toEqual({ at: 10 })
    expect(here.sessionState.read('书', 'scene:第二回')).toEqual({ at: 2 })
    await here.dispose()
  })
})
