import type { ShippedPackage } from './shippedPackages.ts'

/** A list of packages in CycloneDX 1.5; the same for the same packages, so without a time and a serial number. */
export function sbomOf(
  app: { readonly name: string; readonly version: string; readonly license: string },
  packages: readonly ShippedPackage[],
) {
  // A package may be in two folders with one version; it is one component.
  const components = new Map(packages.map((item) => [purlOf(item), componentOf(item)]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { ...componentOf(app), type: 'application' } },
    components: [...components.values()],
  }
}

function componentOf(item: Pick<ShippedPackage, 'name' | 'version' | 'license' | 'integrity'>) {
  const { name, version, license = '', integrity } = item
  const hashes = (integrity ?? '').split(' ').flatMap((part) => {
    const [, digits, base64 = ''] = /^sha(1|256|384|512)-(.+)$/.exec(part) ?? []
    if (digits === undefined) return []
    return [{ alg: `SHA-${digits}`, content: Buffer.from(base64, 'base64').toString('hex') }]
  })
  return {
    type: 'library',
    'bom-ref': purlOf(item),
    name,
    version,
    licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }],
    ...(hashes.length > 0 && { hashes }),
    purl: purlOf(item),
  }
}

const purlOf = ({ name, version }: { readonly name: string; readonly version: string }) =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`
