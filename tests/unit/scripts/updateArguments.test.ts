import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFeedReader } from '../../../main/src/hosts/electron/updates/feedReader.ts'
import { signChannelFiles } from '../../../scripts/packaging/signChannelFiles.ts'
import { updateArguments } from '../../../scripts/packaging/updateArguments.ts'
import { temporaryFolder } from '../../support/hostedTestApp.ts'
import { newKeys, startUpdateServer } from '../../support/updateServer.ts'

const publicKey = newKeys().publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const url = 'https://desk.example/new/'

test('a package gets a feed by two variables, and without them it has none', () => {
  expect(updateArguments({})).toEqual([])
  expect(updateArguments({ CREONOW_UPDATE_FEED: url, CREONOW_UPDATE_KEY: publicKey })).toEqual([
    '-c.publish.provider=generic',
    `-c.publish.url=${url}`,
    `-c.extraMetadata.updates.url=${url}`,
    `-c.extraMetadata.updates.publicKey=${publicKey}`,
  ])
})

test('a feed without a key, a key without a feed and a feed that the app would refuse are refused', () => {
  const wrong = [
    { CREONOW_UPDATE_FEED: url },
    { CREONOW_UPDATE_KEY: publicKey },
    { CREONOW_UPDATE_FEED: 'http://desk.example/', CREONOW_UPDATE_KEY: publicKey },
  ]
  for (const environment of wrong) expect(() => updateArguments(environment)).toThrow()
})

test('the channel files that the owner signs are those that the app accepts', async () => {
  const folder = await temporaryFolder('creonow-updates-')
  const server = await startUpdateServer()
  const { privateKey, publicKey } = newKeys()
  const channel = `version: 2.0.0\nfiles:\n  - url: a.AppImage\n    sha512: ${'A'.repeat(88)}\n    size: 4\n`
  const names = ['latest.yml', 'latest-mac.yml', 'latest-linux-arm64.yml', 'builder-debug.yml']
  for (const name of names) await writeFile(join(folder.path, name), channel)
  const signed = signChannelFiles(folder.path, privateKey)
  expect(signed).toEqual(
    ['latest-linux-arm64.yml', 'latest-mac.yml', 'latest.yml'].map((name) => join(folder.path, name)),
  )
  const signature = await readFile(join(folder.path, 'latest.yml.sig'))
  server.answer('/desk/latest.yml', (_request, response) => response.end(channel))
  server.answer('/desk/latest.yml.sig', (_request, response) => response.end(signature))
  const reader = createFeedReader({ ...server.feed, publicKey }, 2000)
  expect(await reader.newest('latest.yml')).toMatchObject({ version: '2.0.0' })
  await server.close()
  await folder.remove()
})
