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
const line = '欧阳雪说：“船该开了，别等了。”'

for (const [lang, rule] of [
  ['zh', '死者说话'],
  ['en', 'the dead speak'],
] as const)
  test(
    `the command lists a contradiction, waves it away and finds what rests on an old sentence, in ${lang}`,
    tagWholeBut(lang === 'zh'),
    async () => {
      const card = join(place.project, '.creonow/characters/欧阳雪.md')
      const state =
        'progressions:\n  - from: manuscript/003-港务处.md\n    text: 欧阳雪死在码头。\n    state: 已死\n'
      await writeFile(card, `---\nname: 欧阳雪\n${state}---\n`)
      const file = join(place.project, path)
      await writeFile(file, `${(await readFile(file, 'utf8')).trimEnd()}\n\n${line}\n`)
      const project = ['--project', place.project, '--lang', lang]
      const at = [...project, '--document', path]
      const listed = await creonowHere(['check', ...at], place.dataFolder)
      const [id = '', ...rest] = listed.stdout.split('\n')[0]?.split('\t') ?? []
      expect([listed.code, rest]).toEqual([0, [rule, line]])
      expect((await creonowHere(['check', 'continuity', 'intend', id, ...at], place.dataFolder)).code).toBe(0)
      expect((await creonowHere(['check', ...at], place.dataFolder)).stdout.trim()).toBe('')
      expect((await creonowHere(['check', 'ready', ...at, '--json'], place.dataFolder)).code).toBe(0)
      const removed = ['--input', '欧阳雪的船该开了。']
      const ripple = await creonowHere(
        ['check', 'ripple', '欧阳雪', ...project, ...removed],
        place.dataFolder,
      )
      expect(ripple.stdout).toContain(line)
      expect((await creonowHere(['check', 'none', ...at], place.dataFolder)).code).toBe(2)
    },
  )
