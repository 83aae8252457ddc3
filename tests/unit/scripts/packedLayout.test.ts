import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  isExcluded,
  isTakenOfPackage,
  layOut,
  packingRules,
} from '../../../scripts/packaging/packedLayout.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

const rules = packingRules(await readFile('electron-builder.yml', 'utf8'))

test('the packages of the page are not packed, and those of the main process are', () => {
  const packages = ['react', 'react-dom', '@codemirror/view', 'better-sqlite3', 'zod', 'react-markdown']
  expect(packages.map((name) => [name, isExcluded(`node_modules/${name}/package.json`, rules)])).toEqual([
    ['react', true],
    ['react-dom', true],
    ['@codemirror/view', true],
    ['better-sqlite3', false],
    ['zod', false],
    ['react-markdown', false],
  ])
})

test('what electron-builder leaves out of a package is not laid out, and its code and licence are', () => {
  const paths = [
    ...['lib/index.js', 'LICENSE', 'build/Release/better_sqlite3.node', 'lib/test/tests.js', 'deps/a.c'],
    ...['README.md', 'test/index.js', 'lib/index.d.ts', 'lib/README.md', 'CHANGELOG.md', 'build/x.o'],
  ]
  expect(paths.filter(isTakenOfPackage)).toEqual([
    ...['lib/index.js', 'LICENSE', 'build/Release/better_sqlite3.node', 'lib/test/tests.js', 'deps/a.c'],
    'lib/README.md',
  ])
})

test('an app is laid out with its code, its packages and what it ships, and what was not built is an error', async () => {
  const folder = await temporaryFolder()
  const root = join(folder.path, '仓库')
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const lockfile = {
    packages: {
      '': {},
      'node_modules/书': { version: '1.0.0', license: 'MIT' },
      'node_modules/书/node_modules/内': { version: '1.0.0', license: 'MIT' },
      'node_modules/页': { version: '1.0.0', license: 'MIT' },
      'node_modules/工具': { version: '1.0.0', license: 'MIT', dev: true },
    },
  }
  await write('package-lock.json', JSON.stringify(lockfile))
  await write(
    'electron-builder.yml',
    'files: [out/main/**, package.json, "!node_modules/页/**"]\nextraResources: [{from: samples, to: samples}]',
  )
  await write('package.json', '{}')
  await write('samples/雾港来信/.creonow/project.json', '{}')
  for (const path of ['书/a.js', '书/README.md', '书/node_modules/内/b.js', '页/c.js', '工具/d.js'])
    await write(`node_modules/${path}`, '四个汉字')
  const to = join(folder.path, 'to')
  await expect(layOut(root, to)).rejects.toThrow('ENOENT')
  await write('out/main/index.js', '')
  const resources = join(to, 'resources')
  expect(await layOut(root, to)).toEqual({
    ...{ resources, app: join(resources, 'app') },
    ...{ files: 5, bytes: 4 + 24 },
  })
  const laid = await readdir(resources, { recursive: true, withFileTypes: true })
  const files = laid.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files.map((path) => path.slice(resources.length + 1)).toSorted()).toEqual([
    'app/node_modules/书/a.js',
    'app/node_modules/书/node_modules/内/b.js',
    'app/out/main/index.js',
    'app/package.json',
    'samples/雾港来信/.creonow/project.json',
  ])
  await folder.remove()
})
