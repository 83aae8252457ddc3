import { expect, test } from 'vitest'
import { marker } from '../../../../main/src/services/redaction/index.ts'
import { pathEnd } from '../../../../main/src/services/redaction/pathEnd.ts'

const rest = (text: string) => text.slice(pathEnd(text, '/home/'.length, marker))

test.each([
  [`/home/bob/${marker}/x 他说`, ' 他说'],
  ['/home/bob/小说/a.md。他说', '。他说'],
  ['/home/bob/小说。', '小说。'],
  ['/home/bob/x), 他说', '), 他说'],
  ['/home/', ''],
])('a path ends where prose begins: %s', (text, prose) => {
  expect(rest(text)).toBe(prose)
})
