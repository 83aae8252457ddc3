import { blankBetween, type MadeBook, made, run, ten, volumes } from './making.ts'
import { chinese, roman, words } from './prose.ts'

export const units: readonly MadeBook[] = [...'章回节卷部集册篇幕话折'].map((unit) =>
  made(
    `第N${unit} with a title`,
    run(9, (n, title) => `第${chinese(n)}${unit} ${title}`),
  ),
)

export const families: readonly MadeBook[] = [
  made(
    '第N章 without a title',
    run(12, (n) => `第${chinese(n)}章`),
    { gap: '' },
  ),
  made(
    'figures, full width and padded',
    run(11, (n, title) => (n % 2 ? `第${n}章　${title}` : `第${String(n).padStart(3, '0')}章　${title}`)),
  ),
  made(
    'no space before the title',
    run(9, (n, title) => `第${chinese(n)}章${title}`),
  ),
  made('titles that ask, exclaim and hold commas', [
    '第一章 你是谁？',
    '第二章 我回来了！',
    '第三章 风起，云涌',
    '第四章 他……',
    '第五章 走，去看海！',
    '第六章 盐。',
    '第七章 雪',
  ]),
  made(
    'indented headings between indented paragraphs',
    run(8, (n, title) => `　　第${chinese(n)}章 ${title}`),
  ),
  made(
    'headings in brackets',
    run(8, (n, title) => `【第${chinese(n)}章】${title}`),
  ),
  made(
    '正文 before the chapter',
    run(8, (n, title) => `正文 第${chinese(n)}章 ${title}`),
  ),
  made(
    'traditional units',
    run(8, (n, title) => `第${n}話 ${title}`),
  ),
  made(
    'bare Chinese numbers with titles',
    run(10, (n, title) => `${chinese(n)}　${title}`),
  ),
  made(
    'bare Chinese numbers alone',
    run(12, (n) => chinese(n)),
    { gap: '' },
  ),
  made(
    'bare padded figures',
    run(12, (n) => String(n).padStart(2, '0')),
    { spread: blankBetween },
  ),
  made(
    'bare figures with a full stop and a title',
    run(12, (n, title) => `${n}.${title}`),
  ),
  made(
    'bare figures alone',
    run(20, (n) => String(n)),
    { gap: '' },
  ),
  made(
    'numbers with 、',
    run(10, (n, title) => `${chinese(n)}、${title}`),
  ),
  made(
    'numbers in brackets',
    run(10, (n, title) => `（${chinese(n)}）${title}`),
  ),
  made('Roman numerals alone', run(12, roman), { language: 'en', gap: '' }),
  made(
    '☆、 in front of every title',
    run(10, (_, title) => `☆、${title}`),
  ),
  made(
    '☆、 and a chapter number',
    run(10, (n, title) => `☆、第${chinese(n)}章 ${title}`),
  ),
  made(
    '◆ before titles',
    run(8, (_, title) => `◆ ${title}`),
  ),
  made(
    'titles in 【】',
    run(8, (_, title) => `【${title}】`),
  ),
  made(
    '幕 with a colon',
    run(5, (n, title) => `第${chinese(n)}幕：${title}`),
  ),
  made(
    'Chapter in figures',
    run(9, (n) => `Chapter ${n}`),
    { language: 'en' },
  ),
  made(
    'Chapter in words',
    run(14, (n) => `Chapter ${words(n)[0]?.toUpperCase()}${words(n).slice(1)}`),
    { language: 'en' },
  ),
  made(
    'CHAPTER in Roman numerals with full stop',
    run(14, (n) => `CHAPTER ${roman(n)}.`),
    { language: 'en' },
  ),
  made(
    'CHAPTER with a title that ends in a full stop',
    [
      'CHAPTER 1. Loomings.',
      'CHAPTER 2. The Carpet-Bag.',
      'CHAPTER 3. The Spouter-Inn.',
      'CHAPTER 4. The Counterpane.',
      'CHAPTER 5. Breakfast.',
    ],
    { language: 'en' },
  ),
  made(
    'lower case titles',
    run(6, (n) => `chapter ${words(n)}: the fog`),
    { language: 'en' },
  ),
  made(
    'letters',
    run(4, (n) => `LETTER ${roman(n)}`),
    { language: 'en' },
  ),
  made(
    'scenes',
    run(6, (n) => `Scene ${n}`),
    { language: 'en' },
  ),
  made(
    'Markdown headings',
    run(7, (_, title) => `# ${title}`),
    { fileName: '书.md' },
  ),
  made(
    'Markdown second level below one title',
    run(7, (_, title) => `## ${title}`),
    { fileName: '书.md', front: ['# 雾港来信', '', '某某 著', ''] },
  ),
  made(
    'Markdown volumes and chapters',
    volumes(
      3,
      4,
      (n) => `# 卷${chinese(n)}`,
      (_, title) => `## ${title}`,
    ),
    { fileName: '书.md' },
  ),
  made(
    'Markdown with scenes below the chapters',
    run(5, (n, title) => `# 第${chinese(n)}章 ${title}`),
    { fileName: '书.md', spread: (lines) => ['## 码头', ...lines, '## 灯塔', '　　夜深了。'] },
  ),
]

export const special: readonly MadeBook[] = [
  made('楔子, 番外, 尾声 and 后记 among chapters', [
    '楔子',
    ...ten.slice(0, 4),
    '番外 旧事',
    ...ten.slice(4),
    '尾声',
    '后记',
  ]),
  made('序 and 引子', ['序', '引子', ...ten]),
  made('numbered side stories', [...ten, '番外一 长街', '番外二 冬夜']),
  made('prologue and epilogue', ['PROLOGUE', ...run(6, (n) => `CHAPTER ${n}`), 'Epilogue'], {
    language: 'en',
  }),
]
