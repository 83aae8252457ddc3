import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './temporaryTree.ts'

const maxDocumentBytes = 100_000
const maxRecordLines = 60
const maxChangelogLines = 60
const maxChangelogCharacters = 140
/** Text, and what a README has no use for: pictures are not counted, licences are other people's words. */
const isPicture = (path: string) => /\.(png|jpg|svg)$/.test(path)

const documents = filesOf('*.md').filter((path) => !path.startsWith('samples/雾港来信/'))

test('every relative link of a document leads to a file or folder, and every anchor to a heading', () => {
  const checked = documents.map((path) => ({ path, links: linksOf(path) }))
  expect(checked.flatMap(({ path, links }) => brokenLinks(path, links))).toEqual([])
  expect(checked.flatMap(({ links }) => links).length).toBeGreaterThan(60)
})

test('a broken link, a missing picture and an anchor without a heading are reported', () => {
  const links = ['docs/none.md', 'docs/images/none.png', 'docs/security.md#none', 'docs/security.md#threats']
  expect(brokenLinks('README.md', links)).toEqual([
    'README.md: docs/none.md',
    'README.md: docs/images/none.png',
    'README.md: docs/security.md#none',
  ])
})

test('docs/ has at most 100 kB without pictures', () => {
  const bytes = filesOf('docs/**')
    .filter((path) => !isPicture(path))
    .map((path) => statSync(join(root, path)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxDocumentBytes)
})

test('the changelog and every decision record fit 60 lines, an entry of the changelog 140 characters', () => {
  const records = documents.filter((path) => path.startsWith('docs/decisions/'))
  const tooLong = records.filter((path) => linesOf(path).length > maxRecordLines)
  expect(tooLong).toEqual([])
  expect(records.length).toBeGreaterThan(4)
  expect(linesOf('CHANGELOG.md').length).toBeLessThanOrEqual(maxChangelogLines)
  expect(linesOf('CHANGELOG.md').filter((line) => line.length > maxChangelogCharacters)).toEqual([])
})

test('no table is padded with blanks', () => {
  const padded = documents.flatMap((path) =>
    linesOf(path).flatMap((line, at) => (/^\|.*\S {2,}\|/.test(line) ? [`${path}:${at + 1}`] : [])),
  )
  expect(padded).toEqual([])
})

test('no document cites a paper that is not in the repository', () => {
  const cited = /\b(ruling|spec|decision) \d{1,2}\b(?!\d)|\b00[0-4] (§|[A-E]\d)|\bD\d{1,2}\b/
  const lines = documents.flatMap((path) =>
    linesOf(path).flatMap((line, at) => (cited.test(line) ? [`${path}:${at + 1}`] : [])),
  )
  expect(lines).toEqual([])
})

test('every folder of main but the composition root, every service and the page have a README', () => {
  const services = readdirSync(join(root, 'main/src/services')).map((name) => `main/src/services/${name}`)
  const others = readdirSync(join(root, 'main/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['app', 'services'].includes(entry.name))
    .map(({ name }) => `main/src/${name}`)
  const folders = [...services, ...others, 'renderer/src']
  expect(folders.filter((folder) => !existsSync(join(root, folder, 'README.md')))).toEqual([])
})

test('every TypeScript file that a document names in backticks exists', () => {
  const named = documents.filter((path) => path !== 'CHANGELOG.md' && !path.startsWith('docs/decisions/'))
  const bases = (path: string) => [dirname(path), 'main/src', 'main/src/services', 'tests', '.']
  const missing = named.flatMap((path) =>
    namedFiles(readText(path)).flatMap((name) =>
      bases(path).some((base) => existsSync(join(root, base, name))) ? [] : [`${path}: ${name}`],
    ),
  )
  expect(missing).toEqual([])
  expect(named.flatMap((path) => namedFiles(readText(path))).length).toBeGreaterThan(100)
})

function filesOf(pattern: string): string[] {
  const list = [
    '-c',
    'core.quotePath=false',
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '-z',
    pattern,
  ]
  const paths = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  return paths.filter((path) => path !== '' && existsSync(join(root, path)))
}

function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function linesOf(path: string): string[] {
  return readText(path).trimEnd().split('\n')
}

/** Targets inside the repository, of Markdown links, `src` and `srcset`; code blocks are left out. */
function linksOf(path: string): string[] {
  const text = readText(path).replace(/^```.*?^```$/gms, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
  return links.map(([, target, source]) => target ?? source ?? '').filter((link) => !/^[a-z]+:/.test(link))
}

function brokenLinks(path: string, links: readonly string[]): string[] {
  return links.flatMap((link) => {
    const [file = '', anchor] = decodeURIComponent(link).split('#')
    const target = file === '' ? path : relative(root, join(root, dirname(path), file))
    if (!existsSync(join(root, target))) return [`${path}: ${link}`]
    return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [`${path}: ${link}`]
  })
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  return linesOf(path)
    .filter((line) => line.startsWith('#'))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
}

/** Paths of TypeScript files in backticks, without placeholders. */
function namedFiles(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name]) => name ?? '')
}
