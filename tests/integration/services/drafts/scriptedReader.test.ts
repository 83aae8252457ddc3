import { afterEach, expect, it } from 'vitest'
import { createScriptedReader, gradeDrafts, lostFacts } from '../../../support/draftReader.ts'
import { tagWholeBut } from '../../../support/whole.ts'
import type { JobsNovel } from '../jobs/fixture.ts'
import { listDrafts, plantedBook, promptOf, startDraftsBook } from './fixture.ts'

let book: JobsNovel
afterEach(() => book.dispose())

for (const language of ['zh', 'en'] as const)
  it(
    `what a reader invents is not admitted, and what it reads is: one reading and three of a book in ${language}`,
    tagWholeBut(language === 'zh'),
    async () => {
      const { truth, files } = plantedBook(language, 40)
      book = await startDraftsBook(files)
      const reader = createScriptedReader(truth)
      book.answer = () => reader.read(promptOf(book))
      const preview = await book.preview({ kind: 'drafts' })
      expect(preview.total).toBeGreaterThan(1)
      expect(preview.price).toBeGreaterThan(0)
      const job = await book.run({ kind: 'drafts' })
      expect(job).toMatchObject({ state: 'done', done: preview.total, failed: 0 })
      const once = gradeDrafts(truth, reader.inventions, (await listDrafts(book)).drafts)
      expect(once.recall).toBeGreaterThanOrEqual(0.5)

      const more = await book.run({ kind: 'drafts', readings: 2 })
      expect(more).toMatchObject({ state: 'done', total: 2 * preview.total })
      const { drafts, dropped } = await listDrafts(book)
      const thrice = gradeDrafts(truth, reader.inventions, drafts)
      expect(thrice.recall).toBeGreaterThanOrEqual(0.88)
      expect(reader.inventions.nowhere.size).toBeGreaterThan(10)
      expect(reader.inventions.elsewhere.size).toBeGreaterThan(10)
      expect(reader.inventions.neither.size).toBeGreaterThan(10)
      expect(thrice).toMatchObject({ admittedNowhere: 0, admittedElsewhere: 0, neitherTicked: 0, doubles: 0 })
      expect(thrice.neitherListed).toBe(reader.inventions.neither.size)
      expect(dropped.notInText).toBeGreaterThanOrEqual(reader.inventions.nowhere.size)
      const { lost, clashes, unmarked } = lostFacts(reader.delivered, drafts)
      expect({ lost, unmarked }).toEqual({ lost: 0, unmarked: 0 })
      expect(clashes).toBeGreaterThan(3)
    },
  )
