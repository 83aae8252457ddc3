import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ownNode, run, SetupError, say, writeText } from './shell.mjs'

const rendererConfig = 'electron.vite.renderer.ts'
const programConfig = 'scripts/setup/program.vite.ts'

/** The page, for both hosts. The few values it takes from the contract are part of its sources. */
export const ensureRenderer = (root) =>
  ensureBuilt(root, {
    what: ['界面', 'the renderer'],
    sources: ['renderer', rendererConfig, 'main/src/contract', 'package-lock.json'],
    needs: ['renderer/index.html', rendererConfig],
    makes: 'out/renderer/index.html',
    stamp: 'out/.renderer-hash',
    command: ['vite/bin/vite.js', 'build', '--config', rendererConfig, '--logLevel', 'error'],
  })

/** The command line as few files, which start in three fifths of the time. */
export const ensureProgram = (root) =>
  ensureBuilt(root, {
    what: ['命令行程序', 'the command line'],
    sources: ['main', programConfig, 'package.json', 'package-lock.json'],
    needs: ['main/src/hosts/cli/main.ts', programConfig],
    makes: 'out/program/hosts/cli/main.js',
    stamp: 'out/.program-hash',
    command: ['vite/bin/vite.js', 'build', '--config', programConfig, '--logLevel', 'error'],
  })

/** Main process, preload script and page, for Electron. */
export const ensureDesktop = (root) =>
  ensureBuilt(root, {
    what: ['桌面应用', 'the desktop app'],
    sources: ['main', 'preload', 'renderer', 'electron.vite.config.ts', rendererConfig, 'package-lock.json'],
    needs: ['renderer/index.html', 'preload/src/index.ts'],
    makes: 'out/main/index.js',
    stamp: 'out/.desktop-hash',
    command: ['electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'error'],
  })

/** Builds when the sources differ from those of the last build; nothing to build is no error. */
function ensureBuilt(root, { what, sources, needs, makes, stamp, command }) {
  if (!needs.every((path) => existsSync(join(root, path)))) return
  const stampPath = join(root, stamp)
  const wanted = hashOf(root, sources)
  const built = existsSync(stampPath) ? readFileSync(stampPath, 'utf8').trim() : null
  if (built === wanted && existsSync(join(root, makes))) {
    // Of these sources, also where they were checked out again since.
    utimesSync(stampPath, new Date(), new Date())
    return
  }

  say(`构建${what[0]}`, `building ${what[1]}`)
  const [script, ...args] = command
  if (!run(ownNode(root), [join(root, 'node_modules', script), ...args], { cwd: root })) {
    throw new SetupError(
      `${what[0]}没有构建成功，原因在上面。`,
      `Building ${what[1]} failed; the reason stands above.`,
    )
  }
  writeText(stampPath, `${wanted}\n`)
}

function hashOf(root, sources) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesAt(join(root, source)))) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesAt(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesAt(join(path, name)))
}
