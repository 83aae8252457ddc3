import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A part of the core: its sources, and the unit tests beside it that have to notice when it is broken. */
export interface CorePackage {
  readonly name: string
  readonly folders: readonly string[]
  readonly files: RegExp
  readonly tests: readonly string[]
}

const services = 'main/src/services'
const tests = 'tests/unit/services'

export const corePackages: readonly CorePackage[] = [
  {
    name: 'context',
    folders: [`${services}/context`],
    files: /[.]ts$/,
    tests: [`${tests}/context`, `${tests}/sources`],
  },
  {
    name: 'sources',
    folders: [`${services}/sources`],
    files: /[.]ts$/,
    tests: [`${tests}/sources`, `${tests}/context`],
  },
  { name: 'tokens', folders: [`${services}/tokens`], files: /[.]ts$/, tests: [`${tests}/tokens`] },
  { name: 'redaction', folders: [`${services}/redaction`], files: /[.]ts$/, tests: [`${tests}/redaction`] },
  {
    name: 'names',
    folders: [`${services}/codex`],
    files: /\/(names\/.*|boundaries|fold|mentions|nameIndex|nameWords|pairTable|windowMentions)[.]ts$/,
    tests: [`${tests}/codex`],
  },
]

/** Paths of the package's sources below `root`, with forward slashes, in order. */
export function filesOf(root: string, { folders, files }: CorePackage): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => files.test(path) && !path.endsWith('.d.ts'))
    .sort()
}
