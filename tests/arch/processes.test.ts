import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTool, type TemporaryTree, temporaryTree } from './temporaryTree.ts'

/** The files for Biome lie outside src: an import of Electron would bring Node's types to all of it. */
const planted = {
  'main/src/planted.ts': 'export const title: unknown = document.title\n',
  'main/src/contract/errorCodes.ts': 'export const codes = {} as const\n',
  'main/src/contract/result.ts': 'export const ok = 1\n',
  'main/src/contract/planted.ts': 'export const platform: unknown = process.platform\n',
  'preload/src/planted.ts': 'export const title: string = document.title\n',
  'renderer/src/planted.ts': 'export const platform: unknown = process.platform\n',
  'renderer/lint/node.ts': "import { readFileSync } from 'node:fs'\n\nexport const read = readFileSync\n",
  'renderer/lint/electron.ts': "import { shell } from 'electron'\n\nexport const open = shell\n",
  'renderer/lint/service.ts':
    "import { x } from '../../main/src/services/codex/index.ts'\n\nexport const y = x\n",
  'renderer/lint/any.ts': 'export const loose = (x: any) => x\n',
  'main/src/floating.ts': 'const save = async () => 1\nexport const run = () => {\n  save()\n}\n',
}

let tree: TemporaryTree

beforeAll(async () => {
  tree = await temporaryTree(planted)
})

afterAll(() => tree.remove())

/** `file: missing name` of every type error in a planted file. */
async function typeErrors(project: string): Promise<string[]> {
  const args = [
    '-p',
    project,
    '--noEmit',
    '--composite',
    'false',
    '--emitDeclarationOnly',
    'false',
    '--pretty',
    'false',
  ]
  const { output } = await runTool(tree.path, '@typescript/native/bin/tsc', ...args)
  return [...output.matchAll(/^(\S*planted\.ts)\(.*?Cannot find name '(\w+)'/gm)].map(
    ([, file, name]) => `${file}: ${name}`,
  )
}

test('each process sees only its own globals: no document in main, no process in renderer and contract', async () => {
  expect([
    await typeErrors('tsconfig.main.json'),
    await typeErrors('tsconfig.contract.json'),
    await typeErrors('tsconfig.renderer.json'),
    await typeErrors('tsconfig.preload.json'),
  ]).toEqual([
    ['main/src/planted.ts: document'],
    ['main/src/contract/planted.ts: process'],
    ['renderer/src/planted.ts: process'],
    [],
  ])
})

test('Biome refuses Node, Electron and services in the renderer, any, and promises nobody waits for', async () => {
  const args = [
    'lint',
    '--vcs-enabled=false',
    '--reporter=json',
    '--max-diagnostics=none',
    'main',
    'renderer',
  ]
  const { code, output } = await runTool(tree.path, '@biomejs/biome/bin/biome', ...args)
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { category: string; location: { path: string } }[]
  } // Biome's own format
  const found = diagnostics.map(({ category, location }) => `${location.path} ${category.split('/').at(-1)}`)
  expect(code).toBe(1)
  expect(found.sort()).toEqual([
    'main/src/floating.ts noFloatingPromises',
    'renderer/lint/any.ts noExplicitAny',
    'renderer/lint/electron.ts noRestrictedImports',
    'renderer/lint/node.ts noNodejsModules',
    'renderer/lint/node.ts noRestrictedImports',
    'renderer/lint/service.ts noRestrictedImports',
  ])
})
