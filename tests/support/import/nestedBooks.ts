import { type MadeBook, made, name, run, ten, volumes } from './making.ts'
import { chinese, roman, words } from './prose.ts'

export const nested: readonly MadeBook[] = [
  made(
    'volumes with chapters that restart',
    volumes(
      3,
      5,
      (n) => `第${chinese(n)}卷 ${name(n + 20)}`,
      (n, title) => `第${chinese(n)}章 ${title}`,
    ),
  ),
  made(
    'volumes with chapters that count on',
    volumes(
      3,
      5,
      (n) => `卷${chinese(n)} ${name(n + 20)}`,
      (n, title) => `第${chinese(n)}章 ${title}`,
      false,
    ),
  ),
  made(
    '部 above 回',
    volumes(
      2,
      6,
      (n) => `第${chinese(n)}部`,
      (n, title) => `第${chinese(n)}回 ${title}`,
    ),
  ),
  made(
    '集 above 章',
    volumes(
      3,
      5,
      (n) => `第${chinese(n)}集`,
      (n, title) => `第${chinese(n)}章 ${title}`,
    ),
  ),
  made(
    '卷 above 节',
    volumes(
      3,
      5,
      (n) => `第${chinese(n)}卷 ${name(n + 9)}`,
      (n, title) => `第${chinese(n)}节 ${title}`,
    ),
  ),
  made(
    '卷 above bare numbers',
    volumes(
      3,
      6,
      (n) => `第${chinese(n)}卷 ${name(n + 9)}`,
      (n) => chinese(n),
    ),
  ),
  made(
    'Book above Chapter',
    volumes(
      2,
      5,
      (n) => `BOOK ${roman(n)}`,
      (n) => `CHAPTER ${roman(n)}`,
    ),
    { language: 'en' },
  ),
  made(
    'Part above Chapter that counts on',
    volumes(
      2,
      5,
      (n) => `Part ${words(n)}`,
      (n) => `Chapter ${n}`,
      false,
    ),
    { language: 'en' },
  ),
  made(
    'two levels in one line, 第一集第一章',
    volumes(
      2,
      6,
      (n) => `第${chinese(n)}集`,
      (n, title, v) => `第${chinese(v)}集第${chinese(n)}章 ${title}`,
    ).map((page) => ({ ...page, opens: false })),
  ),
  made(
    'two levels in one line, counting to 第十一册第八十二章',
    volumes(
      11,
      8,
      (n) => `第${chinese(n)}册`,
      (n, title, v) => `第${chinese(v)}册第${chinese(n)}章 ${title}`,
      false,
    ).map((page) => ({ ...page, opens: false, length: 3 })),
  ),
  made(
    'volume and chapter with titles in one line',
    volumes(
      2,
      5,
      (n) => `第${chinese(n)}卷 ${name(n + 20)}`,
      (n, title, v) => `第${chinese(v)}卷 ${name(v + 20)} 第${chinese(n)}章 ${title}`,
    ).map((page) => ({ ...page, opens: false })),
  ),
  made(
    '节 that restart inside 章 belong to the chapter',
    run(5, (n, title) => `第${chinese(n)}章 ${title}`),
    {
      spread: (lines) => [
        '第一节 码头',
        ...lines,
        '第二节 灯塔',
        '　　夜深了，他还没有睡。',
        '第三节 归航',
        '　　天亮了。',
      ],
    },
  ),
  made(
    'bare numbers that restart inside chapters belong to the chapter',
    run(6, (n, title) => `第${chinese(n)}章 ${title}`),
    { spread: (lines) => ['一', ...lines, '二', '　　夜深了，他还没有睡。', '三', '　　天亮了。'] },
  ),
  made('楔子 that opens a volume', [
    { heading: '楔子', volume: '第一卷 雾', opens: true },
    ...ten.slice(0, 4).map((heading) => ({ heading, volume: '第一卷 雾' })),
    { heading: '第五章 盐', volume: '第二卷 港', opens: true },
    ...ten.slice(5).map((heading) => ({ heading, volume: '第二卷 港' })),
  ]),
  made(
    'a volume with a word of its own above the chapter',
    volumes(
      2,
      5,
      (n) => `第${chinese(n)}卷 ${name(n + 20)}`,
      (n, title) => `第${chinese(n)}章 ${title}`,
    ).map((page) => (page.opens ? { ...page, opening: ['　　献给所有不归的人。'] } : page)),
  ),
]
