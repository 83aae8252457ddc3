import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noticesOf } from '../../../scripts/packaging/noticesText.ts'
import { sbomOf } from '../../../scripts/packaging/sbom.ts'
import { shippedPackages } from '../../../scripts/packaging/shippedPackages.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const app = { name: 'creonow', version: '0.1.0', license: 'MIT' }
const lock = (packages: Record<string, unknown>) => JSON.stringify({ packages: { '': app, ...packages } })
const madeTree = lock({
  'node_modules/雾': { version: '1.0.0', license: 'MIT', integrity: 'sha512-AQID sha1-BAU=' },
  'node_modules/@harbour/fog': { version: '2.0.0+a', license: '(GPL-3.0 OR ISC)' },
  'node_modules/a/node_modules/雾': { version: '1.0.0', license: 'MIT', integrity: 'sha512-AQID sha1-BAU=' },
  'node_modules/alias': { name: 'named', version: '3.0.0', license: 'MIT AND Apache-2.0' },
  'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0', dev: true },
  'node_modules/peer': { version: '1.0.0', license: 'GPL-3.0', devOptional: true },
})

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder.path, path)), { recursive: true })
  await writeFile(join(folder.path, path), text)
}

test('the SBOM of a tree has a component with purl, licence and hashes for each shipped package', () => {
  const { metadata, components } = sbomOf(app, shippedPackages(madeTree))
  expect(metadata.component).toEqual({
    type: 'application',
    'bom-ref': 'pkg:npm/creonow@0.1.0',
    name: 'creonow',
    version: '0.1.0',
    licenses: [{ license: { id: 'MIT' } }],
    purl: 'pkg:npm/creonow@0.1.0',
  })
  expect(components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40harbour/fog@2.0.0%2Ba',
      name: '@harbour/fog',
      version: '2.0.0+a',
      licenses: [{ expression: '(GPL-3.0 OR ISC)' }],
      purl: 'pkg:npm/%40harbour/fog@2.0.0%2Ba',
    },
    {
      type: 'library',
      'bom-ref': 'pkg:npm/雾@1.0.0',
      name: '雾',
      version: '1.0.0',
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [
        { alg: 'SHA-512', content: '010203' },
        { alg: 'SHA-1', content: '0405' },
      ],
      purl: 'pkg:npm/雾@1.0.0',
    },
    {
      type: 'library',
      'bom-ref': 'pkg:npm/named@3.0.0',
      name: 'named',
      version: '3.0.0',
      licenses: [{ expression: 'MIT AND Apache-2.0' }],
      purl: 'pkg:npm/named@3.0.0',
    },
  ])
})

test('the SBOM of the app has exactly the production packages of the lockfile, with the hashes there', async () => {
  const text = await readFile('package-lock.json', 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Record<string, string | undefined>> } // npm's
  const production = Object.entries(packages).filter(([path, item]) => path && !item.dev && !item.devOptional)
  const sbom = sbomOf(app, shippedPackages(text))
  expect([sbom.bomFormat, sbom.specVersion]).toEqual(['CycloneDX', '1.5'])
  const expected = production.map(([path, { name, version, integrity = '' }]) => {
    const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    return `${name ?? path.replace(/^.*node_modules\//, '')}@${version} ${hash}`
  })
  const listed = sbom.components.map(({ name, version, hashes = [] }) => {
    expect(hashes.map(({ alg }) => alg)).toEqual(['SHA-512'])
    return `${name}@${version} ${hashes[0]?.content}`
  })
  expect(listed.sort()).toEqual([...new Set(expected)].sort())
  // What a development package uses too is shipped all the same.
  expect(listed.map((line) => line.replace(/@[^@]*$/, ''))).toEqual(
    expect.arrayContaining(['zod', 'yaml', 'js-tiktoken']),
  )
})

test('the notices of the app have a text for each production package, and four say that none came with it', async () => {
  const packages = shippedPackages(await readFile('package-lock.json', 'utf8'))
  const { text, withoutFile } = noticesOf('.', packages)
  const parts = text.split(`\n${'-'.repeat(72)}\n\n`)
  for (const { name, version, license } of packages)
    expect(parts.some((part) => part.startsWith(`${name} ${version} (${license})\n\n`))).toBe(true)
  expect(withoutFile).toEqual(['@ai-sdk/provider-utils', 'abstract-logging', 'js-tiktoken', 'lazy-val'])
  expect(text.split('The package has no licence file.')).toHaveLength(5)
})

test('the notices of a tree have each licence file whole, and what is declared where there is none', async () => {
  await put('node_modules/fog/LICENSE', 'Fog licence\n雾的许可\n')
  await put('node_modules/fog/NOTICE.md', 'Fog notice\n')
  await put('node_modules/fog/licenses.js', 'no licence')
  await put(
    'node_modules/rain/package.json',
    '{"license":"ISC","author":{"name":"林远"},"repository":{"url":"git+https://example.org/rain"}}',
  )
  const packages = shippedPackages(
    lock({
      'node_modules/fog': { version: '1.0.0', license: 'MIT' },
      'node_modules/rain': { version: '2.0.0', license: 'ISC' },
    }),
  )
  expect(noticesOf(folder.path, packages)).toEqual({
    text: `fog 1.0.0 (MIT)

Fog licence
雾的许可

Fog notice

${'-'.repeat(72)}

rain 2.0.0 (ISC)

The package has no licence file. Its package.json declares:
license: ISC
author: 林远
repository: git+https://example.org/rain
`,
    withoutFile: ['rain'],
  })
})

test('a package is refused by its name when its licence is not permissive or absent', () => {
  const tree = lock({
    'node_modules/copyleft': { version: '1.0.0', license: 'GPL-3.0-only' },
    'node_modules/half': { version: '1.0.0', license: 'MIT AND SSPL-1.0' },
    'node_modules/nothing': { version: '1.0.0' },
    'node_modules/sound': { version: '1.0.0', license: 'MIT' },
  })
  expect(() => shippedPackages(tree)).toThrow(
    'no permissive licence: copyleft (GPL-3.0-only), half (MIT AND SSPL-1.0), nothing (none declared)',
  )
})
