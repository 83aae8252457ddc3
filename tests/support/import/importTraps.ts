import { blankBetween, type MadeBook, made, name, run, ten, volumes, withAfter } from './making.ts'
import { chance, chinese, prose, roman } from './prose.ts'

const contents = (lines: readonly string[], title = '目录') => ['《雾港》', '', title, ...lines, '']
const numbered = (headings: readonly string[]) =>
  headings.map((heading, index) => `${heading}……${index * 13 + 1}`)

export const traps: readonly MadeBook[] = [
  made(
    'end marks 第三章完',
    withAfter(ten, (index) => [`第${chinese(index + 1)}章完`]),
  ),
  made(
    'end marks in brackets',
    withAfter(ten, (index) => [`（第${chinese(index + 1)}章 完）`]),
  ),
  made(
    'an end mark of the volume',
    volumes(
      2,
      5,
      (n) => `第${chinese(n)}卷`,
      (n, title) => `第${chinese(n)}章 ${title}`,
    ).map((page, index) =>
      index % 5 === 4 ? { ...page, after: [`（第${chinese(index < 5 ? 1 : 2)}卷完）`] } : page,
    ),
  ),
  made(
    '（本章完） and 全书完',
    withAfter(ten, (index) => (index === 9 ? ['（全书完）'] : ['（本章完）'])),
  ),
  made(
    'end of chapter',
    withAfter(
      run(6, (n) => `Chapter ${n}`),
      (index) => [`END OF CHAPTER ${index + 1}`],
    ),
    { language: 'en' },
  ),
  made('a table of contents', ten, { front: contents(ten), doubts: ['contents'] }),
  made('a table of contents with page numbers', ten, {
    front: contents(numbered(ten)),
    doubts: ['contents'],
  }),
  made('a table of contents with text between', ten, {
    front: contents(ten.flatMap((heading) => [heading, '　　这一章说雾起时的旧事。'])),
    doubts: ['contents'],
  }),
  made('a table of contents without a word above it', ten, {
    front: ['《雾港》', ...ten, '', ''],
    doubts: ['contents'],
  }),
  made(
    'a table of contents of a book with volumes',
    volumes(
      2,
      5,
      (n) => `第${chinese(n)}卷 ${name(n + 20)}`,
      (n, title) => `第${chinese(n)}章 ${title}`,
    ),
    {
      front: contents(
        volumes(
          2,
          5,
          (n) => `第${chinese(n)}卷 ${name(n + 20)}`,
          (n, title) => `第${chinese(n)}章 ${title}`,
        ).flatMap((page) => (page.opens ? [page.volume ?? '', page.heading] : [page.heading])),
      ),
      doubts: ['contents'],
    },
  ),
  made(
    'a table of bare numbers',
    run(10, (n, title) => `${chinese(n)}　${title}`),
    { front: contents(run(10, (n, title) => `${chinese(n)}　${title}`)), doubts: ['contents'] },
  ),
  made(
    'an English table of contents',
    run(8, (n) => `CHAPTER ${roman(n)}. The Fog.`),
    {
      language: 'en',
      front: contents(
        run(8, (n) => `CHAPTER ${roman(n)}. The Fog. ${n * 9}`),
        'CONTENTS',
      ),
      doubts: ['contents'],
    },
  ),
  made(
    'page heads that repeat the chapter',
    run(8, (n, title) => `第${chinese(n)}章 ${title}`),
    { expected: run(8, (n, title) => `第${chinese(n)}章 ${title}`) },
  ),
  made(
    'prose that begins like a heading',
    withAfter(ten, (index) =>
      index === 2
        ? [
            '　　第三节比赛结束的时候，全场都站了起来。',
            '　　第二部分的人都走了，第五章里说的那件事也没有人再提。',
          ]
        : index === 5
          ? ['第八回合开始的时候他已经站不住了', '第三部电影散场']
          : [],
    ),
  ),
  made(
    'a slip of the pen, 第一百三一章',
    run(9, (n, title) => (n === 131 ? `第一百三一章 ${title}` : `第${chinese(n)}章 ${title}`), 127),
    { doubts: ['gap'] },
  ),
  made(
    'a number that is wrong',
    ten.map((heading, index) => (index === 4 ? '第二章 错号' : heading)),
    { doubts: ['repeat'] },
  ),
  made(
    'a number that nobody can read',
    ten.map((heading, index) => (index === 4 ? '第十几十章 错号' : heading)),
    { doubts: ['number'] },
  ),
  made(
    'one heading with another unit',
    ten.map((heading, index) => (index === 4 ? heading.replace('章', '回') : heading)),
  ),
  made('a gap', [...ten.slice(0, 3), ...ten.slice(5)], { doubts: ['gap'] }),
  made('a repeated number with another title', [...ten.slice(0, 4), '第四章 又一个', ...ten.slice(4)], {
    doubts: ['repeat'],
  }),
  made(
    'a repeat with the same title is body text',
    withAfter(ten, (index) => (index === 3 ? [ten[3] ?? '', '　　他又念了一遍。'] : [])),
    { doubts: ['repeat'] },
  ),
  made(
    'one heading without a space',
    ten.map((heading, index) => (index === 6 ? heading.replace(' ', '') : heading)),
  ),
  made(
    'a title over sixty characters',
    ten.map((heading, index) => (index === 6 ? `第七章 ${'很长很长的一个名字'.repeat(9)}` : heading)),
  ),
  made('CRLF', ten, { eol: '\r\n' }),
  made('CR only', ten, { eol: '\r' }),
  made('blank lines between all paragraphs', ten, { spread: blankBetween, gap: '' }),
  made(
    'chapters of very different length',
    ten.map((heading, index) => ({ heading, length: index === 4 ? 400 : 4 + index })),
    { doubts: ['leftover'] },
  ),
  made(
    'a later part of a book',
    run(6, (n, title) => `第${chinese(n)}章 ${title}`, 51),
    { doubts: ['gap'] },
  ),
  made(
    'restart without volume lines',
    [...run(4, (n) => `第${chinese(n)}章`), ...run(4, (n) => `第${chinese(n)}章`)],
    { doubts: ['repeat'] },
  ),
  made('numbers beyond a hundred in both ways', [
    '第九十九回 甲',
    '第一百回 乙',
    '第一零一回 丙',
    '第一百零二回 丁',
    '第一〇三回 戊',
    '第一百四回 己',
  ]),
  made('廿 and 卅', ['第十九章 甲', '第廿章 乙', '第廿一章 丙', '第廿二章 丁', '第廿三章 戊'], {
    doubts: ['gap'],
  }),
  made('a text without headings stays in one piece', [], {
    front: prose(30, chance(5)),
    expected: ['书'],
    doubts: ['onePiece'],
  }),
  made('lists in the prose are no chapters', [], {
    front: [...prose(20, chance(6)), '1.不许出门', '2.不许点灯', '3.不许说话', ...prose(20, chance(7))],
    expected: ['书'],
    doubts: ['onePiece'],
  }),
  made('years and page numbers are no chapters', ten, {
    spread: (lines) => lines.flatMap((line, index) => (index % 3 === 1 ? [line, `${index + 20}`] : [line])),
  }),
]
