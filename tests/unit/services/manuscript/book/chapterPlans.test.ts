import { expect, test } from 'vitest'
import type { Book } from '../../../../../main/src/services/manuscript/book/bookFile.ts'
import { createChapterPlans } from '../../../../../main/src/services/manuscript/book/chapterPlans.ts'

const unused = () => Promise.reject(new Error('unused'))

test('statuses and labels of an import come in one step, and what a chapter has already stays', async () => {
  let book: Book = {
    version: 1,
    chapters: [
      { id: 'c_aaaaaaaaaa', file: 'manuscript/001-雾.md', status: 'final', pov: 'e_1' },
      { id: 'c_bbbbbbbbbb', file: 'manuscript/002-Low Water.md' },
      { id: 'c_cccccccccc', file: 'manuscript/003-盐.md', label: '支线' },
    ],
    volumes: [],
  }
  const steps: string[] = []
  const plans = createChapterPlans({
    manuscript: {
      ...{ locate: unused, book: unused, outline: unused },
      arranging: (_, task) => task(),
      async changeBook(projectId, edit) {
        steps.push(projectId)
        book = edit(book)
      },
    },
    povOf: unused,
  })
  await plans.complete(
    'p',
    new Map([
      ['c_aaaaaaaaaa', { status: 'draft', label: '主线' }],
      ['c_bbbbbbbbbb', { status: 'draft', label: undefined }],
    ]),
  )
  expect([steps, book.chapters]).toEqual([
    ['p'],
    [
      { id: 'c_aaaaaaaaaa', file: 'manuscript/001-雾.md', status: 'final', label: '主线', pov: 'e_1' },
      { id: 'c_bbbbbbbbbb', file: 'manuscript/002-Low Water.md', status: 'draft' },
      { id: 'c_cccccccccc', file: 'manuscript/003-盐.md', label: '支线' },
    ],
  ])
})
