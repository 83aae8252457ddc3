import { expect, test } from 'vitest'
import { decodeText } from '../../../../main/src/lib/versionedFile/index.ts'
import { terminologyFormat } from '../../../../main/src/services/creonow/terminology.ts'

const decoded = (text: string) => decodeText(terminologyFormat, text)

test('a full list and one with missing parts are read as they are written', () => {
  const text = '{"terms": [{"use": "雾港", "avoid": ["迷雾港"], "note": "地名"}, {"use": "林远"}], "more": 1}'
  expect([text, '{}', '{"banned": ["仿佛"]}'].map(decoded)).toEqual([
    {
      value: {
        terms: [
          { use: '雾港', avoid: ['迷雾港'], note: '地名' },
          { use: '林远', avoid: [] },
        ],
        banned: [],
      },
      version: 1,
    },
    { value: { terms: [], banned: [] }, version: 1 },
    { value: { terms: [], banned: ['仿佛'] }, version: 1 },
  ])
})

test.each([
  ['{"terms": [\n  {"use": ""}\n]}', 2, 11],
  ['{"banned": [1]}', 1, 13],
  ['{"banned": ["仿佛",]}', 1, 18],
  ['[]', 1, 1],
])('a broken list is refused with the place of its fault: %j', (text, line, column) => {
  expect(decoded(text)).toMatchObject({ fault: { line, column } })
})
