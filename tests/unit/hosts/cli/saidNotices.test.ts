import { expect, test } from 'vitest'
import { formatNotices } from '../../../../main/src/hosts/cli/noticeSentences.ts'

test('a notice about an English book is in English sentences, about a Chinese one in Chinese', () => {
  const warned: Parameters<typeof formatNotices>[0] = {
    warnings: ['KG_UNAVAILABLE: 设定读不到。', 'RAG_INDEXING: 已编入 3 / 120 章。'],
    notices: [
      { code: 'KG_UNAVAILABLE', params: {} },
      { code: 'RAG_INDEXING', params: { indexed: 3, total: 120 } },
    ],
  }
  expect(formatNotices(warned, 'zh')).toEqual(warned.warnings)
  expect(formatNotices(warned, 'en')).toEqual([
    'KG_UNAVAILABLE: Character and world entries were not available this time.',
    'RAG_INDEXING: Earlier chapters are still being indexed (3/120); some may be missing.',
  ])
})
