import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..', '..', 'renderer', 'src')
const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sheets = paths.filter((path) => path.endsWith('.css'))
const code = paths.filter((path) => /\.tsx?$/.test(path)).map((path) => ({ path, text: read(path) }))

/** `property: value` of every declaration in a sheet. */
function* declarationsOf(css: string): Iterable<{ property: string; value: string }> {
  for (const [, body = ''] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\{([^{}]*)\}/g))
    for (const line of body.split(';')) {
      const [property = '', ...value] = line.split(':')
      if (value.length > 0) yield { property: property.trim(), value: value.join(':').trim() }
    }
}

/** Distances, type and corners come from the scale; lines drawn around things and the widths of a layout may not. */
const scaled =
  /^(?:padding|margin|gap|row-gap|column-gap|top|right|bottom|left|inset|scroll-padding|font|line-height)/
const sized = /^(?:min-|max-)?(?:width|height)$/
const smallestLayoutPx = 48

function isRaw({ property, value }: { property: string; value: string }): boolean {
  const lengths = [...value.matchAll(/(\d*\.?\d+)px/g)].map(([, length]) => Number(length))
  if (scaled.test(property) || property.endsWith('radius')) return lengths.length > 0
  return sized.test(property) && lengths.some((length) => length < smallestLayoutPx)
}

test('a distance, a size of type, a corner and a small size are tokens, not pixels', () => {
  const raw = sheets
    .filter((path) => path !== join('styles', 'tokens.css'))
    .flatMap((path) =>
      [...declarationsOf(read(path))]
        .filter(isRaw)
        .map(({ property, value }) => `${path} ${property}: ${value}`),
    )
  expect(raw).toEqual([])
})

test('a token that a style sheet uses is defined', () => {
  const defined = new Set([
    '--available-height', // Base UI
    '--anchor-width',
    ...sheets.flatMap((path) => [...read(path).matchAll(/(--[\w-]+):/g)].map(([, name]) => name)),
    ...code.flatMap(({ text }) => [...text.matchAll(/['"](--[\w-]+)['"]/g)].map(([, name]) => name)),
  ])
  const undefinedTokens = sheets.flatMap((path) =>
    [...read(path).matchAll(/var\((--[\w-]+)\)/g)]
      .filter(([, name]) => !defined.has(name))
      .map(([use]) => `${path} ${use}`),
  )
  expect(undefinedTokens).toEqual([])
})

test('a style sheet is imported once', () => {
  const imports = code.flatMap(({ path, text }) =>
    [...text.matchAll(/^import '(\.[^']+\.css)'$/gm)].map(([, target = '']) => join(path, '..', target)),
  )
  expect(imports.sort()).toEqual(sheets.toSorted())
})

test('a select, a dialog and a menu are drawn by the components alone', () => {
  const own = /<(?:select|dialog)\b|@base-ui\/react\/(?:dialog|menu|select|alert-dialog|popover)'/
  const found = code.filter(({ path, text }) => !path.startsWith('components') && own.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})
