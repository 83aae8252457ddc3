import { readFile } from 'node:fs/promises'
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

test('a book without threads says so in words, beside an empty result', async () => {
  const at = ['--project', place.project, '--lang']
  const said = []
  for (const lang of ['zh', 'en']) {
    const { code, stdout, stderr } = await creonowHere(['threads', ...at, lang], place.dataFolder)
    said.push([code, stdout, stderr])
  }
  expect(said).toEqual([
    [0, '', '还没有伏笔。\n'],
    [0, '', 'There are no threads yet.\n'],
  ])
})

for (const [lang, open, paid] of [
  ['zh', '未收', '已收'],
  ['en', 'open', 'paid'],
] as const)
  test(`the command plants, lists and pays a thread in ${lang}`, tagWholeBut(lang === 'zh'), async () => {
    const text = await readFile(join(place.project, path), 'utf8')
    const start = text.indexOf('\n\n') + 2
    const at = ['--project', place.project, '--lang', lang]
    const select = ['--document', path, '--select', `${start}:${start + 12}`]
    const words = text.slice(start, start + 12).trim()
    const added = await creonowHere(
      ['threads', 'add', ...at, ...select, '--input', '灯 Lamp', '--json'],
      place.dataFolder,
    )
    const { id, title, state, marks } = JSON.parse(added.stdout)
    expect([title, state, marks[0].exact]).toEqual(['灯 Lamp', 'planted', words])
    const listed = await creonowHere(['threads', ...at], place.dataFolder)
    expect(listed.stdout.split('\n').slice(0, 1)).toEqual([[id, open, '灯 Lamp'].join('\t')])
    expect(listed.stdout).toContain(words)
    const done = await creonowHere(['threads', 'pay', id, ...at, ...select], place.dataFolder)
    expect([done.code, done.stdout.split('\n')[0]]).toEqual([0, [id, paid, '灯 Lamp'].join('\t')])
    const refused = await creonowHere(['threads', 'pay', id, ...at, '--json'], place.dataFolder)
    expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([2, 'INVALID_ARGUMENT'])
  })
