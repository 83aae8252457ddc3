import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTruth } from '../codex/truth.ts'
import { peopleOfRedChamber, peopleOfThreeKingdoms } from '../corpus/people.ts'
import { createRandom } from '../measuring.ts'
import { type BookLanguage, bookLanguages } from './bookLanguage.ts'

/** A book as files, and what its author is going to write. */
export interface CacheBook {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly unwritten: string
  readonly language: BookLanguage
}

/** Share of the book that is written already. */
const written = 0.4

/**
 * The books of a run: the invented one and, where there are novels, those of `names`, of which the entries of their
 * people are known (`../codex/truth.ts`).
 */
export function booksOf(novels: string | undefined, names: readonly string[] = chinese): CacheBook[] {
  if (novels === undefined) return [inventedBook()]
  return names.map((name) => {
    if (name === invented) return inventedBook()
    return bookOf(name, readFileSync(join(novels, `${name}.txt`), 'utf8'), peopleOf(name))
  })
}

const invented = 'generated'
/** What tasks and conversations are asked about: their questions are in Chinese. */
const chinese = ['三国演义', '红楼梦', invented]
/** What a session of writing is played in. */
export const writingBooks = [...chinese, 'bleak-house']

function peopleOf(book: string): string[] {
  if (book === '三国演义') return peopleOfThreeKingdoms.trim().split(/\s+/)
  if (book === '红楼梦') return peopleOfRedChamber.trim().split(/\s+/)
  const entries = readTruth().get(book)
  if (entries === undefined) throw new Error(`no list of the people of ${book}`)
  return entries.filter(({ kind }) => kind === 'character').map(({ names }) => names.join('/'))
}

function bookOf(name: string, raw: string, people: readonly string[]): CacheBook {
  const text = raw
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n\s*\n/g, '\n')
  const language = /^Chapter /m.test(text) ? bookLanguages.en : bookLanguages.zh
  const chapters = text.split(language.headings).filter((part) => part.length > 1000)
  const until = Math.floor(chapters.length * written)
  const files: Record<string, string> = {
    '.creonow/project.json': JSON.stringify({
      ...{ id: 'cache-bench', name, language: language.code, genre: language.genre },
    }),
    '.creonow/rules/style.md': language.style,
    '.creonow/rules/constraints.json': JSON.stringify({ version: 2, items: constraintsOf(language) }),
    '.creonow/settings/世界.md': `${text.slice(0, 600)}\n`,
  }
  for (const [at, chapter] of chapters.slice(0, until).entries()) {
    const number = String(at + 1).padStart(3, '0')
    files[`manuscript/${number}-回.md`] = chapter
    files[`.creonow/synopses/${number}-回.json`] = JSON.stringify({
      documentHash: '0',
      text: chapter.slice(0, 300),
      source: 'author',
    })
  }
  for (const [at, line] of people.entries()) {
    const [called = '', ...aliases] = line.split('/')
    const first = Math.max(0, text.indexOf(called))
    files[`.creonow/characters/${String(at).padStart(3, '0')}-${called}.md`] =
      `---\nid: e${at}\nname: ${called}\naliases: [${aliases.join(', ')}]\ntype: character\naiContextLevel: when_detected\n---\n${text.slice(first, first + 150 + ((at * 97) % 500))}\n`
  }
  const unwritten = chapters
    .slice(until)
    .map((chapter) => chapter.slice(chapter.indexOf('\n') + 1))
    .join('')
  return { name, files, unwritten, language }
}

const constraintsOf = (language: BookLanguage) =>
  Array.from({ length: 12 }, (_, at) => ({
    id: `c${at}`,
    text: language.constraint(at),
    kind: 'plot',
    priority: at,
    updatedAt: '2026-01-01T00:00:00.000Z',
  }))

const surnames = '林许陈沈周顾苏陆方江秦何宋韩曹魏'
const given = '远棠舟砚青禾白石川雁宁渡'
const places = ['东礁', '旧仓', '灯塔', '码头', '石阶', '盐田', '祠堂', '渡口', '集市', '后院']
const things = ['铜哨', '账本', '油灯', '木匣', '渔网', '信', '钥匙', '罗盘', '药罐', '船票']
const acts = ['放下', '找到', '藏起', '数着', '递过', '看着', '修好', '丢了', '问起', '提着']

/** Scenes of a few people each, who come back: names, places and things are drawn scene by scene. */
function inventedBook(): CacheBook {
  const random = createRandom(20_261_122)
  const one = <T>(some: ArrayLike<T>) => some[Math.floor(random() * some.length)] as T // not empty
  const people = Array.from(
    { length: 60 },
    (_, at) => `${one(surnames)}${given[at % given.length]}${one(given)}`,
  )
  const lines: string[] = []
  let length = 0
  while (length < 400_000) {
    const cast = Array.from({ length: 4 }, () => one(people))
    const place = one(places)
    const thing = one(things)
    for (let paragraph = 0; paragraph < 14; paragraph++) {
      let line = '　　'
      for (let sentence = 0; sentence < 5; sentence++)
        line += `${one(cast)}在${random() < 0.7 ? place : one(places)}${one(acts)}${random() < 0.6 ? thing : one(things)}，${one(cast)}${one(acts)}${one(things)}。`
      lines.push(line)
      length += line.length + 1
    }
  }
  const perChapter = 40
  const chapters = Array.from(
    { length: Math.floor(lines.length / perChapter) },
    (_, at) => `第${at + 1}回\n${lines.slice(at * perChapter, (at + 1) * perChapter).join('\n')}\n`,
  )
  return bookOf(invented, chapters.join(''), people)
}
