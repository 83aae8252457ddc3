import { readFile } from 'node:fs/promises'
import { FuseState, FuseV1Options, FuseVersion, flipFuses, pathToFuseFile } from '@electron/fuses'

/** A switch in Electron's program that decides what it can be made to do from outside. */
type FuseName = Uncapitalize<keyof typeof FuseV1Options>
/** Whether each fuse is on. */
export type Fuses = Readonly<Record<FuseName, boolean>>

/** The fuses of a packed app: it runs its own archive, and neither other scripts nor a debugger. */
export const shippedFuses: Fuses = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  // Without it each access to WebAssembly memory is checked by code; it opens nothing.
  wasmTrapHandlers: true,
}

/** What precedes the fuses in Electron's program; then come a version, a length and a character for each fuse. */
const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
const names = Object.keys(shippedFuses) as readonly FuseName[] // of an object literal with these keys

/**
 * The fuses of a program, read without the package that sets them. @throws Error when there is no fuse wire or more
 * than one, or when it is not of the version, the length and the states that are set here.
 */
export async function readFuses(program: string): Promise<Fuses> {
  const bytes = await readFile(pathToFuseFile(program))
  const at = bytes.indexOf(sentinel)
  if (at < 0) throw new Error(`${program} has no fuses: it is not a program of Electron`)
  if (bytes.indexOf(sentinel, at + 1) >= 0)
    throw new Error(`${program} has more than one set of fuses; universal programs are not supported`)
  const start = at + sentinel.length + 2
  const [version, length = 0] = bytes.subarray(start - 2, start)
  const states = [...bytes.subarray(start, start + length)]
  if (version !== Number(FuseVersion.V1))
    throw new Error(`${program} has fuses of the unknown version ${version}`)
  if (length !== names.length || states.length !== length)
    throw new Error(`${program} has ${length} fuses, and ${names.length} are set here`)
  return Object.fromEntries(
    names.map((name) => [name, isOn(program, name, states[indexOf(name)])]),
  ) as unknown as Fuses // by its names
}

/** A sentence for each fuse that is not as in `fuses`. @throws Error as `readFuses`. */
export async function fuseFaults(program: string, fuses: Fuses): Promise<string[]> {
  const actual = await readFuses(program)
  return names
    .filter((name) => actual[name] !== fuses[name])
    .map((name) => `${name} is ${onOff(actual[name])} and must be ${onOff(fuses[name])}`)
}

/** Sets every fuse of a program and reads them back. @throws Error as `readFuses`, and when they differ then. */
export async function setFuses(program: string, fuses: Fuses): Promise<void> {
  // The package accepts two sets of fuses and fuses that Electron has removed.
  await readFuses(program)
  await flipFuses(program, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Programs for Apple's processors start with a signature only, and the flip has made it invalid.
    resetAdHocDarwinSignature: process.platform === 'darwin',
    ...Object.fromEntries(names.map((name) => [indexOf(name), fuses[name]])),
  } as Parameters<typeof flipFuses>[1]) // by its names
  const faults = await fuseFaults(program, fuses)
  if (faults.length > 0) throw new Error([program, ...faults].join('\n  '))
}

const indexOf = (name: FuseName): FuseV1Options =>
  FuseV1Options[`${name.charAt(0).toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options] // as the package names it

function isOn(program: string, name: FuseName, state: number | undefined): boolean {
  if (state === FuseState.ENABLE) return true
  if (state === FuseState.DISABLE) return false
  throw new Error(`${program}: ${name} is in the state ${state}; it may have been removed from Electron`)
}

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')
