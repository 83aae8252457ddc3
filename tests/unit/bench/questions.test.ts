import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { redChamberQuestions } from '../../../bench/questions/redChamber.ts'
import { threeKingdomsQuestions } from '../../../bench/questions/threeKingdoms.ts'
import { splitNovel } from '../../../main/src/services/manuscript/import/split.ts'
import { cutPassages } from '../../../main/src/services/retrieval/passages.ts'

const dense = (text: string) => text.replace(/\s/g, '')
const shared = 6

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
  { name: '三国演义', asked: threeKingdomsQuestions },
  { name: '红楼梦', asked: redChamberQuestions },
])('the questions about $name', ({ name, asked }) => {
  const chapters = chaptersOf(name)

  it('are at least sixty, all different, each with a chapter and an answer', () => {
    expect(asked.length).toBeGreaterThanOrEqual(60)
    expect(new Set(asked.map(([, question]) => question)).size).toBe(asked.length)
    for (const [chapter, question, answer] of asked) {
      expect(chapter).toSatisfy((it: number) => Number.isInteger(it) && it >= 1 && it <= 120)
      expect([...question].length).toBeGreaterThanOrEqual(8)
      expect(dense(answer)).toBe(answer)
      expect(answer.length).toBeGreaterThanOrEqual(2)
    }
  })

  it('have answers inside one passage of the named chapter (shape alone where the novel is absent)', () => {
    const wrong = asked.filter(([chapter, , answer]) => {
      const text = chapters?.[chapter - 1]
      if (!chapters) return answer === ''
      return !cutPassages(text ?? '').some(({ from, to }) =>
        dense(text?.slice(from, to) ?? '').includes(answer),
      )
    })
    expect(wrong).toEqual([])
  })

  it('copy no six characters from their chapter (shape alone where the novel is absent)', () => {
    const copied = asked.filter(([chapter, question]) => {
      const text = dense(chapters?.[chapter - 1] ?? '')
      return Array.from({ length: question.length }, (_, at) => question.slice(at, at + shared)).some(
        (part) => part.length === shared && text.includes(part),
      )
    })
    expect(copied).toEqual([])
  })
})
