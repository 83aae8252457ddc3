import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import {
  createLibraryUpdater,
  type Updater,
} from '../../../../main/src/hosts/electron/updates/libraryUpdater.ts'
import { systemCode } from '../../../../main/src/lib/appError.ts'
import { silentLogger } from '../../../../main/src/lib/logger.ts'
import { temporaryFolder } from '../../../support/hostedTestApp.ts'
import { provideElectron } from '../../../support/libraryElectron.ts'
import { newKeys, startUpdateServer, type UpdateServer } from '../../../support/updateServer.ts'

const { APPIMAGE } = process.env
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let server: UpdateServer
let quits: number
let whenQuit: () => void

const takeAway = provideElectron()
afterAll(() => {
  takeAway()
  if (APPIMAGE === undefined) delete process.env.APPIMAGE
  else process.env.APPIMAGE = APPIMAGE
})
beforeEach(async () => {
  folder = await temporaryFolder('creonow-updates-')
  server = await startUpdateServer()
  quits = 0
  await writeFile(join(folder.path, 'app-update.yml'), 'updaterCacheDirName: creonow-updater\n')
  await writeFile(join(folder.path, 'CreoNow.AppImage'), 'old')
  process.env.APPIMAGE = join(folder.path, 'CreoNow.AppImage')
})
afterEach(async () => {
  await server.close()
  await folder.remove()
})

const updater = (version = '1.2.3', folderName = 'data', waitMs = 20_000): Updater =>
  createLibraryUpdater({
    ...{ feed: server.feed, kind: 'appImage', version, waitMs, logger: silentLogger },
    ...{ configFile: join(folder.path, 'app-update.yml'), folder: join(folder.path, folderName) },
    quit() {
      quits += 1
      whenQuit?.()
    },
    program: process.env.APPIMAGE,
    relaunch() {},
  })
const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    (error: unknown) => [systemCode(error), Object(Object(error).details).why],
  )
/** A program that leaves a sign when it is started. */
const program = (sign: string) => Buffer.from(`#!/bin/sh\necho started > ${sign}\n`)

test('a newer version that the owner has signed is found, fetched and put in the place of the old one', async () => {
  const sign = join(folder.path, 'sign')
  server.offer('1.3.0', program(sign))
  const ours = updater()
  expect(await ours.check()).toBe('1.3.0')
  const shown: number[] = []
  await ours.download((ratio) => void shown.push(ratio))
  expect(shown.at(-1)).toBe(1)
  expect([await readFile(join(folder.path, 'CreoNow.AppImage'), 'utf8'), quits]).toEqual(['old', 0])
  const ended = new Promise<void>((resolve) => {
    whenQuit = resolve
  })
  void ours.install()
  await ended
  expect([await readFile(join(folder.path, 'CreoNow.AppImage')), quits]).toEqual([program(sign), 1])
  await expect.poll(() => readFile(sign, 'utf8').catch(() => '')).toBe('started\n')
})

test('nothing of this computer but a number by chance stays behind, and nothing of it is sent', async () => {
  server.offer('1.3.0', program('/dev/null'))
  await updater().check()
  expect(server.asked).toEqual(['/desk/latest-linux.yml', '/desk/latest-linux.yml.sig'])
  expect(server.headers.filter((line) => /staging|cookie|creonow|1\.2\.3/i.test(line))).toEqual([])
})

test('an older version, the same one and one of another channel file are not offered', async () => {
  for (const version of ['1.2.2', '1.2.3', '0.9.0', '1.2.3-beta.1']) {
    server.offer(version, program('/dev/null'))
    expect([version, await updater().check()]).toEqual([version, undefined])
  }
})

test('a staged version reaches nobody at 0 and everybody at 100', async () => {
  server.offer('1.3.0', program('/dev/null'), { lines: 'stagingPercentage: 0\n' })
  expect(await updater().check()).toBe(undefined)
  server.offer('1.3.0', program('/dev/null'), { lines: 'stagingPercentage: 100\n' })
  expect(await updater().check()).toBe('1.3.0')
})

test('a staged version reaches a part of the computers, and each of them at every check', async () => {
  server.offer('1.3.0', program('/dev/null'), { lines: 'stagingPercentage: 50\n' })
  const check = async () => {
    const versions: (string | undefined)[] = []
    for (let index = 0; index < 40; index += 1) versions.push(await updater('1.2.3', `data${index}`).check())
    return versions
  }
  const first = await check()
  const again = await check()
  expect(again).toEqual(first)
  const reached = first.filter((version) => version !== undefined).length
  expect(reached).toBeGreaterThan(2)
  expect(reached).toBeLessThan(38)
})

test('a version that another key has signed, or that was changed after signing, is not offered', async () => {
  server.offer('1.3.0', program('/dev/null'), { key: newKeys().privateKey })
  expect(await codeOf(updater().check())).toEqual(['UPDATE_REFUSED', 'signature'])
  server.offer('1.3.0', program('/dev/null'))
  server.answer('/desk/latest-linux.yml', (_request, response) => response.end('version: 9.9.9\nfiles: []\n'))
  expect(await codeOf(updater().check())).toEqual(['UPDATE_REFUSED', 'signature'])
})

test('a version whose signature is missing, empty or no signature is not offered', async () => {
  server.offer('1.3.0', program('/dev/null'))
  const sig = '/desk/latest-linux.yml.sig'
  server.answer(sig, (_request, response) => response.writeHead(404).end())
  expect(await codeOf(updater().check())).toEqual(['UPDATE_UNREACHABLE', undefined])
  for (const text of ['', 'AAAA', '雾港']) {
    server.answer(sig, (_request, response) => response.end(text))
    expect([text, await codeOf(updater().check())]).toEqual([text, ['UPDATE_REFUSED', 'signature']])
  }
})

test('a signed channel file that says nothing usable is refused', async () => {
  server.offer('1.3.0', program('/dev/null'), { size: -1 })
  expect(await codeOf(updater().check())).toEqual(['UPDATE_REFUSED', 'damaged'])
  server.offer('no version', program('/dev/null'))
  expect(await codeOf(updater().check())).toEqual(['UPDATE_NOT_INSTALLED', undefined])
})

const wrongPrograms: readonly (readonly [string, Buffer])[] = [
  ['truncated', program('/dev/null').subarray(0, 9)],
  ['longer', Buffer.concat([program('/dev/null'), Buffer.from('rm -rf\n')])],
  ['of the same size', Buffer.alloc(program('/dev/null').length, 'x')],
  ['empty', Buffer.alloc(0)],
]
test.for(wrongPrograms)(
  'a program that arrives %s is refused, and nothing is installed',
  async ([, bytes]) => {
    server.offer('1.3.0', program('/dev/null'))
    server.answer('/desk/CreoNow-1.3.0.AppImage', (_request, response) => response.end(bytes))
    const ours = updater()
    await ours.check()
    expect(await codeOf(ours.download(() => {}))).toEqual(['UPDATE_REFUSED', 'damaged'])
    expect(await codeOf(ours.install())).toEqual(['UPDATE_NOT_INSTALLED', undefined])
    expect([await readFile(join(folder.path, 'CreoNow.AppImage'), 'utf8'), quits]).toEqual(['old', 0])
  },
)

test('a program of another size than the signed one is refused although its hash is right', async () => {
  for (const size of [4, program('/dev/null').length + 1]) {
    server.offer('1.3.0', program('/dev/null'), { size })
    const ours = updater()
    await ours.check()
    expect([size, await codeOf(ours.download(() => {}))]).toEqual([size, ['UPDATE_REFUSED', 'damaged']])
  }
})

test('a connection that ends in the middle of the program is a feed that does not answer', async () => {
  server.offer('1.3.0', program('/dev/null'))
  server.answer('/desk/CreoNow-1.3.0.AppImage', (_request, response) => {
    response.writeHead(200, { 'content-length': program('/dev/null').length })
    response.write('#!/bin/sh\n', () => response.destroy())
  })
  const ours = updater()
  await ours.check()
  expect(await codeOf(ours.download(() => {}))).toEqual(['UPDATE_UNREACHABLE', undefined])
})

test('a feed that accepts and never answers is given up, for the channel file as for the program', async () => {
  server.offer('1.3.0', program('/dev/null'))
  server.answer('/desk/CreoNow-1.3.0.AppImage', (_request, response) => void response.write('#!'))
  const ours = updater('1.2.3', 'data', 300)
  await ours.check()
  expect(await codeOf(ours.download(() => {}))).toEqual(['UPDATE_UNREACHABLE', undefined])
  server.answer('/desk/latest-linux.yml', () => {})
  expect(await codeOf(updater('1.2.3', 'data', 300).check())).toEqual(['UPDATE_UNREACHABLE', undefined])
})

test('a feed that leads to another place, or round and round, is not followed', async () => {
  server.offer('1.3.0', program('/dev/null'))
  const elsewhere = await startUpdateServer()
  elsewhere.offer('1.3.0', program('/dev/null'))
  const targets = [
    `${elsewhere.feed.url.href}latest-linux.yml`,
    '/desk/latest-linux.yml',
    'file:///etc/passwd',
  ]
  for (const location of targets) {
    server.answer('/desk/latest-linux.yml', (_request, response) =>
      response.writeHead(302, { location }).end(),
    )
    expect([location, await codeOf(updater().check())]).toEqual([location, ['UPDATE_REFUSED', 'place']])
  }
  expect(elsewhere.asked).toEqual([])
  await elsewhere.close()
})

test('a feed that answers with an error or with too much is refused', async () => {
  server.offer('1.3.0', program('/dev/null'))
  server.answer('/desk/latest-linux.yml', (_request, response) => response.writeHead(500).end())
  expect(await codeOf(updater().check())).toEqual(['UPDATE_UNREACHABLE', undefined])
  server.answer('/desk/latest-linux.yml', (_request, response) => response.end(Buffer.alloc(400_000, '#')))
  expect(await codeOf(updater().check())).toEqual(['UPDATE_REFUSED', 'damaged'])
})

test('the old program stays when the new one does not get to its place, and no copy of either', async () => {
  server.offer('1.3.0', program('/dev/null'))
  const ours = updater()
  await ours.check()
  await ours.download(() => {})
  await rm(join(folder.path, 'data/creonow-updater/pending/CreoNow-1.3.0.AppImage'))
  expect(await codeOf(ours.install())).toEqual(['UPDATE_NOT_INSTALLED', undefined])
  expect([await readFile(join(folder.path, 'CreoNow.AppImage'), 'utf8'), quits]).toEqual(['old', 0])
  expect((await readdir(folder.path)).toSorted()).toEqual(['CreoNow.AppImage', 'app-update.yml', 'data'])
})

test('a program that cannot be put in the place of the old one is said to be not installed', async () => {
  server.offer('1.3.0', program('/dev/null'))
  const ours = updater()
  await ours.check()
  await ours.download(() => {})
  await mkdir(join(folder.path, 'closed'))
  process.env.APPIMAGE = join(folder.path, 'closed', 'missing.AppImage')
  await chmod(join(folder.path, 'closed'), 0o500)
  expect(await codeOf(ours.install())).toEqual(['UPDATE_NOT_INSTALLED', undefined])
  expect(quits).toBe(0)
})
