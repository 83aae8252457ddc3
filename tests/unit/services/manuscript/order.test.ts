import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orphanedNames } from '../../../../main/src/lib/orphanedFiles.ts'
import { describeDocument } from '../../../../main/src/services/manuscript/describe.ts'
import { chapterFileName } from '../../../../main/src/services/manuscript/import/fileNames.ts'
import { newChapterName } from '../../../../main/src/services/manuscript/newChapter.ts'
import { compareKeys, orderKey } from '../../../../main/src/services/manuscript/order.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

function sorted(names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, key: orderKey(name, describeDocument(name, '').title) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ name }) => name)
}

describe('the order of chapters', () => {
  test.each([
    ['numbers, not letters', ['1-起.md', '2-承.md', '10-转.md', '100.md']],
    ['parts behind an ordinal', ['010-甲.md', '010-0-1-乙.md', '010-1-丙.md', '010-2.md', '011-丁.md']],
    ['a year in a title is no part', ['001-1984年.md', '002-1949年.md']],
    ['Chinese numbers', ['序.md', '第一章 起.md', '第二章.md', '第十章.md', '第一百一章.md', '番外.md']],
    ['volumes', ['第一卷 第二章.md', '第一卷 第十章.md', '第二卷 第一章.md']],
    ['natural', ['chapter a.md', 'chapter b 2.md', 'chapter b 10.md']],
  ])('is that of the story: %s', (_, names) => {
    expect([sorted(names), sorted([...names].reverse())]).toEqual([names, names])
  })

  test('puts a file without a number where its heading says', () => {
    const key = orderKey('夜航.md', '第三章 夜航')
    expect(compareKeys(orderKey('002-乙.md', ''), key)).toBeLessThan(0)
    expect(compareKeys(key, orderKey('第四章.md', ''))).toBeLessThan(0)
  })

  test('leaves chapters inserted anywhere, again and again, where they were put', () => {
    const start = ['000-卷首.md', '001-甲.md', '002-乙.md', '第五章 丙.md']
    const places = fc.array(fc.nat({ max: 1000 }), { maxLength: 25 })
    const checked = countedChecks()
    fc.assert(
      fc.property(places, fc.constantFrom('新', '1984', '第三章 夜', '决战(1)', '番外'), (inserts, title) => {
        checked.when(inserts.length > 1)
        const names = [...start]
        for (const place of inserts) {
          const index = place % names.length
          const keys = names.map((name) => orderKey(name, ''))
          const taken = new Set(names.map((name) => name.toLowerCase()))
          names.splice(index + 1, 0, newChapterName(title, keys[index], keys[index + 1], taken))
        }
        expect(sorted(names)).toEqual(names)
      }),
    )
    checked.expectShare(0.5)
  })
})

describe('the description of a file', () => {
  test.each([
    ['001-x.md', '\n# 起风\n正文', { kind: 'chapter', title: '起风', numbered: true, hasOwnNumber: false }],
    [
      '001-x.md',
      '第一卷 雾\n\n　　第一章 起\n正文',
      { kind: 'chapter', title: '第一章 起', numbered: true, hasOwnNumber: true, volume: '第一卷 雾' },
    ],
    ['001-第一章_起.md', '正文', { kind: 'chapter', title: '第一章_起', numbered: true, hasOwnNumber: true }],
    ['007.md', '正文', { kind: 'chapter', title: '007', numbered: true, hasOwnNumber: true }],
    [
      '000-卷首.md',
      '目录\n第一章 起\n',
      { kind: 'front', title: '卷首', numbered: false, hasOwnNumber: false },
    ],
    ['121-卷首.md', '续集\n', { kind: 'front', title: '卷首', numbered: false, hasOwnNumber: false }],
    ['001-楔子.md', '楔子\n正文', { kind: 'chapter', title: '楔子', numbered: false, hasOwnNumber: false }],
    [
      '009-x.md',
      '# 番外 旧事\n',
      { kind: 'chapter', title: '番外 旧事', numbered: false, hasOwnNumber: false },
    ],
    ['003-x.md', undefined, { kind: 'chapter', title: 'x', numbered: true, hasOwnNumber: false }],
  ] as const)('has its title and kind: %s %j', (name, text, expected) => {
    const { heading, ...description } = describeDocument(name, text)
    expect(description).toEqual(expected)
    // The file's name is no heading.
    expect(heading === '' || text?.includes(heading)).toBe(true)
  })
})

test('file names are at most 80 bytes, legal on Windows, cut between characters', () => {
  expect([
    chapterFileName('012', '第十二回 “谁？”他问：a/b\\c<d>|*'),
    chapterFileName('001', '雾'.repeat(60)),
    chapterFileName('001', `${'a'.repeat(69)}👨‍👩‍👧`),
    chapterFileName('001', '决战(1)'),
    chapterFileName('001', ' . '),
    chapterFileName('001', 'con. '),
  ]).toEqual([
    '012-第十二回 “谁？”他问：a／b＼c《d》｜＊.md',
    `001-${'雾'.repeat(24)}.md`,
    `001-${'a'.repeat(69)}.md`,
    '001-决战（1）.md',
    '001.md',
    '001-con.md',
  ])
})

test('files of sync tools and editors are distinguished from chapters', () => {
  const leftovers = [
    '001-甲 (1).md',
    '001-甲(冲突副本).md',
    '001-甲（张三的冲突副本 2026-01-02）.md',
    "001-甲 (PC's conflicted copy 2026-01-02).md",
    '001-甲.sync-conflict-20260102-101010-ABC.md',
    '~$001-甲.md',
    '.001-甲.md.swp',
    '.001-甲.md.icloud',
    '._001-甲.md',
    '001-甲.md~',
  ]
  const chapters = ['001-甲.md', '002-决战(1).md', '003-决战(2).md', '004-冲突.md']
  expect([...orphanedNames([...leftovers, ...chapters])].sort()).toEqual([...leftovers].sort())
})
