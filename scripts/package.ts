import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { fusesUnlike, type WantedFuses } from './packaging/fuses.ts'

/**
 * `npm run package [-- --linux | --mac | --win]`: builds the desktop app, packs it with electron-builder, and checks
 * that the packed programs have the fuses that `electron-builder.yml` sets. It needs Electron's binary, and fetches
 * electron-builder, whose 200 packages nobody else needs.
 */
const builder = 'electron-builder@26.17.0'
const root = resolve(import.meta.dirname, '..')
const packages = join(root, 'out', 'packages')

run(process.execPath, ['scripts/bootstrap.mjs', '--for', 'desktop'])
run('npm', ['exec', '--yes', '--', builder, '--publish', 'never', ...process.argv.slice(2)])
const config = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) as {
  electronFuses: WantedFuses
} // ours
const programs = packedPrograms()
if (programs.length === 0) fail('nothing was packed')
for (const program of programs) {
  const faults = await fusesUnlike(program, config.electronFuses)
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
