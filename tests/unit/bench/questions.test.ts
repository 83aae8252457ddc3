import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { redChamberEvents, threeKingdomsEvents } from '../../../bench/questions/events.ts'
import { prideAndPrejudiceQuestions } from '../../../bench/questions/prideAndPrejudice.ts'
import { isAnswered } from '../../../bench/questions/question.ts'
import { redChamberQuestions } from '../../../bench/questions/redChamber.ts'
import { threeKingdomsQuestions } from '../../../bench/questions/threeKingdoms.ts'
import { splitNovel } from '../../../main/src/services/manuscript/import/split.ts'
import { cutPassages } from '../../../main/src/services/retrieval/passages.ts'

const dense = (text: string) => text.replace(/\s/g, '')

/** Chapters where the novel lies on this machine, else undefined. */
function chaptersOf(name: string): string[] | undefined {
  const folders = [process.env.CREONOW_NOVELS, resolve(import.meta.dirname, '../../../../shared/novels')]
  const file = folders.flatMap((folder) => (folder ? [join(folder, `${name}.txt`)] : [])).find(existsSync)
  if (file === undefined) return undefined
  const text = readFileSync(file, 'utf8')
  const chapters = splitNovel(text).parts.filter(({ kind }) => kind === 'chapter')
  return chapters.map(({ from, to }) => text.slice(from, to))
}

describe.each([
  { name: '三国演义', asked: threeKingdomsQuestions, least: 60, copied: 6 },
  { name: '三国演义', asked: threeKingdomsEvents, least: 48, copied: 10 },
  { name: '红楼梦', asked: redChamberQuestions, least: 60, copied: 6 },
  { name: '红楼梦', asked: redChamberEvents, least: 48, copied: 10 },
  { name: 'pride-and-prejudice', asked: prideAndPrejudiceQuestions, least: 60, copied: 24 },
])('the questions about $name', ({ name, asked, least, copied }) => {
  const chapters = chaptersOf(name)

  it('are enough, all different, each with a chapter and an answer', () => {
    expect(asked.length).toBeGreaterThanOrEqual(least)
    expect(new Set(asked.map(([, question]) => question)).size).toBe(asked.length)
    for (const [chapter, question, answers] of asked) {
      expect([chapter].flat()).toSatisfy((all: number[]) => all.every((it) => it >= 1 && it <= 120))
      expect([...question].length).toBeGreaterThanOrEqual(8)
      for (const answer of [answers].flat()) expect(answer.length).toBeGreaterThanOrEqual(2)
    }
  })

  it('have answers inside one passage of the named chapter (shape alone where the novel is absent)', () => {
    const wrong = asked.filter((one) =>
      [one[0]].flat().every((chapter) => {
        const text = chapters?.[chapter - 1]
        if (text === undefined) return chapters !== undefined
        return !cutPassages(text).some(({ from, to }) => isAnswered(one, chapter, text.slice(from, to)))
      }),
    )
    expect(wrong).toEqual([])
  })

  it(`copy no ${copied} characters from their chapter (shape alone where the novel is absent)`, () => {
    const repeats = asked.filter(([chapter, question]) => {
      const text = dense(
        [chapter]
          .flat()
          .map((it) => chapters?.[it - 1] ?? '')
          .join('\n'),
      )
      return Array.from({ length: question.length }, (_, at) =>
        dense(question.slice(at)).slice(0, copied),
      ).some((part) => part.length === copied && text.includes(part))
    })
    expect(repeats).toEqual([])
  })
})
