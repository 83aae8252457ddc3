import { expect, test } from 'vitest'
import type { CodexRow, CodexType } from '../../../../renderer/src/features/codex/codexModel.ts'
import { matchingRows } from '../../../../renderer/src/features/codex/matchingRows.ts'

const row = (
  name: string,
  type: CodexType = 'character',
  aliases: string[] = [],
  fault?: CodexRow['fault'],
): CodexRow => ({
  id: name,
  type,
  name,
  aliases,
  aiContextLevel: 'when_detected',
  path: `${name}.md`,
  hash: '',
  ...(fault === undefined ? {} : { fault }),
})
const rows = [
  row('林远', 'character', ['小林']),
  row('雾港', 'location'),
  row('坏', 'character', [], { code: 'yaml', params: {} }),
  row('林间灯', 'item'),
  row('ＡＮＮ', 'lore', ['安']),
]
const names = (wanted: string, shown: CodexType = 'character') =>
  matchingRows(rows, shown, wanted).map(({ name }) => name)

test('a file with a fault is listed in front of forty others', () => {
  expect(names('')).toEqual(['坏', '林远'])
})

test('what is searched is found among all kinds, in either width', () => {
  expect(names('林', 'location')).toEqual(['林远', '林间灯'])
  expect([names(' ann '), names('小林'), names('没有')]).toEqual([['ＡＮＮ'], ['林远'], []])
})
