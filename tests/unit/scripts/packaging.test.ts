import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { electronDistOf } from '../../../scripts/packaging/electronDist.ts'
import { icnsOf, icoOf, sizeOfPng } from '../../../scripts/packaging/iconFiles.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

const icons = 'scripts/packaging/icons'
const config = parse(await readFile('electron-builder.yml', 'utf8'))

async function pictures() {
  const names = (await readdir(icons)).filter((name) => name.endsWith('.png'))
  const read = names.map(async (name) => ({
    size: Number.parseInt(name, 10),
    bytes: await readFile(join(icons, name)),
  }))
  return (await Promise.all(read)).toSorted((a, b) => a.size - b.size)
}

test('every icon has the size of its name, from 16 to 1024 pixels', async () => {
  const sized = await pictures()
  expect(sized.map(({ bytes }) => sizeOfPng(bytes))).toEqual(
    [16, 24, 32, 48, 64, 128, 256, 512, 1024].map((size) => ({ width: size, height: size })),
  )
})

test('the icons of Windows and macOS are made of these pictures', async () => {
  const sized = await pictures()
  expect((await readFile(join(icons, 'icon.ico'))).equals(icoOf(sized))).toBe(true)
  expect((await readFile(join(icons, 'icon.icns'))).equals(icnsOf(sized))).toBe(true)
})

test('an ico lists its pictures with their places, without those that are too large', () => {
  const ico = icoOf([
    { size: 16, bytes: Buffer.from('aa') },
    { size: 256, bytes: Buffer.from('bbb') },
    { size: 512, bytes: Buffer.from('cccc') },
  ])
  expect([ico.readUInt16LE(4), ico.readUInt8(6), ico.readUInt8(22), ico.length]).toEqual([
    2,
    16,
    0,
    6 + 32 + 5,
  ])
  expect([ico.readUInt32LE(14), ico.readUInt32LE(18)]).toEqual([2, 38])
  expect(ico.subarray(ico.readUInt32LE(34)).toString()).toBe('bbb')
})

test('an icns says its own length and that of each picture', () => {
  const icns = icnsOf([{ size: 32, bytes: Buffer.from('abc') }])
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4), icns.length]).toEqual(['icns', 30, 30])
  expect([icns.toString('latin1', 8, 12), icns.readUInt32BE(12), icns.toString('latin1', 19, 23)]).toEqual([
    ...['icp5', 11, 'ic11'],
  ])
})

test('each system has its icon and its packages, and notices and SBOM are in all', () => {
  expect([config.linux.target, config.mac.target[0].target, config.win.target]).toEqual([
    ['AppImage', 'deb', 'tar.gz'],
    'dmg',
    ['nsis', 'portable'],
  ])
  expect([config.linux.icon, config.mac.icon, config.win.icon]).toEqual([
    ...['scripts/packaging/icons', 'scripts/packaging/icons/icon.icns', 'scripts/packaging/icons/icon.ico'],
  ])
  expect(config.extraResources.map(({ to }: { to: string }) => to)).toEqual([
    ...['samples', '.creonow-template', 'third-party-notices.txt', 'sbom.cdx.json'],
  ])
  expect(config.protocols).toEqual([{ name: 'CreoNow', schemes: ['creonow'] }])
})

test('the Debian package has a maintainer with an address and a homepage, without which it is not made', async () => {
  const { author, homepage } = JSON.parse(await readFile('package.json', 'utf8'))
  expect([config.linux.maintainer, homepage, author]).toEqual([
    expect.stringMatching(/^[^<]+ <\S+@\S+>$/),
    expect.stringMatching(/^https:\/\//),
    'The CreoNow authors',
  ])
})

test('Electron’s binary is taken from the given folder, and a missing one is said with its place', async () => {
  const folder = await temporaryFolder()
  const dist = join(folder.path, '电子')
  await mkdir(dist)
  const at = (environment: Readonly<Record<string, string>>) =>
    electronDistOf({ root: folder.path, environment, platform: 'linux' })
  expect([at({}), at({ CREONOW_ELECTRON_DIST: dist })]).toEqual([
    {
      missing: `Electron's binary is missing: ${folder.path}/node_modules/electron/dist/electron. Download it with "npx install-electron", or set CREONOW_ELECTRON_DIST to a folder that has it.`,
    },
    {
      missing: `Electron's binary is missing: CREONOW_ELECTRON_DIST is ${dist}, and there is no electron in it.`,
    },
  ])
  await writeFile(join(dist, 'electron'), '')
  expect(at({ CREONOW_ELECTRON_DIST: dist })).toEqual({ folder: dist })
  await folder.remove()
})
