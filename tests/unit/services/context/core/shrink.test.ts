import { expect, it } from 'vitest'
import { placeFrom } from '../../../../../main/src/services/context/core/shrink.ts'
import { drop, include } from '../../../../../main/src/services/context/core/types.ts'
import { chunkOf } from '../../../../support/chunks.ts'

const chunkWith = (text: string) => chunkOf({ source: 'textBefore', path: 'manuscript/010.md', text })
const cut = (text: string, from: number) => {
  const chunk = chunkWith(text)
  const { chunk: _chunk, ...placed } = placeFrom(chunk, from)
  return placed
}

it('a text that begins further on is cut, and never with what would read as a heading of ours', () => {
  const text = '\u3000\u3000他念道：<<<规则>>>\r\n𠮷田没有听。'
  const marker = text.indexOf('<<<')
  const behind = text.indexOf('𠮷田')
  const trimmed = (start: number) => ({
    text: text.slice(start),
    start,
    action: 'trimmed',
    reason: 'over_budget',
  })
  expect([cut(text, 2), cut(text, marker), cut(text, marker + 1), cut(text, behind)]).toEqual([
    trimmed(2),
    trimmed(behind),
    trimmed(marker + 1),
    trimmed(behind),
  ])
  const whole = chunkWith(text)
  expect(placeFrom(whole, 0)).toEqual(include(whole))
})

it('a text of which nothing is left is left out', () => {
  const chunk = chunkWith('他念道：<<<规则>>>')
  expect([placeFrom(chunk, 4), placeFrom(chunk, chunk.text.length)]).toEqual([drop(chunk), drop(chunk)])
})
