import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { longest } from '../../../scripts/testRun/longestFirst.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')

it('a file that begins the run is there under the name that the list has for it', () => {
  expect(longest.filter((name) => !existsSync(join(root, name)))).toEqual([])
})
