import { expect, test } from 'vitest'
import { saidNotices } from '../../../../main/src/hosts/mcp/saidNotices.ts'

test('an English book is warned without Chinese sentences, a Chinese one with them', () => {
  const warned = {
    warnings: ['KG_UNAVAILABLE: 设定读不到。', 'RAG_INDEXING: 已编入 3 / 120 章。'],
    notices: [
      { code: 'KG_UNAVAILABLE', params: {} },
      { code: 'RAG_INDEXING', params: { indexed: 3, total: 120 } },
    ],
  }
  expect(saidNotices(warned, 'zh')).toEqual(warned.warnings)
  expect(saidNotices(warned, 'en')).toEqual(['KG_UNAVAILABLE', 'RAG_INDEXING (indexed: 3, total: 120)'])
})
