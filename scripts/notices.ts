import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

// `npm run notices`: out/sbom.cdx.json (CycloneDX) and out/third-party-notices.txt of what a packaged app has in it.

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
})

/** The texts of the licences in a package's folder; empty when it has none. */
function licencesIn(folder: string): string {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    // Of another platform: not installed here.
    return ''
  }
  const texts = names.filter((name) => /^(?:licen[cs]e|notice|copying)(?:[.-]|$)/i.test(name)).sort()
  return texts.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
}

const { packages } = lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const shipped = Object.entries(packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .sort(([a], [b]) => (a < b ? -1 : 1))
const notices = shipped.map(([path, { version = '', license = 'no licence declared' }]) => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { name, title: `${name} ${version} (${license})`, text: licencesIn(path) }
})
mkdirSync('out', { recursive: true })
writeFileSync(
  join('out', 'third-party-notices.txt'),
  notices.map(({ title, text }) => `${title}\n\n${text || 'The package has no licence file.'}\n`).join('\n'),
)
const sbom = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'],
  {
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  },
)
writeFileSync(join('out', 'sbom.cdx.json'), sbom)
const without = notices.filter(({ text }) => text === '').map(({ name }) => name)
process.stdout.write(
  `${notices.length} packages; without a licence file here: ${without.join(', ') || 'none'}\n`,
)
