import { z } from 'zod'

const entry = z.object({
  /** Present where the folder has another name than the package. */
  name: z.string().optional(),
  version: z.string(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
})
const lockfile = z.object({ packages: z.record(z.string(), z.unknown()) })

/** A package that is part of a packed app. */
export interface ShippedPackage {
  /** Its folder, from that of the lockfile. */
  readonly folder: string
  readonly name: string
  readonly version: string
  /** SPDX expression; absent: it declares none. */
  readonly license?: string | undefined
  /** Subresource integrity: algorithms with hashes in base64. */
  readonly integrity?: string | undefined
}

/** Licences that ask for no more than their text; 0004-dependencies.md names them. */
const permissive =
  /^(?:0BSD|AFL-2\.1|Apache-2\.0|BlueOak-1\.0\.0|BSD(?:-[23]-Clause)?|CC0-1\.0|ISC|MIT|MIT-0|Python-2\.0|Unlicense|Zlib)$/

/**
 * The production packages of a lockfile, by folder. The lockfile decides, as `npm sbom --omit dev` leaves out those
 * which a development package uses too. @throws Error when it is no lockfile, or one has no permissive licence.
 */
export function shippedPackages(lockfileText: string): readonly ShippedPackage[] {
  const { packages } = lockfile.parse(JSON.parse(lockfileText))
  const shipped = Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, value]) => ({ folder, ...entry.parse(value) }))
    .filter(({ dev, devOptional }) => !dev && !devOptional)
    .map(({ folder, name = folder.slice(folder.lastIndexOf(modules) + modules.length), ...rest }) => {
      const { version, license, integrity } = rest
      return { folder, name, version, license, integrity }
    })
    .sort((a, b) => (a.folder < b.folder ? -1 : 1))
  const refused = shipped.filter(({ license }) => !isPermissive(license))
  if (refused.length > 0)
    throw new Error(
      `no permissive licence: ${refused.map(({ name, license }) => `${name} (${license ?? 'none declared'})`).join(', ')}`,
    )
  return shipped
}

const modules = 'node_modules/'

/** Of an SPDX expression without nesting: one of its alternatives is permissive in all parts. */
function isPermissive(license = ''): boolean {
  const alternatives = license.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return alternatives.some((parts) => parts.split(' AND ').every((id) => permissive.test(id)))
}
