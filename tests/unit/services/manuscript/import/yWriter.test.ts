import { describe, expect, test } from 'vitest'
import { yWriter } from '../../../../../main/src/services/manuscript/import/yWriter.ts'

const element = (name: string, ...inner: readonly string[]) => `<${name}>${inner.join('')}</${name}>`
const data = (name: string, text: string) => element(name, `<![CDATA[${text}]]>`)
const scene = (id: number, text: string, ...more: readonly string[]) =>
  element('SCENE', element('ID', `${id}`), data('Title', `S${id}`), ...more, data('SceneContent', text))
const chapter = (order: number, title: string, scenes: readonly number[], ...more: readonly string[]) =>
  element(
    'CHAPTER',
    ...[element('ID', `${order}`), data('Title', title), element('SortOrder', `${order}`), ...more],
    element('Scenes', ...scenes.map((id) => element('ScID', `${id}`))),
  )
const projectOf = (chapters: readonly string[], scenes: readonly string[], ...more: readonly string[]) =>
  `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<YWRITER7>${element('PROJECT', data('Title', '盐路'), data('AuthorName', '林'))}${more.join('')}${element('CHAPTERS', ...chapters)}${element('SCENES', ...scenes)}</YWRITER7>`
const read = async (xml: string) => yWriter.read(Buffer.from(xml), undefined)

test('chapters come in the order of the project, with parts, scenes, marks and the facts of the book', async () => {
  const chapters = [
    chapter(3, 'Low Water', [3]),
    chapter(1, '第一卷 雾', [], element('SectionStart', '-1')),
    chapter(2, '第一章 信', [1, 2]),
  ]
  const scenes = [
    scene(1, '他说[i]走[/i]了，[b]不[/b][s]回[/s]。\r\n\r\n“5 * 3 * 2”'),
    scene(2, '𠮷野家[u]还[/u]开着。/* 查一下 */'),
    scene(3, 'She read [i]Emma.\n“All of it,”[/i] she said.'),
  ]
  const { text, cuts, facts, omissions } = await read(projectOf(chapters, scenes))
  expect({ text, cuts, facts, said: omissions.map(({ sentence }) => sentence.zh) }).toEqual({
    text: '# 第一卷 雾\n\n## 第一章 信\n\n他说*走*了，**不**~~回~~。\n\n\n“5 * 3 * 2”\n\n* * *\n\n𠮷野家还开着。\n\n# Low Water\n\nShe read *Emma.*\n\n*“All of it,”* she said.\n\n',
    cuts: [
      { from: 0, title: '第一章 信', volume: '第一卷 雾' },
      { from: 70, title: 'Low Water', volume: '第一卷 雾' },
    ],
    facts: { title: '盐路', author: '林' },
    said: [
      '3 个场景的工作标题没有导入，场景之间是分隔线。',
      '1 处写给自己看的注释没有导入。',
      '1 处下划线没有导入，字都在。',
    ],
  })
})

test('unused scenes and chapters are left out and said; people, places, synopses and notes come with the text', async () => {
  const chapters = [
    chapter(1, '说明', [1], element('ChapterType', '1')),
    chapter(2, '第一章', [2, 3, 9]),
    chapter(3, 'Old', [4], element('Unused', '-1')),
  ]
  const scenes = [
    scene(1, '说明'),
    scene(2, '正文', data('Desc', '梗概'), data('Notes', '笔记'), element('Status', '4')),
    scene(3, '删了', element('Unused', '-1')),
    scene(4, 'old', element('Status', '1')),
  ]
  const people = element(
    'CHARACTERS',
    element(
      'CHARACTER',
      element('ID', '1'),
      data('Title', '林远'),
      data('AKA', '小林, 林哥'),
      data('Bio', '守塔人'),
      data('Goals', '回家'),
    ),
  )
  const places = element('LOCATIONS', element('LOCATION', element('ID', '1'), data('Title', '雾港')))
  const { text, omissions, material, cuts } = await read(projectOf(chapters, scenes, people, places))
  expect([material, cuts?.map(({ about }) => about)]).toEqual([
    {
      cards: [
        { type: 'character', name: '林远', aliases: ['小林', '林哥'], text: '守塔人\n\n回家' },
        { type: 'location', name: '雾港', aliases: [], text: '' },
      ],
    },
    [{ synopsis: '梗概', notes: [{ at: 7, text: '笔记' }], status: 'revised' }],
  ])
  expect([text, omissions.map(({ sentence }) => sentence.zh)]).toEqual([
    '# 第一章\n\n正文\n\n',
    ['3 篇在原来的程序里不算书稿，没有导入。', '1 个场景的工作标题没有导入，场景之间是分隔线。'],
  ])
})

describe('a file that is no project', () => {
  test.each([
    ['another XML file', '<html><CHAPTER/></html>', 'IMPORT_BROKEN'],
    ['a torn one', '<YWRITER7><CHAPTERS>', 'IMPORT_BROKEN'],
  ])('is refused: %s', async (_, xml, code) => {
    await expect(read(xml)).rejects.toMatchObject({ code })
  })

  test('without a text has none, which the import refuses', async () => {
    expect((await read(projectOf([], []))).text).toBe('')
  })

  test('with ten thousand empty scenes and names of every object comes to an end', async () => {
    const many = Array.from({ length: 10_000 }, (_, id) => scene(id, ''))
    const chapters = [
      chapter(1, 'constructor', [...many.keys()]),
      chapter(2, '二', [1], '<toString>1</toString>'),
    ]
    const { cuts } = await read(projectOf(chapters, [...many, scene(1, '字')]))
    expect(cuts?.length).toBe(2)
  })
})
