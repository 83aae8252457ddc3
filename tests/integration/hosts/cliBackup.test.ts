import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { creonowHere } from '../../support/commandHere.ts'
import { type Workplace, workplace } from '../../support/commandLine.ts'

let place: Workplace
beforeEach(async () => {
  place = await workplace()
})
afterEach(() => place.remove())

test.each([
  ['zh', /^备份好了：雾港来信 .*\.zip$/m, /^从上一份备份以来没有改动：/m, '还没有选备份文件夹'],
  ['en', /^Backed up: 雾港来信 .*\.zip$/m, /^Nothing has changed since/m, 'No backup folder is set'],
])(
  'the command backs up a book, not twice, and refuses without a folder in %s',
  async (lang, made, same, off) => {
    const folder = join(dirname(place.project), 'backups')
    await mkdir(folder)
    const run = (...words: string[]) =>
      creonowHere(['backup', '--project', place.project, '--lang', lang, ...words], place.dataFolder)
    expect(await run('--to', folder)).toMatchObject({ code: 0, stdout: expect.stringMatching(made) })
    expect(await run('--to', folder)).toMatchObject({ code: 0, stdout: expect.stringMatching(same) })
    const { stdout } = await run('--to', folder, '--json')
    const [fileName] = await readdir(folder)
    expect(JSON.parse(stdout)).toEqual({ fileName, madeAt: expect.any(Number), isNew: false, leftOut: [] })
    const refused = await run()
    expect([refused.code, refused.stderr.includes(off)]).toEqual([2, true])
    const inside = await run('--to', place.project)
    expect([inside.code, inside.stderr.startsWith('INVALID_ARGUMENT')]).toEqual([2, true])
  },
)
