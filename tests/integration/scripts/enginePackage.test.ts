import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEngine, type EngineBuild } from '../../../scripts/engine/build.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc')
const run = promisify(execFile)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
/** An empty folder outside the repository, with the packed engine installed. */
let app: string
let built: EngineBuild
let packed: { readonly filename: string; readonly size: number; readonly files: readonly PackedFile[] }
let document: string

interface PackedFile {
  readonly path: string
  readonly size: number
}

const block = (language: string, text = document) =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1] ?? ''

/** npm without the network: everything comes from folders of this machine. */
async function npm(...args: string[]): Promise<string> {
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { stdout } = await run('npm', [...args, ...offline], { cwd: app, maxBuffer: 16 * 1_048_576 })
  return stdout
}

const compile = (...args: string[]) => run(process.execPath, [compiler, '--strict', ...args], { cwd: app })

beforeAll(async () => {
  folder = await temporaryFolder('engine-package-')
  app = join(folder.path, 'app')
  await mkdir(app)
  await writeFile(join(app, 'package.json'), '{ "type": "module" }\n')
  built = await buildEngine(join(folder.path, 'engine'))
  const [engine, zod] = JSON.parse(
    await npm('pack', join(folder.path, 'engine'), join(root, 'node_modules', 'zod'), '--json'),
  )
  packed = engine
  await npm('install', `./${engine.filename}`, `./${zod.filename}`)
  document = await readFile(join(app, 'node_modules', '@creonow', 'context-engine', 'README.md'), 'utf8')
  await writeFile(join(app, 'program.ts'), block('ts'))
  await compile('program.ts')
})

afterAll(() => folder.remove())

test('the packed engine is small, depends only on zod and contains no source', async () => {
  const isEncoding = ({ path }: PackedFile) => /_base[.]js$/.test(path)
  const withoutEncodings = packed.files.filter((file) => !isEncoding(file))
  const bytes = withoutEncodings.reduce((sum, { size }) => sum + size, 0)
  console.info(`engine package: ${packed.size} bytes packed, ${bytes} unpacked without encodings`)
  expect(bytes).toBeLessThan(2 * 1_048_576)
  expect(packed.files.filter(({ path }) => !/[.](js|d[.]ts|md|txt|json)$|^LICENSE$/.test(path))).toEqual([])
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const manifest = JSON.parse(await readFile(join(folder.path, 'engine', 'package.json'), 'utf8'))
  expect([manifest.name, manifest.dependencies]).toEqual([
    '@creonow/context-engine',
    { zod: dependencies.zod },
  ])
  const notices = await readFile(join(folder.path, 'engine', 'THIRD-PARTY.txt'), 'utf8')
  expect(built.bundled.filter((name) => !notices.includes(`${name} `))).toEqual([])
})

test('the program of docs/embedding.md has at most 40 lines and the document at most 4 KB', async () => {
  expect(document).toBe(await readFile(join(root, 'docs', 'embedding.md'), 'utf8'))
  expect(block('ts').trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  expect(Buffer.byteLength(document)).toBeLessThanOrEqual(4096)
})

test('an engine without language and template does not compile, under either module resolution', {
  tags: ['whole'],
}, async () => {
  const source = `import { createContextEngine } from '@creonow/context-engine'
import { createTokenizer } from '@creonow/context-engine/encodings'
import { createFileStores } from '@creonow/context-engine/node'
const parts = {
  sources: [],
  tokenizer: await createTokenizer('o200k_base'),
  stores: createFileStores({ folder: 'stores' }),
}
// @ts-expect-error: one of the two is required
createContextEngine(parts)
createContextEngine({ ...parts, language: 'zh' })
`
  await writeFile(join(app, 'incomplete.ts'), source)
  await compile('--noEmit', 'incomplete.ts')
  await compile('--noEmit', '--module', 'nodenext', 'incomplete.ts', 'program.ts')
})

test('the programs of both README files compile', async () => {
  const names = ['README.md', 'README.zh-CN.md']
  for (const name of names) {
    const program = block('ts', await readFile(join(root, name), 'utf8'))
    expect(program).toContain('createContextEngine')
    await writeFile(join(app, `${name}.ts`), program)
  }
  await compile('--noEmit', ...names.map((name) => `${name}.ts`))
})

test('the program prints what the document shows, on each supported Node of this machine', async () => {
  const nodes = await supportedNodes()
  console.info(`engine package: ran on ${nodes.map(({ version }) => version).join(', ')}`)
  for (const { path } of nodes) {
    const { stdout } = await run(path, ['program.js'], { cwd: app })
    expect(stdout).toBe(block('text'))
  }
})

test('nothing that the package loads has a pattern which only a Node above 22 can read', {
  tags: ['whole'],
}, async () => {
  // The errors of Node 22 for groups with modifiers and for a group name that occurs twice.
  const strict = `const Native = RegExp
globalThis.RegExp = new Proxy(Native, { construct(target, [pattern, ...rest]) {
  const source = String(pattern?.source ?? pattern)
  const names = Array.from(source.matchAll(/[(][?]<(\\w+)>/g), ([, name]) => name)
  if (/[(][?]([ims]+(-[ims]+)?|-[ims]+):/.test(source) || new Set(names).size < names.length)
    throw new SyntaxError('invalid group in Node 22: ' + source)
  return new target(pattern, ...rest)
} })`
  const loader = `data:text/javascript,${encodeURIComponent(strict)}`
  const program = `import './program.js'
import '@creonow/context-engine/node'
import { createTokenizer } from '@creonow/context-engine/encodings'
await createTokenizer('o200k_base')
await createTokenizer('cl100k_base')
`
  await writeFile(join(app, 'patterns.js'), program)
  const { stdout } = await run(process.execPath, ['--import', loader, 'patterns.js'], { cwd: app })
  expect(stdout).toBe(block('text'))
})

test('the program bundled into one ECMAScript module runs without any package', async () => {
  const out = join(folder.path, 'bundle')
  await build({
    configFile: false,
    root: app,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: 'program.ts',
      outDir: out,
      rolldownOptions: { output: { entryFileNames: 'program.mjs', codeSplitting: false } },
    },
  })
  expect(await readdir(out)).toEqual(['program.mjs'])
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: out })
  expect(stdout).toBe(block('text'))
})

test('stores in files give the next process its session, its budget and the receipts', {
  tags: ['whole'],
}, async () => {
  const program = `import { ContextError, createContextEngine } from '@creonow/context-engine'
import { createTokenizer } from '@creonow/context-engine/encodings'
import { createFileStores } from '@creonow/context-engine/node'
const stores = createFileStores({ folder: 'stores', maxReceipts: 2 })
const layer = (ratio) => ({ ratio, minTokens: 0 })
const budget = { rules: layer(0.1), settings: layer(0.1), retrieved: layer(0.1), immediate: layer(0.7) }
await stores.budgets.write('雾港', budget)
const engine = createContextEngine({ sources: [], tokenizer: await createTokenizer('o200k_base'), language: 'zh', stores })
const request = { projectId: '雾港', documentId: '../第一章', text: '雾从港口漫上来。', instruction: '接着写。' }
const { prefixUnchanged } = await engine.assemble(request)
const error = await engine.assemble({ ...request, selection: { from: 3, to: 99 } }).catch((error) => error)
console.log(JSON.stringify([
  prefixUnchanged, (await stores.receipts.list('雾港')).length, await stores.budgets.read('雾港'),
  error instanceof ContextError, error.code, error.message,
]))
`
  await writeFile(join(app, 'stores.js'), program)
  const layer = (ratio: number) => ({ ratio, minTokens: 0 })
  const budget = { rules: layer(0.1), settings: layer(0.1), retrieved: layer(0.1), immediate: layer(0.7) }
  const error = [true, 'INVALID_ARGUMENT', '选区不在这段文字里。']
  for (const [prefixUnchanged, receipts] of [
    [false, 1],
    [true, 2],
    [true, 2],
  ]) {
    const { stdout } = await run(process.execPath, ['stores.js'], { cwd: app })
    expect(JSON.parse(stdout)).toEqual([prefixUnchanged, receipts, budget, ...error])
  }
  const stores = await readdir(join(app, 'stores'))
  expect(stores).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
})

test('every public type and every field of it has a doc comment', async () => {
  const undocumented: string[] = []
  const files = (await readdir(join(folder.path, 'engine'))).filter((name) => name.endsWith('.d.ts'))
  for (const name of files) {
    const text = await readFile(join(folder.path, 'engine', name), 'utf8')
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      const isPublic =
        isDeclaration(node) && !(ts.isPropertyDeclaration(node) && node.name.getText() === 'name')
      if (isPublic && ts.getJSDocCommentsAndTags(node).length === 0)
        undocumented.push(`${name}: ${node.getText().split('\n')[0]}`)
      // A literal type inside a field is described by the field.
      if (!ts.isTypeLiteralNode(node) || !ts.isPropertySignature(node.parent)) ts.forEachChild(node, visit)
    }
    visit(source)
  }
  expect(files).toContain('types.d.ts')
  expect(undocumented).toEqual([])
})

const isDeclaration = (node: ts.Node) =>
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodSignature(node)

/** This Node, and others of the search path or of `CREONOW_OTHER_NODE`, one per version from 22 on. */
async function supportedNodes(): Promise<{ readonly path: string; readonly version: string }[]> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const others = [process.env.CREONOW_OTHER_NODE ?? '', ...folders.map((path) => join(path, 'node'))]
  const versions = new Map([[process.version, process.execPath]])
  for (const path of others.filter((one) => one !== '' && existsSync(one))) {
    const version = (await run(path, ['--version'])).stdout.trim()
    const isSupported = Number(/^v(\d+)/.exec(version)?.[1]) >= 22
    if (isSupported && !versions.has(version)) versions.set(version, path)
  }
  return [...versions].map(([version, path]) => ({ version, path }))
}
