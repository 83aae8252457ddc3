import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileSynced } from '../../../main/src/lib/moveFile.ts'
import { withFault } from '../../../scripts/torture/faults/inject.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-file-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const text = '　　林远把铜匣埋了。\r\n𠮷田听着。\n'
const create = (code: string, step: 'unlink' | 'link') =>
  withFault({ code, step, folder }, () =>
    createFileSynced(join(folder, '林远.md'), Buffer.from(text)).catch(
      ({ code }: NodeJS.ErrnoException) => code,
    ),
  )

describe('a file that is created', () => {
  it.each(['ENOSPC', 'EROFS', 'EACCES', 'EIO'])(
    'is stored, and said to be, although its temporary name cannot be removed: %s',
    async (code) => {
      const { result, failed } = await create(code, 'unlink')
      expect([result, failed]).toEqual([true, 1])
      expect(await readFile(join(folder, '林远.md'), 'utf8')).toBe(text)
      // One is left for the next sweep.
      expect(await readdir(folder)).toHaveLength(2)
    },
  )

  it('is not there, nor anything of it, when its name cannot be given', async () => {
    const { result } = await create('ENOSPC', 'link')
    expect([result, await readdir(folder)]).toEqual(['ENOSPC', []])
  })
})
