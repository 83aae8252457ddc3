import { readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createPackageWithOptions, extractFile, listPackage, statFile, uncache } from '@electron/asar'
import { parse } from 'yaml'
import { z } from 'zod'

/** What a run of the laid-out app has asked for, as absolute paths. */
export interface AskedFiles {
  /** Modules that were resolved and files that were read. */
  readonly read: readonly string[]
  /** Native code that was loaded. */
  readonly loaded: readonly string[]
}

/** The archive of an app, and what lies beside it. */
export interface AppArchive {
  /** Files that Electron reads from inside of it. */
  readonly inside: number
  /** Files that lie in `app.asar.unpacked`. */
  readonly unpacked: number
  /** A sentence for each file that was asked for and would not be there so. */
  readonly faults: readonly string[]
}

const unpackSchema = z.object({ asarUnpack: z.array(z.string().endsWith('/**')) })

/**
 * Packs a laid-out app as electron-builder does and compares the archive with what a run has asked for. Plain Node cannot
 * read from inside an archive: that Electron does, in threads too (electron/electron#33216), is not shown by this.
 */
export async function packArchive(options: {
  /** The folder `app`. */
  readonly app: string
  /** The archive that is written, `app.asar`. */
  readonly to: string
  /** The text of electron-builder.yml. */
  readonly rules: string
  readonly asked: AskedFiles
}): Promise<AppArchive> {
  const { app, to, asked } = options
  const { asarUnpack } = unpackSchema.parse(parse(options.rules))
  const folders = asarUnpack.map((pattern) => pattern.slice(0, -'/**'.length))
  await createPackageWithOptions(app, to, { dot: true, unpackDir: `{${folders.join(',')},}` })
  uncache(to)
  const files = listPackage(to, { isPack: false })
    .map((name) => name.replace(/^[\\/]/, ''))
    .filter((name) => !('files' in statFile(to, name)))
  const places = new Map(files.map((name) => [name, isUnpacked(to, name)]))
  const faults: string[] = []
  for (const path of new Set(asked.read)) {
    const name = relative(app, path)
    if (name.startsWith('..') || !(await stat(path)).isFile()) continue
    const place = places.get(name)
    if (place === undefined) faults.push(`${name} was read and is not in the archive`)
    else if (place) await compare(join(`${to}.unpacked`, name), path)
    else if (!extractFile(to, name).equals(await readFile(path))) faults.push(`${name} has other bytes`)
  }
  for (const path of new Set(asked.loaded))
    if (places.get(relative(app, path)) !== true)
      faults.push(`${relative(app, path)} is native code and lies inside the archive`)
  const unpacked = files.filter((name) => places.get(name)).length
  return { inside: files.length - unpacked, unpacked, faults }

  async function compare(copy: string, path: string): Promise<void> {
    if (!(await readFile(copy)).equals(await readFile(path))) faults.push(`${copy} has other bytes`)
  }
}

function isUnpacked(archive: string, name: string): boolean {
  const entry = statFile(archive, name)
  return 'unpacked' in entry && entry.unpacked === true
}
