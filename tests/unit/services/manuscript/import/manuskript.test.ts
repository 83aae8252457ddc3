import { expect, test } from 'vitest'
import { formatOf, readTree } from '../../../../../main/src/services/manuscript/import/formats.ts'
import { zipOf } from '../../../../support/officeFiles.ts'

const note = (fields: Readonly<Record<string, string>>, text = '') =>
  `${Object.entries(fields)
    .map(([key, value]) => `${`${key}:`.padEnd(16)}${value}\n`)
    .join('')}\n\n${text}`

const files: Readonly<Record<string, string>> = {
  MANUSKRIPT: '1',
  'infos.txt': 'Title:          盐路\nAuthor:         林\n',
  'outline/0-One/folder.txt': note({ title: '第一卷 雾', type: 'folder', compile: '2' }),
  'outline/0-One/0-A/folder.txt': note({ title: '第一章 信', POV: '0', summarySentence: '来信' }),
  'outline/0-One/0-A/10-Ten.md': note({ title: 'Ten', type: 'md' }, 'She *left*.'),
  'outline/0-One/0-A/9-Nine.md': note(
    { title: '九', notes: '一\n                二', status: '1', label: '2' },
    '他走了。\n\n𠮷野家。\n',
  ),
  'outline/0-One/0-A/11-Out.md': note({ title: '不要', compile: '0' }, '不要'),
  'outline/1-Epilogue.md': note({ title: 'Epilogue' }, 'The end: it came.'),
  'status.txt': 'TODO\n待校\n',
  'labels.txt': 'Idea:           #ffff00\n林远线:         #00ff00\n',
  'characters/0-Peter.txt': note({ Name: 'Peter', ID: '0', Goal: 'Home', Notes: 'tall' }),
  'world.opml':
    '<opml><body><outline name="Coast"><outline name="Harbour" type="town" description="Cold."/></outline></body></opml>',
  'plots.xml': '<root/>',
  'summary.txt': note({ Situation: 'a', Sentence: 'A keeper comes home.' }),
}

const expected = {
  text: '# 第一卷 雾\n\n## 第一章 信\n\n他走了。\n\n𠮷野家。\n\n* * *\n\nShe *left*.\n\n# Epilogue\n\nThe end: it came.\n\n',
  cuts: [
    {
      ...{ from: 0, title: '第一章 信', volume: '第一卷 雾' },
      about: { synopsis: '来信', notes: [{ at: 19, text: '一\n二' }], status: 'idea', label: '林远线' },
    },
    { from: 52, title: 'Epilogue', volume: undefined },
  ],
  facts: { title: '盐路', author: '林' },
  said: [
    '1 篇在原来的程序里不算书稿，没有导入。',
    '2 个场景的工作标题没有导入，场景之间是分隔线。',
    '1 个别的文件没有导入：plots.xml',
    '1 个标签、状态或关键词没有导入。',
  ],
  material: {
    synopsis: 'A keeper comes home.',
    cards: [
      { type: 'character', name: 'Peter', aliases: [], text: '**Goal:** Home\n\n**Notes:** tall' },
      { type: 'location', name: 'Harbour', aliases: [], text: 'town\n\nCold.' },
    ],
  },
}

test('a project comes in the order of its numbers, as a folder and packed, with people, places, synopses and notes', async () => {
  const tree = {
    names: new Set(Object.keys(files)),
    read: async (name: string) => Buffer.from(files[name] ?? ''),
  }
  for (const { text, cuts, facts, material, omissions } of [
    await readTree(tree),
    await formatOf('a.msk').read(zipOf(files), undefined),
  ])
    expect({ text, cuts, facts, material, said: omissions.map(({ sentence }) => sentence.zh) }).toEqual(
      expected,
    )
})

test('a project without a text is refused, and so is the file that only stands beside its folder', async () => {
  for (const bytes of [zipOf({ MANUSKRIPT: '1' }), Buffer.from('1')])
    await expect(formatOf('a.msk').read(bytes, undefined)).rejects.toMatchObject({ code: 'IMPORT_BROKEN' })
})
