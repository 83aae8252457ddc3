import { cp, mkdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, matchesGlob, relative } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { shippedPackages } from './shippedPackages.ts'

/** What is read here of electron-builder.yml. */
const configSchema = z.object({
  files: z.array(z.string()),
  extraResources: z.array(z.object({ from: z.string(), to: z.string() })),
})
/** Which files go into a packed app, as electron-builder.yml says. */
export type PackingRules = z.infer<typeof configSchema>

/** A packed app that lies in folders instead of an archive. */
export interface PackedLayout {
  /** Where the program has its resources; absolute. */
  readonly resources: string
  /** The folder `app` in it, in the place of the archive `app.asar`. */
  readonly app: string
  /** The files laid there. */
  readonly files: number
  /** Their sizes together, in bytes. */
  readonly bytes: number
}

/** Left out of every package by electron-builder 26 without being asked. */
const leftOut = {
  anywhere: new Set(
    '.DS_Store node_modules CHANGELOG.md ChangeLog changelog.md Changelog.md Changelog binding.gyp .npmignore .github yarn.lock package-lock.json'.split(
      ' ',
    ),
  ),
  atTop: new Set(
    'karma.conf.js .coveralls.yml README.md readme.markdown README readme.md Readme.md Readme readme test tests __tests__ powered-test example examples .bin'.split(
      ' ',
    ),
  ),
  endings: new Set('.orig .cc .mk .a .o .obj .pdb .sln'.split(' ')),
}

/** Reads the rules of a file like electron-builder.yml. @throws Error when it has none. */
export const packingRules = (text: string): PackingRules => configSchema.parse(parse(text))

/** Whether a path, from the root of the repository and with slashes, is not taken away by a rule with `!`. */
export function isExcluded(path: string, { files }: PackingRules): boolean {
  return files.some((rule) => rule.startsWith('!') && matchesGlob(path, rule.slice(1)))
}

/** Whether electron-builder takes a file of a package; `path` is from the package's folder, with slashes. */
export function isTakenOfPackage(path: string): boolean {
  const [top = ''] = path.split('/')
  const name = basename(path)
  if (leftOut.anywhere.has(name) || leftOut.atTop.has(top) || name.startsWith('._')) return false
  return !leftOut.endings.has(extname(name)) && !name.endsWith('.d.ts')
}

/**
 * Lays a built app into `to` as a packed one lies on a disk: its code and its packages in `resources/app`, what it ships
 * beside them. Everything is copied, so that nothing leads back to the repository at `root`. @throws Error when something
 * that the rules name has not been built, or a package is not installed.
 */
export async function layOut(root: string, to: string): Promise<PackedLayout> {
  const rules = packingRules(await readFile(join(root, 'electron-builder.yml'), 'utf8'))
  const resources = join(to, 'resources')
  const app = join(resources, 'app')
  let [files, bytes] = [0, 0]
  async function lay(from: string, at: string, isTaken: (path: string) => boolean): Promise<void> {
    await mkdir(dirname(at), { recursive: true })
    await cp(from, at, {
      ...{ recursive: true, dereference: true },
      async filter(source) {
        const path = relative(from, source).replaceAll('\\', '/')
        if (path !== '' && !isTaken(path)) return false
        const stats = await stat(source)
        if (stats.isFile()) [files, bytes] = [files + 1, bytes + stats.size]
        return true
      },
    })
  }
  for (const rule of rules.files.filter((rule) => !rule.startsWith('!'))) {
    const path = rule.replace(/\/\*\*$/, '')
    await lay(join(root, path), join(app, path), () => true)
  }
  const packages = shippedPackages(await readFile(join(root, 'package-lock.json'), 'utf8'))
  for (const { folder } of packages.filter(({ folder }) => !isExcluded(`${folder}/package.json`, rules)))
    await lay(join(root, folder), join(app, folder), isTakenOfPackage)
  for (const { from, to: name } of rules.extraResources)
    await lay(join(root, from), join(resources, name), () => true)
  return { resources, app, files, bytes }
}
