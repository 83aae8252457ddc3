import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty project folder for one test, with short ways to put files in and look at them. */
export async function projectFolder() {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'creonow 项目 ')))
  onTestFinished(() => rm(base, { recursive: true, force: true }))
  const root = join(base, '雾港')
  await mkdir(root)
  return {
    base,
    root,
    async put(path: string, content: string | Uint8Array) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), content)
    },
    read: (path: string) => readFile(join(root, path), 'utf8'),
    /** Every file and folder below the root, sorted; folders end in `/`. */
    async tree() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      return entries
        .map((entry) => {
          const path = join(entry.parentPath, entry.name).slice(root.length + 1)
          return path.replaceAll('\\', '/') + (entry.isDirectory() ? '/' : '')
        })
        .sort()
    },
  }
}
