import { expect, test } from 'vitest'
import { describeFault } from '../../../../main/src/contract/sentences/fileFault.ts'
import { parseEntryFile, writeEntryFile } from '../../../../main/src/services/codex/entryFile.ts'

const place = { path: '.creonow/characters/林远.md', type: 'character' as const }
const problemOf = (text: string, path = place.path) => {
  const reading = parseEntryFile(text, { ...place, path })
  return reading.ok ? 'ok' : describeFault(reading.fault, 'zh')
}
const keys = (n: number, line: (key: string) => string) =>
  Array.from({ length: n }, (_, i) => line(`字段${i}`)).join('')

test('an entry with more fields than any entry has is broken, with its place', () => {
  const yaml = (n: number) => `---\nname: 林远\n${keys(n, (key) => `${key}: 1\n`)}---\n正文\n`
  expect(problemOf(yaml(2000))).toBe('ok')
  expect(problemOf(yaml(32_000))).toMatch(/^从这里起内容太多（第 \d{5} 行第 \d+ 列）$/)
  const json = `{${keys(32_000, (key) => `"${key}":1,`)}"name":"林远"}`
  expect(problemOf(json, '.creonow/characters/林远.json')).toMatch(/^从这里起内容太多（第 1 行第 \d+ 列）$/)
  expect(problemOf('---\nname: 林远\nname: 阿远\n---\n')).toBe('这个字段写了两次（第 3 行第 1 列）')
})

test('an entry that was written can be read again', () => {
  const deep = (levels: number): unknown => (levels === 0 ? ['甲', '乙'] : { 里: deep(levels - 1) })
  const many = Object.fromEntries(Array.from({ length: 2400 }, (_, i) => [`键 ${i}`, { 值: '“引号”: #' }]))
  const reading = parseEntryFile('---\nname: 林远\n---\n', place)
  if (!reading.ok) throw new Error(reading.fault.code)
  const entry = { ...reading.entry, extra: { many, deep: deep(90) } }
  const text = writeEntryFile(entry, place, undefined)
  expect(parseEntryFile(text, place)).toEqual({ ok: true, entry })
})

test('an entry that could not be read again is not written', () => {
  const reading = parseEntryFile('---\nname: 林远\n---\n', place)
  if (!reading.ok) throw new Error(reading.fault.code)
  const extra = { 卡: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`键${i}`, 1])) }
  expect(() => writeEntryFile({ ...reading.entry, extra }, place, undefined)).toThrow(
    expect.objectContaining({ code: 'FILE_TOO_LARGE' }),
  )
})
