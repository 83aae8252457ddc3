import { extname, join, resolve } from 'node:path'

// A build is laid out as the sources are: this file stands in `lib`, and `out/<build>` is as deep as `main/src`.
const base = resolve(import.meta.dirname, '..')
const extension = extname(import.meta.filename)

/** Absolute path of the module of a thread, by its path below `main/src` without the extension. */
export const ownModule = (path: string): string => join(base, `${path}${extension}`)

/** Absolute path of a file or folder that lies beside the code, by its path below `main/src`. */
export const ownFile = (path: string): string => join(base, path)

/** Absolute path of the folder that holds the sample and the template where no host names another. */
export const repositoryRoot = resolve(base, '..', '..')
