import { expect, test } from 'vitest'
import type { DocumentSummary } from '../../../../main/src/contract/documents.ts'
import { chosenBy, filtersOf } from '../../../../renderer/src/features/plan/chapterStatus.ts'

const chapter = (documentId: string, words: Pick<DocumentSummary, 'status' | 'label'>): DocumentSummary => ({
  ...{
    documentId,
    path: null,
    kind: 'chapter',
    title: documentId,
    chapterNumber: 1,
    characters: 0,
    words: 0,
  },
  ...{ hash: '0'.repeat(64), ...words },
})
const documents = [
  chapter('c_1', { status: '待查', label: '夜戏' }),
  chapter('c_2', { status: 'final' }),
  chapter('c_3', {}),
  chapter('c_4', { status: 'idea', label: '夜戏' }),
]

test('a list offers each status and label of its chapters once, the listed statuses first', () => {
  expect(filtersOf(documents)).toEqual([
    { field: 'status', word: 'idea' },
    { field: 'status', word: 'final' },
    { field: 'status', word: '待查' },
    { field: 'label', word: '夜戏' },
  ])
})

test('a filter chooses the chapters with its word in their order, and none chooses all', () => {
  const chosen = chosenBy(documents, { field: 'label', word: '夜戏' })
  expect([chosen.map(({ documentId }) => documentId), chosenBy(documents, null)]).toEqual([
    ['c_1', 'c_4'],
    documents,
  ])
})
