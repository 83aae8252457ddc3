import { expect, test } from 'vitest'
import { parseEntryFile, writeEntryFile } from '../../../../main/src/services/codex/entryFile.ts'

const place = { path: '.creonow/characters/关羽.md', type: 'character' as const }
const read = (text: string) => {
  const reading = parseEntryFile(text, place)
  if (!reading.ok) throw new Error(reading.fault.code)
  return reading.entry
}

test('a change with its sentences comes back from the file as it was written', () => {
  const progressions = [
    {
      ...{ id: 'p_aaaaaaaaaa', from: 'c_1', text: '兵器：青龙偃月刀', field: '兵器', value: '青龙偃月刀' },
      ...{ certainty: 'said' as const, by: 'model' as const },
      evidence: [
        { quote: '云长造青龙偃月刀，又名“冷艳锯”。', chapter: 'c_1' },
        { quote: 'Guan Yu: "my blade"', chapter: 'c_2', receiptId: 'r1' },
      ],
    },
    { from: 'c_3', text: 'dead' },
  ]
  const entry = { ...read('---\nname: 关羽\n---\n'), progressions }
  expect(read(writeEntryFile(entry, place, undefined)).progressions).toEqual(progressions)
})

test('a source that cannot be read is left out of the entry and stays in its file', () => {
  const file =
    '---\nname: 关羽\nprogressions:\n  - from: c_1\n    text: 一\n    by: nobody\n    evidence: none\n---\n旧\n'
  const entry = read(file)
  expect(entry.progressions).toEqual([{ from: 'c_1', text: '一' }])
  const next = writeEntryFile({ ...entry, body: '新\n' }, place, file)
  expect(next).toBe(file.replace('旧', '新'))
})
