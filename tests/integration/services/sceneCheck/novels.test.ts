import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readTruth } from '../../../../bench/codex/truth.ts'
import { createBookNames } from '../../../../main/src/services/codex/suggest/index.ts'
import { splitNovel } from '../../../../main/src/services/manuscript/import/split.ts'
import { unnamedIn } from '../../../../main/src/services/sceneCheck/unnamed.ts'

const folders = [process.env.CREONOW_NOVELS, resolve(import.meta.dirname, '../../../../../shared/novels')]
const folder = folders.find((each) => each && existsSync(each)) ?? ''
const books = ['三国演义', '红楼梦', '儒林外史', 'bleak-house', 'crime-and-punishment'].filter((book) =>
  existsSync(join(folder, `${book}.txt`)),
)
const scenesOfBook = 6
const pageUnits = 2500

/** Titles that have no part of a name: with them it is 223 of 248. */
const titles = new Set('先主 后主 老太太 老祖宗 大太太 贵妃 军师 太师 皇叔 小姐'.split(' '))

/** Fractions from a seed, evenly spread: the golden ratio. */
const fraction = (at: number) => (29.5 + at * 0.618_033_988_75) % 1

it.runIf(books.length === 5)(
  'of thirty scenes of five novels without cards, nine in ten people and places on the page are listed',
  () => {
    let [named, listed] = [0, 0]
    const missed: string[] = []
    for (const [number, book] of books.entries()) {
      const text = readFileSync(join(folder, `${book}.txt`), 'utf8')
      const chapters = splitNovel(text).parts.filter(({ kind }) => kind === 'chapter')
      const names = createBookNames()
      names.update(chapters.map(({ from, to }, at) => ({ documentId: `c${at}`, text: text.slice(from, to) })))
      const suggestions = names.find([]).map(({ aliases, ...name }) => ({ ...name, aliases: [...aliases] }))
      const truth = (readTruth().get(book) ?? []).filter(
        ({ kind }) => kind === 'character' || kind === 'location',
      )
      // 太太 and 丞相 are several people's: who is called only that is not named here.
      const isShared = (name: string) => truth.filter(({ names: all }) => all.includes(name)).length > 1
      const people = truth.map(({ names: all }) => ({
        names: all.filter((name) => !isShared(name) && !titles.has(name)),
      }))
      for (let scene = 0; scene < scenesOfBook; scene += 1) {
        const at = Math.floor(fraction(number * scenesOfBook + scene) * (text.length - pageUnits))
        const page = text.slice(at, at + pageUnits)
        const found = unnamedIn(page, [], suggestions).flatMap(({ text: main, aliases }) => [
          main,
          ...aliases,
        ])
        const here = people.filter(({ names: all }) => all.some((name) => isIn(page, name)))
        for (const { names: all } of here) {
          named += 1
          if (
            all.some((name) =>
              found.some((each) => each === name || each.endsWith(name) || name.endsWith(each)),
            )
          )
            listed += 1
          else missed.push(`${book} ${all[0]}`)
        }
      }
    }
    if (process.env.CREONOW_FINDINGS !== undefined) console.log(listed, named, missed.join(', '))
    expect(named).toBeGreaterThan(100)
    expect(listed / named).toBeGreaterThanOrEqual(0.9)
  },
  300_000,
)

const isIn = (page: string, name: string) =>
  /[a-z]/i.test(name) ? new RegExp(`\\b${name.replaceAll('.', '\\.')}\\b`).test(page) : page.includes(name)
