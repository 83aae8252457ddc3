import { describe, expect, test } from 'vitest'
import {
  matchItems,
  type PaletteGroup,
  type PaletteItem,
} from '../../../../renderer/src/features/palette/paletteMatch.ts'
import { loadReadings } from '../../../../renderer/src/features/palette/pinyin.ts'

const item = (group: PaletteGroup, label: string, number?: number): PaletteItem => ({
  ...{ id: `${group} ${label}`, group, label, run: () => undefined },
  ...(number !== undefined && { number }),
})
const labels = (items: readonly PaletteItem[], typed: string) =>
  matchItems(items, typed).items.map(({ label }) => label)

describe('the palette', () => {
  const items = [
    item('chapter', '第一章　浸水的信', 1),
    item('chapter', '第十二章　林远', 12),
    item('chapter', '第十三章　旧事12则：灯塔下的𠮷', 13),
    item('sheet', '人物'),
    item('skill', 'Ｐolish 润色'),
    item('command', '全书查找和替换'),
  ]

  test('finds a chapter by its number before titles that contain it, and by a part of its title', () => {
    expect(labels(items, '12')).toEqual(['第十二章　林远', '第十三章　旧事12则：灯塔下的𠮷'])
    expect(labels(items, '１２')).toEqual(labels(items, '12'))
    expect(labels(items, '林远')).toEqual(['第十二章　林远'])
    expect(labels(items, '灯塔下的𠮷')).toEqual(['第十三章　旧事12则：灯塔下的𠮷'])
  })

  test('ignores width and case, matches parts in any order, and puts a beginning before a middle', () => {
    expect(labels(items, ' POLISH ')).toEqual(['Ｐolish 润色'])
    expect(labels(items, '替换　全书')).toEqual(['全书查找和替换'])
    expect(labels([item('sheet', '配角人物'), ...items], '人物')).toEqual(['人物', '配角人物'])
    expect(matchItems(items, '没有这一章')).toEqual({ items: [], left: 0 })
  })

  test('shows some of each kind and all commands when nothing is typed, and counts what is left out', () => {
    const book = Array.from({ length: 500 }, (_, at) => item('chapter', `第${at + 1}章`, at + 1))
    const commands = Array.from({ length: 10 }, (_, at) => item('command', `命令${at}`))
    const some = matchItems([...book, ...commands], '')
    expect(some.items.map(({ group }) => group)).toEqual([
      ...Array<string>(8).fill('chapter'),
      ...Array<string>(10).fill('command'),
    ])
    expect(some.left).toBe(492)
    const many = matchItems(book, '章')
    expect([many.items.length, many.left]).toEqual([60, 440])
  })
})

describe('a chapter, a card or a command', () => {
  const items = [
    item('chapter', '第一章　浸水的信', 1),
    item('chapter', '第二章　重逢', 2),
    item('chapter', '第三章　绿灯 A 座，西安', 3),
    item('sheet', '人物'),
    item('command', '全书查找和替换'),
  ]

  test('is found by its pinyin: whole, by initials, in a mixture, unfinished and with any reading of a character', async () => {
    const readings = await loadReadings()
    const found = (typed: string) => matchItems(items, typed, readings).items.map(({ label }) => label)
    const letter = '第一章　浸水的信'
    expect(['jinshuidexin', 'jsdx', 'jinsdx', 'jinshu', 'jshui', 'JSDX', 'dyz'].map(found)).toEqual(
      Array(7).fill([letter]),
    )
    const others = ['chongfeng', 'zhongfeng', 'lvdeng', 'ludeng', "xi'an", 'dazuo', 'rw', 'qscz', 'quan th']
    expect(
      others.map((typed) => found(typed).map((label) => items.findIndex((each) => each.label === label))),
    ).toEqual([[1], [1], [2], [2], [2], [2], [3], [4], [4]])
    expect(['jinxin', 'inshui', 'j', 'xyz'].flatMap(found)).toEqual([])
  })

  test('comes before those that only sound so when its label has the letters, and nothing sounds in an English page', async () => {
    const both = [item('sheet', '人物'), item('chapter', 'RW 42')]
    expect([
      matchItems(both, 'rw', await loadReadings()).items.map(({ label }) => label),
      labels(both, 'rw'),
    ]).toEqual([['RW 42', '人物'], ['RW 42']])
  })
})
