import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Address of a module of the program, by its path below `main/src` without the extension: the built one, or, where a
 * source was changed after the build, the source.
 */
export function programModule(root, name) {
  const sources = join(root, 'main/src')
  const path = isBuilt(root, sources) ? join(root, 'out/program', `${name}.js`) : join(sources, `${name}.ts`)
  return pathToFileURL(path).href
}

function isBuilt(root, sources) {
  const builtAt = changedAt(join(root, 'out/.program-hash'))
  if (builtAt === 0) return false
  const files = readdirSync(sources, { recursive: true }).map((name) => join(sources, name))
  const packages = ['package.json', 'package-lock.json'].map((name) => join(root, name))
  return [...files, ...packages].every((file) => changedAt(file) <= builtAt)
}

/** Milliseconds; 0 where there is no file. */
const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
