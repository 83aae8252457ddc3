import type { CacheBook } from '../../bench/cache/book.ts'
import { bookLanguages } from '../../bench/cache/bookLanguage.ts'
import type { Step } from '../../bench/cache/script.ts'

const names = ['林远', '许三娘', '阿秀', '老陈', '顾青', '周砚']
const places = ['东礁', '旧仓', '灯塔', '码头', '盐田', '祠堂']
const line = (at: number) => {
  const [who, other] = [names[(at * 5) % 6], names[(at * 7 + 2) % 6]]
  return `　　${who}在${places[at % 6]}放下第${at}封信，${other}提着油灯走过石阶，谁也没有先开口。`
}
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${line(from + at)}\n`).join('')
/** A small book whose author has more to write. */
export const growingBook: CacheBook = {
  name: 'small',
  files: {
    '.creonow/project.json': JSON.stringify({ id: 'small', name: '雾港', language: 'zh' }),
    ...Object.fromEntries(
      names.map((name, at) => [
        `.creonow/characters/${name}.md`,
        `---\nid: e${at}\nname: ${name}\naliases: []\ntype: character\naiContextLevel: when_detected\n---\n${name}住在${places[at]}。\n`,
      ]),
    ),
    ...Object.fromEntries(
      [1, 2, 3].map((chapter) => [`manuscript/00${chapter}-章.md`, lines(chapter * 100, chapter * 100 + 60)]),
    ),
  },
  unwritten: lines(500, 700),
  language: bookLanguages.zh,
}
/** Nine continuations, with a rule added before the seventh. */
export const growingScript: readonly Step[] = (
  [
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'constraint',
    undefined,
    undefined,
  ] as const
).map((event) => ({ event, at: 0.5 }))
