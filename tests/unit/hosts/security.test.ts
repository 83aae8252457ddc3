import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cspHeader, isLocalHost, isOwnOrigin, isTrustedSender } from '../../../main/src/hosts/security.ts'
import { countedChecks } from '../../support/countedChecks.ts'

test('only the top frame of the exact origin may call', () => {
  const top = (url: string) => ({ url, parent: null })
  const trusted = ['app://creonow/index.html', 'app://creonow/', 'app://creonow']
  const refused = [
    '',
    'about:blank',
    'app://creonow.evil/',
    'app://creonow:1/',
    'app://other/',
    'file:///etc/passwd',
    'https://creonow/',
    'data:text/html,app://creonow/',
    'http://localhost:5173/',
  ]
  expect(trusted.map((url) => isTrustedSender(top(url)))).toEqual(trusted.map(() => true))
  expect(refused.map((url) => isTrustedSender(top(url)))).toEqual(refused.map(() => false))
  expect(isTrustedSender(null)).toBe(false)
  expect(isTrustedSender(undefined)).toBe(false)
  expect(isTrustedSender({ url: 'app://creonow/', parent: top('app://creonow/') })).toBe(false)
})

test('the development server is own only when it was named, and only its exact origin', () => {
  const dev = 'http://localhost:5173'
  expect(isOwnOrigin('http://localhost:5173/src/main.tsx', dev)).toBe(true)
  expect(isOwnOrigin('http://localhost:51730/', dev)).toBe(false)
  expect(isOwnOrigin('http://localhost:5173.evil.example/', dev)).toBe(false)
  expect(isOwnOrigin('https://localhost:5173/', dev)).toBe(false)
})

test('no host name but the three of this machine is local', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(
      fc.oneof(
        fc.domain(),
        fc.ipV4(),
        fc.ipV6().map((ip) => `[${ip}]`),
      ),
      (host) => {
        const own = ['localhost', '127.0.0.1', '[::1]'].includes(host.toLowerCase())
        expect([isLocalHost(host), isLocalHost(`${host}:80`)]).toEqual([own, own])
        checked.when(!own)
      },
    ),
  )
  checked.expectShare(0.9)
})

test('the policy allows nothing inline or evaluated; development adds its origin and its socket only', () => {
  expect(cspHeader()).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  const dev = cspHeader({ nonce: 'n', devOrigin: 'http://localhost:5173' })
  expect(dev).not.toContain('unsafe')
  expect(dev).toContain("connect-src 'self' http://localhost:5173 ws://localhost:5173;")
  expect(dev).toContain("style-src 'self' 'nonce-n' http://localhost:5173;")
})
