import type { Suite, TestCase } from '@playwright/test/reporter'
import { expect, test } from 'vitest'
import { SkipUnavailable } from '../../../scripts/testRun/skipUnavailable.ts'

type Marked = Pick<TestCase, 'expectedStatus' | 'annotations'>

const declared = (): Marked => ({ expectedStatus: 'passed', annotations: [] })

const project = (missing: string | null, tests: readonly Marked[]) => ({
  project: () => ({ use: { missing } }),
  allTests: () => tests,
})

test('each test of a project that cannot run is skipped with the reason, and no other is', () => {
  const [here, there, alsoThere] = [declared(), declared(), declared()]
  const suites = [project(null, [here]), project('没有 Electron', [there, alsoThere])]
  new SkipUnavailable().onBegin({}, { suites } as unknown as Suite) // all that is read of it
  const skipped = {
    expectedStatus: 'skipped',
    annotations: [{ type: 'skip', description: '没有 Electron' }],
  }
  expect([here, there, alsoThere]).toEqual([declared(), skipped, skipped])
})
