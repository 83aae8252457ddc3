import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The file of a worker thread: the source beside this one, or where the desktop build puts its entries. */
export function workerFile(name: 'indexWorker' | 'vectorWorker'): string {
  const here = import.meta.dirname
  const places = [join(here, `${name}.ts`), join(here, `${name}.js`), join(here, '..', `${name}.js`)]
  const found = places.find((place) => existsSync(place))
  if (found === undefined) throw new Error(`the worker ${name} is missing`)
  return found
}
