import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOfLink } from '../../../../main/src/hosts/electron/openRequest.ts'
import { placeLink } from '../../../../renderer/src/features/atTheText/placeLink.ts'
import { countedChecks } from '../../../support/countedChecks.ts'

test('every link that is copied is a link of ours to exactly that place', () => {
  const id = (max: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9_-]{1,${max}}$`))
  const checked = countedChecks()
  fc.assert(
    fc.property(id(64), id(100), fc.integer({ min: 0, max: 67_108_864 }), (projectId, name, offsetUtf16) => {
      const place = { projectId, documentId: `c_${name}`, offsetUtf16 }
      expect(placeOfLink(placeLink(place) ?? '')).toEqual({ kind: 'place', ...place })
      checked.when(offsetUtf16 > 0)
    }),
  )
  checked.expectShare(0.5)
})

test('what has no id of a chapter has no link, so that no path and no title gets into one', () => {
  const names = ['manuscript/000-卷首.md', '雾港', 'c_', 'c_a/b', 'c_a?at=3', '']
  expect(names.map((documentId) => placeLink({ projectId: 'p1', documentId, offsetUtf16: 0 }))).toEqual(
    names.map(() => null),
  )
})
