import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { creonowHere } from '../../support/commandHere.ts'
import { type Workplace, workplace } from '../../support/commandLine.ts'
import { tagWholeBut } from '../../support/whole.ts'

let place: Workplace
beforeEach(async () => {
  place = await workplace()
})
afterEach(() => place.remove())

const path = 'manuscript/010-灯塔下的信.md'

for (const [lang, changed, done] of [
  ['zh', '改过', /^改回 1 章，进回收站 1 章$/m],
  ['en', 'changed', /^restored: 1, in the trash: 1$/m],
] as const)
  test(
    `the command stores, compares, restores and deletes a book in ${lang}`,
    tagWholeBut(lang === 'zh'),
    async () => {
      const file = join(place.project, path)
      const before = await readFile(file)
      const run = async (...words: string[]) => {
        const all = ['snapshots', ...words, '--project', place.project, '--lang', lang]
        const { code, stdout } = await creonowHere(all, place.dataFolder)
        expect(code).toBe(0)
        return stdout
      }
      const made = JSON.parse(await run('create', '--name', '初稿 Draft', '--json'))
      const { snapshotId, chapters } = made.snapshot
      await writeFile(file, '# 灯塔下的信\r\n\r\n　　𠮷。\r\n')
      await writeFile(join(place.project, 'manuscript/999-New.md'), '# New\n\nOne word.\n')
      expect(await run('compare', snapshotId)).toContain(`${changed}\t`)
      const restored = await run('restore', snapshotId)
      expect(restored).toMatch(done)
      expect(await readFile(file)).toEqual(before)
      const undoId = /restore (\S+)/.exec(restored)?.[1] ?? ''
      await run('restore', undoId, '--document', path)
      expect((await readFile(file)).toString()).toBe('# 灯塔下的信\r\n\r\n　　𠮷。\r\n')
      const listed = (await run()).trim().split('\n')
      expect(listed.at(-1)?.split('\t').slice(2, 4)).toEqual(['初稿 Draft', String(chapters)])
      await run('delete', snapshotId)
      expect((await run()).includes(snapshotId)).toBe(false)
      await run('undelete', snapshotId)
      expect((await run()).includes(snapshotId)).toBe(true)
      const refused = await creonowHere(
        ['snapshots', 'restore', '--project', place.project],
        place.dataFolder,
      )
      expect(refused.code).toBe(2)
    },
  )

test('the command makes a snapshot before chapters of another file come behind a book, and none for a new one', async () => {
  const file = join(place.folder, '后来.txt')
  await writeFile(file, '第一章 后来\n\n　　雾又起了。\n')
  const causes = async (project: string) => {
    const { stdout } = await creonowHere(['snapshots', '--project', project, '--json'], place.dataFolder)
    return JSON.parse(stdout).snapshots.map(({ cause }: { cause: string }) => cause)
  }
  const into = async (project: string) => {
    const { code } = await creonowHere(['import', file, '--into', project, '--append'], place.dataFolder)
    expect(code).toBe(0)
  }
  await into(place.project)
  expect(await causes(place.project)).toEqual(['import'])
  await into(join(place.folder, 'new'))
  expect(await causes(join(place.folder, 'new'))).toEqual([])
})
