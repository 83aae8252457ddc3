import { describe, expect, test } from 'vitest'
import { invented } from '../../../../bench/redaction/invented.ts'
import { isRandom } from '../../../../main/src/services/redaction/disorder.ts'
import { scanSecrets } from '../../../../main/src/services/redaction/index.ts'
import { shapeClasses, shapes } from '../../../../main/src/services/redaction/shapes.ts'

const alphabets = ['abcdefghijklmnopqrstuvwxyz', '0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** A key of the shape, with the first of each choice, and the part of it that is secret. */
function sampleOf(shape: string): { readonly text: string; readonly secret: string } {
  const marked = shape
    .replace(/\(([^|)]*)[^)]*\)/g, '$1')
    .replace(/\{(\w):(\d+)[!+]?\}/g, (_, name: string, units: string, at: number) => {
      const isOf = new RegExp(`[${shapeClasses[name]}]`)
      const classes = alphabets.map((alphabet) => [...alphabet].filter((unit) => isOf.test(unit)).join(''))
      return invented(
        `${shape}${at}`,
        Number(units),
        classes.filter((alphabet) => alphabet !== ''),
      )
    })
  const text = marked.replace(/[«»]/g, '')
  return { text, secret: /«(.*)»/.exec(marked)?.[1] ?? text }
}

describe('a key of each listed shape is hidden whole', () => {
  test.each(shapes.map(({ patternId, shape }) => [patternId, shape] as const))('%s %s', (_, shape) => {
    const { text, secret } = sampleOf(shape)
    for (const [before, after] of [
      ['', ''],
      ['他念道：', '。'],
      ['The key is ', ', he wrote.'],
    ] as const) {
      const matches = scanSecrets(`${before}${text}${after}`, { scope: 'manuscript' })
      const from = before.length + text.indexOf(secret)
      const covering = matches.filter((match) => match.from <= from && match.to >= from + secret.length)
      expect([shape, text, covering.length, matches.length]).toEqual([shape, text, 1, 1])
    }
  })
})

test('every shape says where it comes from', () => {
  expect([...new Set(shapes.map(({ source }) => source))]).toEqual([
    'gitleaks (MIT)',
    'secretlint (MIT)',
    'Nosey Parker and Kingfisher (Apache-2.0)',
    'CredSweeper (MIT)',
    'The documentation of the services',
  ])
})

test.each([
  'container-wrapper-main-2026',
  'chapter_012_final',
  'McDonaldOfTheNorth',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'aaaaaaaaaaaaaaaaaaaaaaaa1',
])('words, joined and numbered, are not random: %s', (text) => {
  expect(isRandom(text)).toBe(false)
})
