import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type AskedFiles, packArchive } from './packaging/appArchive.ts'
import { layOut } from './packaging/packedLayout.ts'

/**
 * `npm run packed`: builds the desktop app, lays it into a folder outside the repository as a packed one lies on a disk,
 * with copies of its packages, and uses it there: its main process under Node with a double in Electron's place, and its
 * page in Chromium. Then it packs the folder `app` into the archive that it is in a package, and looks there for all that
 * was asked for. Prints size, start time and what they did; ends with 1 where something fails or a module comes from
 * anywhere else. What it cannot show: Electron itself, which alone reads from inside an archive.
 */
const root = resolve(import.meta.dirname, '..')
const drivers = ['desktopProcess.ts', 'electronModule.ts', 'electronDouble.ts', 'recordedFiles.ts']
const desktopSchema = z.looseObject({
  sample: z.tuple([z.literal(true), z.literal(true)]),
  index: z.literal('done'),
  promptHasText: z.literal(true),
  wrote: z.literal(true),
  imported: z.tuple([z.string(), z.literal(2)]),
  threads: z.array(z.tuple([z.string(), z.literal(0)])).min(1),
  foreign: z.array(z.never()),
  windowMs: z.number(),
})
const pageSchema = z.strictObject({
  title: z.string(),
  chapters: z.number().min(5),
  hasText: z.literal(true),
  wrote: z.literal(true),
  faults: z.array(z.never()),
})

run(['scripts/bootstrap.mjs', '--for', 'desktop'])
run(['scripts/notices.ts'])
const folder = await mkdtemp(join(tmpdir(), 'creonow-packed-'))
try {
  const { resources, app, files, bytes } = await layOut(root, folder)
  const megabytes = (bytes / 1_000_000).toFixed(1)
  say(`laid out: ${files} files, ${megabytes} MB without Electron`)
  const named = await filesNaming(join(app, 'out'), root)
  if (named.length > 0) throw new Error(`the place of the repository is in ${named.join(', ')}`)

  const driver = join(folder, 'driver')
  await mkdir(driver)
  for (const name of drivers) await cp(join(root, 'tests', 'support', name), join(driver, name))
  await writeFile(join(driver, 'package.json'), '{"type":"module"}')
  const record = join(folder, 'recorded.txt')
  const preload = ['--import', join(driver, 'recordedFiles.ts')]
  const main = [
    ...preload,
    join(driver, 'desktopProcess.ts'),
    join(app, 'out'),
    '--data',
    join(folder, 'data'),
  ]
  const desktop = desktopSchema.parse(run(main, folder, { RECORDED_FILES: record }))
  say(`main process: window after ${desktop.windowMs} ms, ${desktop.threads.length} threads, sample opened,`)
  say(`  indexed, assembled and written on; ${desktop.imported[1]} chapters imported`)

  const rules = await readFile(join(root, 'electron-builder.yml'), 'utf8')
  const asked = askedIn(await readFile(record, 'utf8'), app)
  const { inside, unpacked, faults } = await packArchive({
    app,
    to: join(resources, 'app.asar'),
    rules,
    asked,
  })
  const threads = asked.read.filter((path) => path.endsWith('Worker.js'))
  say(
    `archive: ${inside} files inside, ${unpacked} beside it; ${asked.read.length} were asked for, among them`,
  )
  say(`  ${new Set(threads).size} threads inside and ${asked.loaded.length} native module beside it`)
  if (faults.length > 0) throw new Error(faults.join('\n'))

  const chromium = await chromiumHere()
  if (chromium === null) say('page: not opened, as Chromium is missing')
  else {
    const web = [join(root, 'tests/support/packedWeb.ts'), resources, join(folder, 'web'), chromium]
    const page = pageSchema.parse(run(web, folder))
    say(`page in Chromium: “${page.title}”, ${page.chapters} chapters, written on`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Runs a program of Node and gives the JSON of its last line. @throws Error when it fails. */
function run(args: readonly string[], cwd = root, variables: NodeJS.ProcessEnv = {}): unknown {
  const { CREONOW_DATA_DIR: _, ...environment } = process.env
  const options = {
    cwd,
    env: { ...environment, ...variables },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options)
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}\n${stdout}${stderr}`)
  const last = stdout.trim().split('\n').at(-1) ?? ''
  return last.startsWith('{') ? JSON.parse(last) : undefined
}

/** What was noted of an app; what a run of it has made or looked for elsewhere is left out. */
function askedIn(recorded: string, app: string): AskedFiles {
  const lines = [...new Set(recorded.split('\n'))].map((line) => line.split(/ (.*)/s))
  const ofApp = (kind: string) =>
    lines.flatMap(([first, path = '']) =>
      first === kind && path.startsWith(join(app, '/')) && existsSync(path) ? [path] : [],
    )
  return { read: ofApp('read'), loaded: ofApp('loaded') }
}

/** The files of a build in which a text stands. */
async function filesNaming(build: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(build, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const naming: string[] = []
  for (const path of paths) if ((await readFile(path)).includes(text)) naming.push(path)
  return naming
}

/** What `scripts/setup/browser.mjs` has found; null: none. */
async function chromiumHere(): Promise<string | null> {
  const file = join(root, 'node_modules', '.cache', 'creonow-browser.json')
  const text = await readFile(file, 'utf8').catch(() => '{"chromium":null}')
  return z.object({ chromium: z.string().nullable() }).parse(JSON.parse(text)).chromium
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
