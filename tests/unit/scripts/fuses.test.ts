import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { afterPack } from '../../../scripts/packaging/afterPack.ts'
import { fuseFaults, readFuses, setFuses, shippedFuses } from '../../../scripts/packaging/fuses.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'creonow-雾港-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const [before, after] = [randomBytes(70_000), randomBytes(5_000)]
/** What Electron's programs have in them: a mark, the version, how many fuses, and a state for each. */
const wire = (states: string, version = 1) =>
  Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([version, states.length]),
    Buffer.from(states),
  ])
/** As Electron sets them. */
const open = '101100011'

async function write(...parts: readonly Buffer[]): Promise<string> {
  const path = join(folder, 'creonow')
  await writeFile(path, Buffer.concat([before, ...parts, after]))
  return path
}

/** The folder of Electron's own program, which is not fetched for a test. */
const dist = process.env.CREONOW_ELECTRON_DIST
const source =
  dist === undefined
    ? 'a file made here, as CREONOW_ELECTRON_DIST names no folder'
    : 'a copy of the program in CREONOW_ELECTRON_DIST'

test(`packing sets all fuses and changes no other byte (of ${source})`, async () => {
  const path = await write(wire(open))
  if (dist !== undefined) await copyFile(join(dist, 'electron'), path)
  const original = await readFile(path)
  await afterPack({
    appOutDir: folder,
    electronPlatformName: 'linux',
    packager: { executableName: 'creonow', appInfo: { productFilename: 'CreoNow' } },
  })
  const packed = await readFile(path)
  const start = original.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 32
  const expected = Buffer.from(original)
  expected.write('010011001', start + 2)
  expect(packed.equals(expected)).toBe(true)
  expect(await readFuses(path)).toEqual(shippedFuses)
})

test('a packed program is refused whose fuses are not those of the configuration', async () => {
  expect(await fuseFaults(await write(wire('010011001')), shippedFuses)).toEqual([])
  expect(await fuseFaults(await write(wire('110011010')), shippedFuses)).toEqual([
    'runAsNode is on and must be off',
    'grantFileProtocolExtraPrivileges is on and must be off',
    'wasmTrapHandlers is off and must be on',
  ])
})

test('a program whose fuses cannot be set fails the packing with a reason and is left as it is', async () => {
  const programs: readonly (readonly [readonly Buffer[], string])[] = [
    [[], 'has no fuses'],
    [[wire(open), randomBytes(100), wire(open)], 'has more than one set of fuses'],
    [[wire(open, 2)], 'fuses of the unknown version 2'],
    [[wire(open.slice(1))], 'has 8 fuses, and 9 are set here'],
    [[wire(`${open}1`)], 'has 10 fuses, and 9 are set here'],
    [[wire(`r${open.slice(1)}`)], 'runAsNode is in the state 114'],
  ]
  for (const [parts, reason] of programs) {
    const path = await write(...parts)
    const original = await readFile(path)
    await expect(setFuses(path, shippedFuses)).rejects.toThrow(reason)
    expect((await readFile(path)).equals(original)).toBe(true)
  }
  await writeFile(join(folder, 'creonow'), wire(open).subarray(0, 37))
  await expect(setFuses(join(folder, 'creonow'), shippedFuses)).rejects.toThrow('has 9 fuses')
})

test('a program of another system is not packed without fuses', async () => {
  const packager = { appInfo: { productFilename: 'CreoNow' } }
  const packed = afterPack({ appOutDir: folder, electronPlatformName: 'mas', packager })
  await expect(packed).rejects.toThrow('no fuses can be set for mas')
})
