import { expect, test } from 'vitest'
import { otherAddress } from '../../../../renderer/src/app/otherAddress.ts'

test.each([
  ['http://127.0.0.1:4173/', 'http://localhost:4173/'],
  ['http://localhost:4173/?a#open=x', 'http://127.0.0.1:4173/'],
  ['http://[::1]:9/', 'http://127.0.0.1:9/'],
  ['http://localhost/', 'http://127.0.0.1/'],
])('the other name of %s is %s', (here, other) => {
  expect(otherAddress(new URL(here))).toBe(other)
})
