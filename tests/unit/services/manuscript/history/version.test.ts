import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fileOfVersion,
  parseVersion,
  versionCauses,
  versionOf,
  versionOfFile,
} from '../../../../../main/src/services/manuscript/history/version.ts'
import { countedChecks } from '../../../../support/countedChecks.ts'

const hash = 'ab'.repeat(32)

test('the name of a file has every field of a version', () => {
  const checked = countedChecks()
  fc.assert(
    fc.property(
      fc.record({
        savedAt: fc.nat(9_999_999_999_999),
        cause: fc.constantFrom(...versionCauses),
        words: fc.nat(67_108_864),
        bytes: fc.nat(67_108_864),
        hash: fc.constant(hash),
      }),
      (fields) => {
        const version = versionOf(fields)
        expect(versionOfFile(fileOfVersion(version))).toEqual({ ...fields, versionId: version.versionId })
        expect(version.versionId.length).toBeLessThanOrEqual(128)
        checked.when(fields.words !== fields.bytes)
      },
    ),
  )
  checked.expectShare(0.9)
})

test('temporary files, paths and unknown causes are no versions', () => {
  const { versionId } = versionOf({ savedAt: 1_700_000_000_000, cause: 'ai', words: 9, bytes: 20, hash })
  const others = [`${versionId}.txt`, `.creonow-1-00000000.tmp`, `../${versionId}.br`, `${versionId}.br.br`]
  expect(others.map(versionOfFile)).toEqual(others.map(() => undefined))
  expect([versionId.replace('-ai-', '-xx-'), `${versionId}/..`, ''].map(parseVersion)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
