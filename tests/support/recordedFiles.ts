/**
 * Preloaded into a process and its threads: appends what of an app is resolved, read and loaded to the file that
 * RECORDED_FILES names, a line each: `read` or `loaded`, and an absolute path.
 */

import fs, { appendFileSync } from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'

const { RECORDED_FILES: to = '' } = process.env
const append = appendFileSync
const note = (kind: 'read' | 'loaded', path: unknown) => {
  const name = path instanceof URL ? fileURLToPath(path) : path
  if (typeof name === 'string' && name !== to) append(to, `${kind} ${name}\n`)
}

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    if (resolved.url.startsWith('file:')) note('read', fileURLToPath(resolved.url.replace(/[?#].*$/, '')))
    return resolved
  },
})

/** Notes the first argument of some functions of an object. */
function watch(owner: object, names: readonly string[]): void {
  for (const name of names) {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown // of Node
    Reflect.set(owner, name, (...args: unknown[]) => {
      note('read', args[0])
      return original.apply(owner, args)
    })
  }
}
watch(fs, ['readFileSync', 'openSync', 'readFile', 'open', 'createReadStream', 'copyFileSync'])
watch(fs.promises, ['readFile', 'open', 'copyFile'])
syncBuiltinESMExports()

const load = process.dlopen
process.dlopen = (module, path, ...rest) => {
  note('loaded', path)
  return Reflect.apply(load, process, [module, path, ...rest])
}
