import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { noticesOf } from './packaging/noticesText.ts'
import { sbomOf } from './packaging/sbom.ts'
import { shippedPackages } from './packaging/shippedPackages.ts'

// `npm run notices`: out/sbom.cdx.json (CycloneDX) and out/third-party-notices.txt of what a packed app has in it.

const app = z
  .object({ name: z.string(), version: z.string(), license: z.string() })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const packages = shippedPackages(readFileSync('package-lock.json', 'utf8'))
const { text, withoutFile } = noticesOf('.', packages)
const unicode = readFileSync(join('docs', 'licences', 'Unicode-3.0.txt'), 'utf8')
mkdirSync('out', { recursive: true })
writeFileSync(
  join('out', 'third-party-notices.txt'),
  `${text}\n${'-'.repeat(72)}\n\nUnicode data\n\n${unicode}`,
)
writeFileSync(join('out', 'sbom.cdx.json'), `${JSON.stringify(sbomOf(app, packages), null, 2)}\n`)
process.stdout.write(
  `${packages.length} packages; without a licence file: ${withoutFile.join(', ') || 'none'}\n`,
)
