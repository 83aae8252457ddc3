import { expect, test } from 'vitest'
import { argumentLines } from '../../../../renderer/src/features/agent/resultLines.ts'

test('arguments of a tool are lines without braces, and the parts of one are indented below its name', () => {
  const edits = [
    { old: '林远', new: '林渊' },
    { old: '阿远', new: '阿渊', all: true },
  ]
  expect(
    argumentLines(JSON.stringify({ path: 'manuscript/001.md', limit: 3, edits, kinds: ['角色'] })),
  ).toEqual([
    ...['path　manuscript/001.md', 'limit　3', 'edits'],
    ...['　1.', '　　old　林远', '　　new　林渊'],
    ...['　2.', '　　old　阿远', '　　new　阿渊', '　　all　true'],
    ...['kinds', '　1.　角色'],
  ])
  expect(argumentLines('{"path": "001')).toEqual(['{"path": "001'])
})

test('nothing and empty lists among the arguments are seen, and a thousand lists in one another are shown', () => {
  const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`
  const lines = argumentLines(`{"a":null,"b":[],"c":${deep}}`)
  expect([lines.slice(0, 3), lines.length]).toEqual([['a　null', 'b　[]', 'c'], 9])
  expect(lines.join('')).toContain('['.repeat(994))
  const deeper = `{"a":${'['.repeat(9000)}${']'.repeat(9000)}}`
  expect(argumentLines(deeper)).toEqual([deeper])
})
