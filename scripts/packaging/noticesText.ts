import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ShippedPackage } from './shippedPackages.ts'

const description = z.object({
  license: z.string().optional(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
})

/** Licences of packages as a text for people. */
export interface Notices {
  readonly text: string
  /** Names of the packages whose folder has no licence file. */
  readonly withoutFile: readonly string[]
}

/**
 * The licence of each package as it came with it; where it came with none, what its package.json declares. `root` is
 * the folder of the lockfile. @throws Error when a package is not installed.
 */
export function noticesOf(root: string, packages: readonly ShippedPackage[]): Notices {
  const withoutFile: string[] = []
  const parts = packages.map(({ folder, name, version, license }) => {
    const path = join(root, folder)
    const names = readdirSync(path).filter((file) => /^(?:licen[cs]e|notice|copying)(?:[.-]|$)/i.test(file))
    const texts = names.sort().map((file) => readFileSync(join(path, file), 'utf8').trim())
    if (texts.length === 0) withoutFile.push(name)
    const body = texts.join('\n\n') || declared(path, license)
    return `${name} ${version} (${license})\n\n${body}\n`
  })
  return { text: parts.join(`\n${'-'.repeat(72)}\n\n`), withoutFile }
}

function declared(path: string, license = ''): string {
  const content = description.parse(JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')))
  const { repository, author } = content
  const url = typeof repository === 'string' ? repository : repository?.url
  const by = typeof author === 'string' ? author : author?.name
  return [
    'The package has no licence file. Its package.json declares:',
    `license: ${content.license ?? license}`,
    ...(by === undefined ? [] : [`author: ${by}`]),
    ...(url === undefined ? [] : [`repository: ${url}`]),
  ].join('\n')
}
