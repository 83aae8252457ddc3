import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const surnames = '赵钱孙李周吴郑王冯陈'
const firstCharacters = '文子伯景云明德守怀知'
const secondCharacters = '山牧川舟衡远桐溪岳松梁晏'
const places = '青石 白沙 乌木 红枫 寒泉 断桥 落霞 望潮 听松 古槐 铁牛 金鸡 双塔 石门 柳荫'.split(' ')
const placeEnds = '镇城山寺'

/** 120 people, each with a given name that nobody else has. */
const people = Array.from({ length: firstCharacters.length * secondCharacters.length }, (_, at) => {
  const first = firstCharacters.charAt(at % firstCharacters.length)
  const second = secondCharacters.charAt(Math.floor(at / firstCharacters.length))
  return {
    full: `${surnames.charAt((at * 7) % surnames.length)}${first}${second}`,
    given: `${first}${second}`,
  }
})
const placeNames = places.flatMap((place) => [...placeEnds].map((end) => `${place}${end}`))

function sceneOf(at: number): string {
  const { full, given } = people[at % people.length] ?? { full: '', given: '' }
  const place = placeNames[at % placeNames.length] ?? ''
  return [
    `“走。”${full}说。${full}提灯，众人看${full}。`,
    `${given}笑道：“好。”${given}转过身，${given}的伞湿了。`,
    `天黑以前，船到了${place}。他们在${place}歇了一夜，${place}的雨还没有停。`,
  ].join('\n\n')
}

/** Every name that the book has, of people and of places. */
export const crowdedNames: ReadonlySet<string> = new Set([
  ...people.flatMap(({ full, given }) => [full, given]),
  ...placeNames,
])

const chapterOf = (at: number) =>
  `第${at + 1}章 渡口\n\n${[0, 1, 2].map((part) => sceneOf(at * 3 + part)).join('\n\n')}\n`

/** A book of so many chapters with 120 people and 60 places in one text. */
export const crowdedText = (chapters: number): string =>
  Array.from({ length: chapters }, (_, at) => chapterOf(at)).join('\n')

/** Writes the same as a project without a codex. */
export async function writeCrowdedBook(folder: string, chapters: number): Promise<void> {
  await mkdir(join(folder, 'manuscript'), { recursive: true })
  await mkdir(join(folder, '.creonow'), { recursive: true })
  await writeFile(
    join(folder, '.creonow/project.json'),
    JSON.stringify({ id: 'crowded-book', name: '百家', language: 'zh' }),
  )
  const files = Array.from({ length: chapters }, (_, at) => {
    const number = String(at + 1).padStart(3, '0')
    return writeFile(join(folder, 'manuscript', `${number}-渡口.md`), chapterOf(at))
  })
  await Promise.all(files)
}
