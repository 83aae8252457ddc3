import { extname, join } from 'node:path'

/** The file of a worker thread: in the folder of this one, in the sources as in the build that mirrors them. */
export function workerFile(name: 'indexWorker' | 'vectorWorker'): string {
  return join(import.meta.dirname, `${name}${extname(import.meta.filename)}`)
}
