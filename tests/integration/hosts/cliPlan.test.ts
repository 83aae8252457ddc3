import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { creonowHere } from '../../support/commandHere.ts'
import { type Workplace, workplace } from '../../support/commandLine.ts'

let place: Workplace
beforeEach(async () => {
  place = await workplace()
})
afterEach(() => place.remove())

const tenth = 'manuscript/010-灯塔下的信.md'

test('the command plans chapters at a place, states a status and writes the plan as a table', async () => {
  const run = (...args: string[]) =>
    creonowHere(['plan', ...args, '--project', place.project, '--lang', 'zh'], place.dataFolder)
  const added = await run('add', '--input', '夜渡：=偷渡过江\n断桥', '--before', tenth, '--json')
  const [first = ''] = JSON.parse(added.stdout).documentIds
  const set = await run('set', '--document', first, '--status', 'idea', '--label', '夜戏')
  const file = join(place.folder, 'plan.csv')
  const written = await run('--columns', 'title,status,label,plan', '--out', file)
  const refused = await run('add', '--input', '甲', '--before', tenth, '--after', tenth)
  const lines = (await readFile(file, 'utf8')).split('\r\n')
  const at = lines.findIndex((line) => line.startsWith('夜渡'))
  expect([set.stdout, written.code, refused.code, lines[0], lines.slice(at, at + 3)]).toEqual([
    `${first}\tidea\t夜戏\n`,
    ...[0, 2, '\uFEFF标题,状态,标签,这一章要写什么'],
    ["夜渡,想法,夜戏,'=偷渡过江", '断桥,,,', '第十章　灯塔下的信,,,'],
  ])
})
