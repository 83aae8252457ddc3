import { expect, test } from 'vitest'
import { isCode } from '../../../../main/src/services/redaction/codes.ts'
import { scanSecrets } from '../../../../main/src/services/redaction/index.ts'

const hidden = (text: string, scope: 'creonow' | 'manuscript') =>
  scanSecrets(text, { scope }).map(({ from, to }) => text.slice(from, to))

test.each([
  'c4bb30b6-55eb-7a90-0bcf-9bff1691d8db',
  'F6729B604CC2',
  'G3B6B3G-K4W3N2B-X2V3J3B-D2H7W7Q',
  '161673193829186585337840875815',
  'pCjVnZoPuIhBcKsIpCuSqNxF',
])('a machine has made %s', (text) => {
  expect(isCode(text)).toBe(true)
})

test.each([
  'chapter_07_final_v3.docx',
  '1234567890abcdef',
  'DOC_Vector_5_32',
  'Winter-Summer-Autumn',
  '2026-11-28',
])('a person has written %s', (text) => {
  expect(isCode(text)).toBe(false)
})

test('a code behind a common word for a key is hidden in notes, and in a manuscript behind a sign only', () => {
  const code = 'a7fd3e745eac7dbc'
  const lines = [`formcraft_key=${code}`, `天气服务 key: ${code}`, `the access ${code}`, `private\n${code}`]
  expect(lines.map((line) => [hidden(line, 'creonow'), hidden(line, 'manuscript')])).toEqual([
    [[code], [code]],
    [[code], [code]],
    [[code], []],
    [[code], []],
  ])
})

test('a code joined to its name is hidden, and the words of a file name are not', () => {
  expect(hidden('dd-apikey-88940cf9471a3bf6f905', 'manuscript')).toEqual(['88940cf9471a3bf6f905'])
  expect(hidden('the-secret-of-the-key-chapter-12-draft-3.docx', 'creonow')).toEqual([])
})

test('the key of a public key is none', () => {
  expect(hidden('PUBLIC KEY ----\nAAAAB3NzaC1yc2EAAAADAQABAAABAQC7aB3d', 'creonow')).toEqual([])
})
