import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { writeDeclarations } from './declarations.ts'

const root = join(import.meta.dirname, '..', '..')
const source = join(root, 'main', 'src', 'library')
/** Subpath of the package and its file without extension. */
const entries = { '.': 'index', './node': 'fileStores', './encodings': 'encodings' } as const

/** What a build contains. */
export interface EngineBuild {
  /** Bytes of each JavaScript file, by its path in the package. */
  readonly bytes: Readonly<Record<string, number>>
  /** Packages that are part of the JavaScript, sorted. */
  readonly bundled: readonly string[]
}

/**
 * Builds the package `@creonow/context-engine` into `out`: JavaScript for Node, declarations, README, licences and a
 * package.json with zod as the only dependency. Replaces the folder.
 * @throws Error when the JavaScript imports anything but zod and Node.
 */
export async function buildEngine(out: string): Promise<EngineBuild> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const chunks = await bundle(out)
  for (const { fileName, imports } of chunks)
    for (const name of imports)
      if (!isAllowed(name))
        throw new Error(`${fileName} imports ${name}, which the package does not depend on`)
  const bundled = [...new Set(chunks.flatMap(({ modules }) => modules.flatMap(packageOf)))].sort()
  await writeDeclarations(
    Object.values(entries).map((name) => `${name}.ts`),
    source,
    out,
  )
  await writeFile(join(out, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`)
  await cp(join(root, 'LICENSE'), join(out, 'LICENSE'))
  await cp(join(root, 'docs', 'embedding.md'), join(out, 'README.md'))
  await writeFile(join(out, 'THIRD-PARTY.txt'), await licencesOf(bundled))
  const bytes = Object.fromEntries(chunks.map(({ fileName, size }) => [fileName, size]))
  return { bytes, bundled }
}

interface Chunk {
  readonly fileName: string
  readonly size: number
  /** Files and packages that it imports, as written. */
  readonly imports: readonly string[]
  /** Paths of the modules with code in it. */
  readonly modules: readonly string[]
}

async function bundle(out: string): Promise<Chunk[]> {
  const input = Object.fromEntries(Object.values(entries).map((name) => [name, join(source, `${name}.ts`)]))
  const result = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    // Everything but zod is part of the files.
    ssr: { noExternal: true, external: ['zod'] },
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      target: 'node22',
      minify: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
        // A module is there for what it exports: the engine runs nothing when it is imported.
        treeshake: { moduleSideEffects: false },
      },
    },
  })
  if (!('output' in result)) throw new Error('the bundler gave no output')
  return result.output.flatMap((item) =>
    item.type === 'chunk'
      ? [
          {
            fileName: item.fileName,
            size: Buffer.byteLength(item.code),
            imports: [...item.imports, ...item.dynamicImports],
            modules: Object.entries(item.modules).flatMap(([path, { renderedLength }]) =>
              renderedLength > 0 ? [path] : [],
            ),
          },
        ]
      : [],
  )
}

const isAllowed = (name: string) => name === 'zod' || name.startsWith('node:') || name.endsWith('.js')

/** The package that a module belongs to; none for the repository's own. */
function packageOf(path: string): string[] {
  const name = /.*node_modules[/](@[^/]+[/][^/]+|[^/]+)[/]/.exec(path.replaceAll('\\', '/'))?.[1]
  return name === undefined ? [] : [name]
}

async function manifest() {
  const app = await packageJson(root)
  const file = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` })
  return {
    name: '@creonow/context-engine',
    version: app.version,
    description:
      'Decides what a language model reads of a long text: one prompt within a token budget, with evidence.',
    license: app.license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22' },
    exports: Object.fromEntries(Object.entries(entries).map(([path, name]) => [path, file(name)])),
    dependencies: { zod: app.dependencies?.zod },
  }
}

interface PackageJson {
  readonly version: string
  readonly license: string
  readonly repository?: { readonly url: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

async function packageJson(folder: string): Promise<PackageJson> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}

/** The licence of each bundled package, as it came with it. */
async function licencesOf(packages: readonly string[]): Promise<string> {
  const parts = packages.map(async (name) => {
    const folder = join(root, 'node_modules', name)
    const { version, license, repository } = await packageJson(folder)
    const file = (await readdir(folder)).find((path) => /^licen[cs]e/i.test(path))
    const text =
      file === undefined ? `${license}, ${repository?.url}` : await readFile(join(folder, file), 'utf8')
    return `${name} ${version}\n\n${text.trim()}\n`
  })
  return (await Promise.all(parts)).join(`\n${'-'.repeat(72)}\n\n`)
}
