import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Mutant, mutated } from './mutant.ts'

const left = /^(node_modules|out|test-results|playwright-report|\.git)(\/|$)/

/** A copy of the working tree in which one mutant at a time stands. */
export interface Copy {
  readonly path: string
  plant(mutant: Mutant): Promise<() => Promise<void>>
  remove(): Promise<void>
}

/** Everything but packages and products is copied; the packages are the working tree's. */
export async function copyOf(root: string): Promise<Copy> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'creonow-mutate-')))
  const filter = (source: string) => !left.test(relative(root, source).replaceAll('\\', '/'))
  await cp(root, path, { recursive: true, filter })
  await symlink(join(root, 'node_modules'), join(path, 'node_modules'), 'dir')
  return {
    path,
    async plant(mutant) {
      const file = join(path, mutant.path)
      const source = await readFile(file, 'utf8')
      await writeFile(file, mutated(source, mutant))
      return () => writeFile(file, source)
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
