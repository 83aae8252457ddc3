import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { families } from '../../main/src/services/ai/protocols/protocols.ts'
import { importFormats } from '../../main/src/services/manuscript/import/formats.ts'
import { root } from './temporaryTree.ts'

const sources = ['main/src', 'renderer/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') })),
)

/** Lines of the sources, as `file: line`. */
const linesWith = (matches: (line: string) => boolean) =>
  sources.flatMap(({ name, text }) =>
    text.split('\n').flatMap((line) => (matches(line) ? [`${name}: ${line.trim()}`] : [])),
  )

test('no line but those of exports and of a format itself lists extensions of files that can be imported', () => {
  const wordsOf = (formats: typeof importFormats) =>
    formats.flatMap(({ extensions }) => extensions.map((extension) => extension.slice(1)))
  const all = wordsOf(importFormats)
  const packed = wordsOf(importFormats.filter(({ isPlainText }) => !isPlainText))
  const isList = (line: string) => {
    const named = all.filter((word) => new RegExp(`(?<![\\w-])${word}(?!\\w)`).test(line))
    return named.length > 1 && named.some((word) => packed.includes(word))
  }
  expect(isList(`accept="${all.map((word) => `.${word}`).join(',')}"`)).toBe(true)
  const lists = linesWith((line) => isList(line) && !/^import\b/.test(line))
  // A format may have several extensions itself.
  const isFormat = (line: string) =>
    /^main\/src\/services\/manuscript\/import\/\w+\.ts: extensions: /.test(line)
  expect(lists.filter((line) => !/export|--format/i.test(line) && !isFormat(line))).toEqual([])
  expect(lists.length).toBeGreaterThan(0)
})

test('no two formats of imports share an extension', () => {
  const extensions = importFormats.flatMap((format) => format.extensions)
  expect(extensions).toEqual([...new Set(extensions.map((extension) => extension.toLowerCase()))])
})

test('no file but those of the protocols names an endpoint family', () => {
  // The fallback for an address that shows nothing is a family that models.ts names.
  const ids = families.map(({ id }) => id).filter((id) => id !== 'compatible')
  const named = new RegExp(`['"](?:${ids.join('|')})['"]`)
  expect(named.test("family === 'anthropic'")).toBe(true)
  const lines = linesWith((line) => named.test(line))
  expect(lines.filter((line) => !line.startsWith('main/src/services/ai/protocols/'))).toEqual([])
  expect(lines.length).toBeGreaterThan(ids.length - 1)
})
