import { expect, test } from 'vitest'
import {
  addTallies,
  emptyTally,
  isGood,
  lastLine,
  leftToWhole,
  tallyPlaywright,
  tallyVitest,
} from '../../../scripts/testRun/tally.ts'

const assertion = (fullName: string, status: string) => ({ fullName, status })

test('the last line has the form that scripts read, with skipped only when there are some', () => {
  const tally = { ...emptyTally, passed: 3, failed: ['a'] }
  expect([
    lastLine(emptyTally),
    lastLine(tally),
    lastLine(addTallies(tally, { ...emptyTally, passed: 1, skipped: [{ name: 'b', reason: 'c' }] })),
  ]).toEqual(['0 passed, 0 failed', '3 passed, 1 failed', '4 passed, 1 failed, 1 skipped'])
})

test('a vitest file that did not load counts as a failure although no test failed', () => {
  const report = {
    success: false,
    testResults: [
      { name: 'good.test.ts', status: 'passed', assertionResults: [assertion('a', 'passed')] },
      { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
      {
        name: 'mixed.test.ts',
        status: 'failed',
        assertionResults: [
          assertion('b', 'failed'),
          assertion('c', 'pending'),
          { ...assertion('d', 'skipped'), tags: ['whole'] },
        ],
      },
    ],
  }
  expect(tallyVitest(report, 1)).toEqual({
    passed: 1,
    failed: ['broken.test.ts', 'b'],
    skipped: [
      { name: 'c', reason: 'pending' },
      { name: 'd', reason: leftToWhole },
    ],
    unstable: [],
  })
})

test('a vitest run that fails outside its tests, or leaves no report, is not a pass', () => {
  expect([
    tallyVitest({ success: true, testResults: [] }, 1).failed.length,
    tallyVitest({ success: false, testResults: [] }, 0).failed.length,
    tallyVitest(null, 0).failed.length,
  ]).toEqual([1, 1, 1])
})

test('a Playwright run counts nested tests per project, with the reason of every skip and of every second try', () => {
  const one = (projectName: string, status: string, description?: string) => ({
    projectName,
    status,
    annotations: description ? [{ type: 'skip', description }] : [],
  })
  const report = {
    errors: [],
    suites: [
      {
        title: 'write.spec.ts',
        specs: [
          {
            title: 'a',
            tests: [one('chromium-web', 'expected'), one('electron', 'skipped', '没有 Electron')],
          },
        ],
        suites: [{ title: 'inner', specs: [{ title: 'b', tests: [one('chromium-web', 'flaky')] }] }],
      },
    ],
  }
  expect(tallyPlaywright(report, 0)).toEqual({
    passed: 2,
    failed: [],
    unstable: ['[chromium-web] › write.spec.ts › inner › b'],
    skipped: [{ name: '[electron] › write.spec.ts › a', reason: '没有 Electron' }],
  })
  expect(tallyPlaywright({ suites: [], errors: [{ message: 'no tests found' }] }, 1).failed).toEqual([
    'playwright: no tests found',
  ])
})

test('a failure is in the list with what went wrong, without colours and not without end', () => {
  const long = Array.from({ length: 60 }, (_, n) => `line ${n}`).join('\n')
  const vitest = {
    success: false,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [{ ...assertion('a', 'failed'), failureMessages: ['\u001b[31mlost 1\u001b[39m'] }],
      },
      { name: 'b.test.ts', status: 'failed', message: long, assertionResults: [] },
    ],
  }
  const [first, second] = tallyVitest(vitest, 1).failed
  expect(first).toBe('a\n      lost 1')
  expect(second?.split('\n')).toHaveLength(26)
  const failed = { projectName: 'web', status: 'unexpected', annotations: [] }
  const specs = [
    {
      title: 'c',
      tests: [{ ...failed, results: [{ errors: [{ message: 'time' }, { message: 'no button' }] }] }],
    },
  ]
  expect(tallyPlaywright({ errors: [], suites: [{ title: 'c.spec.ts', specs }] }, 1).failed).toEqual([
    '[web] › c.spec.ts › c\n      time\n      no button',
  ])
})

test('what passed only the second time is listed, and is a failure of the run when it is more than three', () => {
  const lucky = (n: number) => ({
    success: true,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        assertionResults: Array.from({ length: n }, (_, at) => ({
          ...assertion(`第${at}项`, 'passed'),
          failureMessages: ['先失败了一次'],
        })),
      },
    ],
  })
  const [three, four] = [tallyVitest(lucky(3), 0), tallyVitest(lucky(4), 0)]
  expect(three).toEqual({
    ...{ passed: 3, failed: [], skipped: [] },
    unstable: [0, 1, 2].map((at) => `第${at}项\n      先失败了一次`),
  })
  expect([isGood(three), isGood(four), isGood({ ...emptyTally, failed: ['a'] })]).toEqual([
    true,
    false,
    false,
  ])
})
