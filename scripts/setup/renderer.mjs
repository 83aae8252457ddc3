import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ownNode, run, SetupError, say, writeText } from './shell.mjs'

const config = 'electron.vite.renderer.ts'
/** What ends up in the bundle besides renderer/: the few values of the contract, and the packages. */
const alsoBundled = [config, 'main/src/ipc/errorCodes.ts', 'main/src/ipc/result.ts', 'package-lock.json']

/** Builds the renderer when its sources differ from those of the last build. */
export function ensureRenderer(root) {
  if (!existsSync(join(root, 'renderer', 'index.html')) || !existsSync(join(root, config))) return
  const stampPath = join(root, 'out', '.renderer-hash')
  const wanted = hashOf(root)
  const built = existsSync(stampPath) ? readFileSync(stampPath, 'utf8').trim() : null
  if (built === wanted && existsSync(join(root, 'out', 'renderer', 'index.html'))) return

  say('building the renderer')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  if (!run(ownNode(root), [vite, 'build', '--config', config, '--logLevel', 'warn'], { cwd: root })) {
    throw new SetupError('界面没有构建成功，vite 的输出在上面。')
  }
  writeText(stampPath, `${wanted}\n`)
}

function hashOf(root) {
  const hash = createHash('sha256')
  const files = [...filesBelow(join(root, 'renderer')), ...alsoBundled.map((path) => join(root, path))]
  for (const path of files.filter(existsSync)) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
}
