import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chinesePairs, englishPairs } from '../../../bench/renaming/pairs.ts'
import { plantNames } from '../../../bench/renaming/planting.ts'

const root = resolve(import.meta.dirname, '../../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const dense = (text: string) => text.replace(/\s/g, '')

interface BookOfQuestions {
  readonly book: string
  readonly questions: readonly { question: string; class: string; answers: string[]; ofAnother?: string[] }[]
}

function textOf(book: string): string | undefined {
  if (book === '雾港来信')
    return globSync(['**/*.{md,json}', '.creonow/**/*.{md,json}'], { cwd: join(root, 'samples', book) })
      .map((path) => readFileSync(join(root, 'samples', book, path), 'utf8'))
      .join('\n')
  const folders = [process.env.CREONOW_NOVELS, resolve(root, '../shared/novels')]
  const file = folders.flatMap((folder) => (folder ? [join(folder, `${book}.txt`)] : [])).find(existsSync)
  return file === undefined ? undefined : readFileSync(file, 'utf8')
}

describe('the lists made by hand', () => {
  it('answer every question about a book with its own sentences (shape alone where the novel is absent)', () => {
    const books: BookOfQuestions[] = [
      readJson('tests/fixtures/factLookup/sample.json'),
      readJson('bench/factLookup/redChamber.json'),
      readJson('bench/factLookup/bleakHouse.json'),
    ]
    const wrong = books.flatMap(({ book, questions }) => {
      const text = textOf(book)
      const corpus = text === undefined ? undefined : dense(text)
      return questions.filter(
        ({ class: kind, answers, ofAnother = [] }) =>
          (answers.length === 0) !== ['unknown', 'wrongSubject'].includes(kind) ||
          [...answers, ...ofAnother].some((it) => corpus !== undefined && !corpus.includes(dense(it))),
      )
    })
    expect(wrong).toEqual([])
    expect(books.map(({ questions }) => questions.length)).toEqual([32, 32, 29])
  })

  it('quote what breaks a rule from the text itself, and half of the texts break one', () => {
    const texts: [string, ...string[]][] = ['chinese', 'english'].flatMap((file) =>
      readJson(`bench/judging/${file}.json`).flatMap(({ texts: all }: { texts: [] }) => all),
    )
    expect(texts.filter(([text, ...broken]) => broken.some((part) => !text.includes(part)))).toEqual([])
    expect([texts.length, texts.filter(({ length }) => length > 1).length]).toEqual([172, 90])
  })

  it('mark every planted name where it stands', () => {
    const chapters = ['第一章\n\n雾起了。\n\n灯灭了。\n', '第二章\n\n潮退了。\n']
    const pairs = [...chinesePairs, ...englishPairs]
    const wrong = pairs.filter((pair) => {
      const { texts, planted } = plantNames(chapters, pair, { count: 30, isChinese: true, seed: 7 })
      return (
        planted.length !== 60 ||
        !planted.every(({ chapter, from, isShort }) => {
          const text = texts[chapter] ?? ''
          return isShort
            ? text.startsWith(pair.short, from) && !text.startsWith(pair.long, from)
            : text.startsWith(pair.long, from)
        })
      )
    })
    expect({ pairs: pairs.length, wrong }).toEqual({ pairs: 21, wrong: [] })
  })
})
