import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { UpdateState } from '../../../main/src/contract/desktop.ts'
import { packageKindOf } from '../../../main/src/hosts/electron/updates/packageKind.ts'
import { createUnsavedWindows } from '../../../main/src/hosts/electron/updates/unsavedWindows.ts'
import { isUpdateUrl, updateFeedOf } from '../../../main/src/hosts/electron/updates/updateFeed.ts'
import { isPossible } from '../../../main/src/hosts/electron/updates/updates.ts'
import { newsOf } from '../../../main/src/hosts/electron/updates/updateWords.ts'

const steps = [
  ...(['off', 'byHand', 'idle', 'checking', 'latest', 'available'] as const),
  ...(['downloading', 'ready', 'installing', 'failed'] as const),
]
const at = (step: UpdateState['step']): UpdateState => ({ step, current: '1.2.3', version: '1.3.0' })
const publicKey = (type: 'ed25519' | 'x25519') => {
  // The overloads take one name each.
  const keys = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')
  return keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}

test('an action does something at the steps before it, and at no other', () => {
  const table = Object.fromEntries(
    (['read', 'check', 'download', 'install'] as const).map((action) => [
      action,
      steps.filter((step) => isPossible(action, at(step))),
    ]),
  )
  expect(table).toEqual({
    read: [],
    check: ['idle', 'latest', 'available', 'failed'],
    download: ['available', 'failed'],
    install: ['ready'],
  })
})

test('nothing is downloaded that no check has found', () => {
  expect(isPossible('download', { step: 'failed', current: '1.2.3' })).toBe(false)
})

test('a new version is news when it is found and when it is there', () => {
  expect(steps.filter((step) => newsOf(at(step), 'en') !== null)).toEqual(['available', 'ready'])
})

test('only a program that can be replaced where it lies updates itself', () => {
  const kinds = [
    packageKindOf('linux', { APPIMAGE: '/home/a/CreoNow.AppImage' }, undefined),
    packageKindOf('linux', {}, 'deb\n'),
    packageKindOf('linux', {}, undefined),
    packageKindOf('win32', {}, undefined),
    packageKindOf('win32', { PORTABLE_EXECUTABLE_DIR: 'D:\\' }, undefined),
    packageKindOf('darwin', {}, undefined),
  ]
  expect(kinds).toEqual(['appImage', 'deb', undefined, 'nsis', undefined, 'mac'])
})

test('a package without a feed has none, and one with a feed has its folder and its key', () => {
  expect([updateFeedOf({}), updateFeedOf({ updates: null })]).toEqual([undefined, undefined])
  const feed = updateFeedOf({ updates: { url: 'https://desk.example/new', publicKey: publicKey('ed25519') } })
  expect([feed?.url.href, feed?.publicKey.asymmetricKeyType]).toEqual([
    'https://desk.example/new/',
    'ed25519',
  ])
})

test('a feed without TLS, with another kind of key or without one is refused', () => {
  const key = publicKey('ed25519')
  const wrong = [
    { url: 'http://desk.example/', publicKey: key },
    { url: 'file:///srv/new/', publicKey: key },
    { url: 'desk.example', publicKey: key },
    { url: 'https://desk.example/', publicKey: publicKey('x25519') },
    { url: 'https://desk.example/', publicKey: 'AAAA' },
    { url: 'https://desk.example/' },
  ]
  for (const updates of wrong) expect(() => updateFeedOf({ updates })).toThrow()
})

test('plain http is allowed on this computer alone, and by its number', () => {
  const urls = [
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://127.0.0.1.desk.example/',
    'ftp://127.0.0.1/',
  ]
  expect(urls.map((url) => isUpdateUrl(new URL(url)))).toEqual([true, false, false, false])
})

test('a restart waits for the last of the windows that have unsaved text', async () => {
  const windows = createUnsavedWindows()
  expect(await windows.whenNone(0)).toBe(true)
  windows.set(1, true)
  windows.set(2, true)
  const saved = windows.whenNone(60_000)
  windows.set(1, false)
  expect(await Promise.race([saved, Promise.resolve('waiting')])).toBe('waiting')
  windows.set(2, false)
  expect(await saved).toBe(true)
  windows.set(1, true)
  expect(await windows.whenNone(1)).toBe(false)
})
