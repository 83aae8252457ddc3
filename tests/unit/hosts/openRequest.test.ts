import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  placeOfLink,
  requestOfArguments,
  requestOfPath,
} from '../../../main/src/hosts/electron/openRequest.ts'
import { countedChecks } from '../../support/countedChecks.ts'
import { hostileArguments, hostileLinks } from '../../support/hostileArguments.ts'

const link = 'creonow://open/0123456789abcdef/c_Ab-9_x?at=1200'
const place = { kind: 'place', projectId: '0123456789abcdef', documentId: 'c_Ab-9_x', offsetUtf16: 1200 }

test('a link names a work, a chapter and an offset, and without an offset the start', () => {
  expect([placeOfLink(link), placeOfLink(link.replace('?at=1200', ''))]).toEqual([
    place,
    { ...place, offsetUtf16: 0 },
  ])
})

test('none of the hostile links names a place', () => {
  expect(hostileLinks.filter((url) => placeOfLink(url) !== null)).toEqual([])
  expect(hostileLinks.length).toBeGreaterThanOrEqual(40)
})

test('none of the hostile arguments names anything, on any system', () => {
  const named = (['linux', 'darwin', 'win32'] as const).flatMap((platform) =>
    [...hostileLinks, ...hostileArguments[platform]].filter(
      (arg) => requestOfArguments([arg], platform === 'win32' ? 'C:\\书' : '/书', platform) !== null,
    ),
  )
  expect(named).toEqual([])
})

test('a folder or a file is found from the working folder of the start', () => {
  expect([
    requestOfArguments(['雾港来信'], '/home/lin/书', 'linux'),
    requestOfArguments(['--data', '/数据', '--lang=zh', '../草稿.docx'], '/home/lin/书', 'linux'),
    requestOfArguments(['雾港 来信\\第一章.txt'], 'D:\\书', 'win32'),
    requestOfArguments(['c:\\书\\雾港'], 'D:\\', 'win32'),
    requestOfArguments([link], '/', 'linux'),
  ]).toEqual([
    { kind: 'path', path: '/home/lin/书/雾港来信' },
    { kind: 'path', path: '/home/lin/草稿.docx' },
    { kind: 'path', path: 'D:\\书\\雾港 来信\\第一章.txt' },
    { kind: 'path', path: 'c:\\书\\雾港' },
    place,
  ])
})

test('without one thing to open nothing is: no argument, options alone, or two', () => {
  const starts = [[], ['--data', '/数据'], ['--enable-logging', '-v'], ['甲', '乙'], [link, '甲']]
  expect(starts.map((args) => requestOfArguments(args, '/', 'linux'))).toEqual(starts.map(() => null))
})

test('what comes out of any argument is an absolute path without control characters, or a place', () => {
  const paths = countedChecks()
  const places = countedChecks()
  const refused = countedChecks()
  const argument = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.stringMatching(/^creonow:\/\/open\/[a-f0-9]{1,70}\/c_[a-z]{0,3}(\?at=[0-9]{0,9})?$/),
  )
  fc.assert(
    fc.property(argument, fc.constantFrom('linux', 'win32'), (arg, platform) => {
      const request = requestOfArguments([arg], platform === 'win32' ? 'C:\\书' : '/书', platform)
      refused.when(request === null)
      paths.when(request?.kind === 'path')
      places.when(request?.kind === 'place')
      if (request?.kind === 'path')
        expect(request.path).toMatch(platform === 'win32' ? /^[a-z]:\\[^:\p{Cc}]*$/iu : /^\/\P{Cc}*$/u)
      if (request?.kind === 'place')
        expect(`creonow://open/${request.projectId}/${request.documentId}`).toBe(arg.replace(/\?.*/, ''))
    }),
    { numRuns: 400 },
  )
  paths.expectShare(0.05)
  places.expectShare(0.05)
  refused.expectShare(0.05)
})

test('a path of 4,096 units is the longest', () => {
  expect([
    requestOfPath(`/${'雾'.repeat(4095)}`, '/', 'linux')?.kind,
    requestOfPath(`/${'雾'.repeat(4096)}`, '/', 'linux'),
  ]).toEqual(['path', null])
})
