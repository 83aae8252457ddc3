import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readTruth } from '../../../../bench/codex/truth.ts'
import type { CodexEntry } from '../../../../main/src/contract/codex.ts'
import { createFold } from '../../../../main/src/services/codex/fold.ts'
import { findMentions } from '../../../../main/src/services/codex/mentions.ts'
import { buildNameIndex } from '../../../../main/src/services/codex/nameIndex.ts'
import { readChapter } from '../../../../main/src/services/continuity/chapterText.ts'
import { checkContinuity } from '../../../../main/src/services/continuity/continuity.ts'
import { splitNovel } from '../../../../main/src/services/manuscript/import/split.ts'
import { type NovelFacts, novelFacts } from '../../../fixtures/continuity/novelFacts.ts'
import { entryOf, plantedBooks } from '../../../fixtures/continuity/planted.ts'

const folders = [process.env.CREONOW_NOVELS, resolve(import.meta.dirname, '../../../../../shared/novels')]
const folder = folders.find((each) => each && existsSync(each)) ?? ''
/** Set to the names of findings to look at them. */
const isShown = process.env.CREONOW_FINDINGS !== undefined

const pathOf = (number: number) => `c${number}`

/** The cast of a novel as cards, with what is true of them. */
function cardsOf({ book, language, deaths, owners, ties, bodies }: NovelFacts): CodexEntry[] {
  const cast = readTruth().get(book) ?? []
  const idOf = (name: string) => cast.findIndex(({ names }) => names.includes(name))
  return cast.map(({ kind, names }, at): CodexEntry => {
    const [name = '', ...aliases] = names
    const death = deaths[name]
    const owner = owners[name]
    return entryOf({
      ...{ id: `e${at}`, name, aliases, type: kind, body: bodies[name] ?? '' },
      relations: ties.flatMap(([one, other, kindOf]) =>
        one === name && idOf(other) >= 0 ? [{ to: `e${idOf(other)}`, kind: kindOf }] : [],
      ),
      progressions: [
        ...(death === undefined
          ? []
          : [{ from: pathOf(death), text: '', state: language === 'zh' ? '已死' : 'dead' }]),
        ...(owner === undefined
          ? []
          : [{ from: pathOf(owner[0]), text: '', field: 'owner', value: owner[1] }]),
      ],
    })
  })
}

/** A random number between 0 and 1 from a seed: mulberry32. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const readNovel = (book: string) => {
  const text = readFileSync(join(folder, `${book}.txt`), 'utf8')
  return splitNovel(text)
    .parts.filter(({ kind }) => kind === 'chapter')
    .map(({ from, to }) => text.slice(from, to))
}

const novels = novelFacts.filter(({ book }) => existsSync(join(folder, `${book}.txt`)))

it.runIf(novels.length > 0)(
  'rules list at most one contradiction in ten chapters of five novels that have none',
  () => {
    let [checked, milliseconds] = [0, 0]
    const listed: string[] = []
    for (const facts of novels) {
      const chapters = readNovel(facts.book)
      const entries = cardsOf(facts)
      const index = buildNameIndex(entries, createFold())
      const order = new Map(chapters.map((_, at) => [pathOf(at + 1), at]))
      for (const [position, text] of chapters.entries()) {
        const mentions = findMentions(text, index).map(({ entry, key, from, to, confidence }) => ({
          ...{ entityId: entry.id, name: entry.name, key, from, to, confidence },
        }))
        const start = performance.now()
        const chapter = readChapter(text, facts.language, mentions)
        const findings = checkContinuity({ chapter, entries, order, position, overdue: [] })
        milliseconds += performance.now() - start
        checked += 1
        for (const { rule, sentence, other } of findings)
          listed.push([facts.book, position + 1, rule, sentence.text, other.text].join(' | '))
      }
    }
    if (isShown) console.log(`${listed.join('\n')}\n${milliseconds / checked} ms a chapter`)
    expect(checked).toBeGreaterThan(300)
    expect(listed.length / checked).toBeLessThanOrEqual(0.1)
  },
  600_000,
)

it.runIf(novels.length > 0)(
  'rules find twelve of fourteen contradictions planted in chapters of each novel',
  () => {
    const random = seeded(29)
    const counts = novels.map((facts) => {
      const chapters = readNovel(facts.book)
      const book = plantedBooks.find(({ language }) => language === facts.language)
      if (!book) return 0
      const entries = [...cardsOf(facts), ...book.entries]
      const index = buildNameIndex(entries, createFold())
      // The planted cards count their own chapters from 1.
      const order = new Map([1, 2, 3, 4, 5, 6].map((number) => [`manuscript/00${number}.md`, number - 1]))
      return book.planted.filter(({ rule, text, against = '' }) => {
        const chapter = chapters[Math.floor(random() * chapters.length)] ?? ''
        const lines = chapter.split('\n')
        const at = 1 + Math.floor(random() * (lines.length - 1))
        // A misspelt name stands beside the right one, a date beside another.
        const own = book.chapter.split('\n\n').filter((line) => /顾伯庸|Silas|三月五日|March 5/.test(line))
        const beside = rule === 'name' || rule === 'weekday' ? own : []
        const planted = [...lines.slice(0, at), '', ...beside, '', text, '', ...lines.slice(at)].join('\n')
        const mentions = findMentions(planted, index).map(({ entry, key, from, to, confidence }) => ({
          ...{ entityId: entry.id, name: entry.name, key, from, to, confidence },
        }))
        const findings = checkContinuity({
          ...{
            chapter: readChapter(planted, facts.language, mentions),
            entries,
            order,
            position: 4,
            overdue: [],
          },
        })
        const isFound = findings.some(
          (each) =>
            each.rule === rule && text.includes(each.sentence.text) && each.other.text.includes(against),
        )
        if (isShown && !isFound) console.log(`${facts.book} misses ${rule}`)
        return isFound
      }).length
    })
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(12)
  },
  600_000,
)
