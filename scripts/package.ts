import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { electronDistOf } from './packaging/electronDist.ts'
import { fuseFaults, shippedFuses } from './packaging/fuses.ts'
import { updateArguments } from './packaging/updateArguments.ts'

/**
 * `npm run package [-- --linux | --mac | --win]`: builds the desktop app, writes SBOM and notices, packs the app with
 * electron-builder, which sets the fuses by `packaging/afterPack.ts`, and reads them back. It needs Electron's binary:
 * that of its package, or that in the folder `CREONOW_ELECTRON_DIST`. `CREONOW_MAINTAINER`, a name and an e-mail address,
 * and `CREONOW_HOMEPAGE` are written into the packages; `CREONOW_UPDATE_FEED` and `CREONOW_UPDATE_KEY` give it updates
 * (`packaging/updateArguments.ts`), whose channel files `npm run updates -- sign` signs. It fetches
 * electron-builder, whose 200 packages nobody else needs.
 */
const builder = 'electron-builder@26.17.0'
const root = resolve(import.meta.dirname, '..')
const packages = join(root, 'out', 'packages')

run(process.execPath, ['scripts/bootstrap.mjs', '--for', 'desktop'])
run(process.execPath, ['scripts/notices.ts'])
const dist = electronDistOf({ root, environment: process.env, platform: process.platform })
if ('missing' in dist) fail(dist.missing)
const { CREONOW_MAINTAINER: maintainer, CREONOW_HOMEPAGE: homepage } = process.env
run('npm', [
  ...['exec', '--yes', '--', builder, '--publish', 'never', `-c.electronDist=${dist.folder}`],
  ...(maintainer ? [`-c.linux.maintainer=${maintainer}`] : []),
  ...(homepage ? [`-c.extraMetadata.homepage=${homepage}`] : []),
  ...updateArguments(process.env),
  ...process.argv.slice(2),
])
const programs = packedPrograms()
if (programs.length === 0) fail('nothing was packed')
for (const program of programs) {
  const faults = await fuseFaults(program, shippedFuses)
  if (faults.length > 0) fail([program, ...faults].join('\n  '))
  process.stdout.write(`${program}: all fuses are set\n`)
}

/** The programs in the unpacked folders that electron-builder leaves beside its installers. */
function packedPrograms(): string[] {
  const places = ['creonow', 'CreoNow', 'CreoNow.exe', 'CreoNow.app']
  const folders = existsSync(packages) ? readdirSync(packages, { withFileTypes: true }) : []
  return folders
    .filter((folder) => folder.isDirectory())
    .flatMap(({ name }) => places.map((place) => join(packages, name, place)))
    .filter(existsSync)
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) fail(`${program} ${args.join(' ')} ended with ${status}`)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
