import { stripVTControlCharacters } from 'node:util'

/** What a stage of the test run came to. */
export interface Tally {
  readonly passed: number
  readonly failed: readonly string[]
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
  /** Passed only the second time, with what went wrong the first time. They are among the passed ones. */
  readonly unstable: readonly string[]
}

export const emptyTally: Tally = { passed: 0, failed: [], skipped: [], unstable: [] }

/** Why a test with the tag `whole` was not run. */
export const leftToWhole = '由 npm run test:whole 运行'

/** More than these, and it is no longer the machine. */
const mostUnstable = 3

export const addTallies = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: [...a.failed, ...b.failed],
  skipped: [...a.skipped, ...b.skipped],
  unstable: [...a.unstable, ...b.unstable],
})

/** Whether a run counts as good. */
export const isGood = ({ failed, unstable }: Tally): boolean =>
  failed.length === 0 && unstable.length <= mostUnstable

/** The last line of `npm test`, which scripts read. */
export function lastLine({ passed, failed, skipped }: Tally): string {
  const line = `${passed} passed, ${failed.length} failed`
  return skipped.length > 0 ? `${line}, ${skipped.length} skipped` : line
}

/** What is read of vitest's JSON report. */
export interface VitestReport {
  readonly success: boolean
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[] | null
      readonly tags?: readonly string[]
    }[]
  }[]
}

/**
 * Counts a vitest run. A file that failed without a failed test (it did not load, a hook broke) counts as one,
 * and so does a run that failed outside all files.
 */
export function tallyVitest(report: VitestReport | null, exitCode: number | null): Tally {
  if (report === null) return { ...emptyTally, failed: ['vitest 没有交出报告'] }
  const failed: string[] = []
  const skipped: { name: string; reason: string }[] = []
  const unstable: string[] = []
  let passed = 0
  for (const file of report.testResults) {
    const before = failed.length
    for (const { fullName, status, failureMessages, tags } of file.assertionResults) {
      if (status === 'passed') {
        passed += 1
        if (failureMessages?.[0]) unstable.push(withMessage(fullName, failureMessages[0]))
      } else if (status === 'failed') failed.push(withMessage(fullName, failureMessages?.[0]))
      else skipped.push({ name: fullName, reason: tags?.includes('whole') ? leftToWhole : status })
    }
    if (file.status === 'failed' && failed.length === before)
      failed.push(withMessage(file.name, file.message))
  }
  if (failed.length === 0 && (exitCode !== 0 || !report.success)) failed.push('vitest（测试之外的错误）')
  return { passed, failed, skipped, unstable }
}

const mostMessageLines = 25

/** The end of a long log is often all that is kept of it: there the name stands with what went wrong. */
function withMessage(name: string, message: string | undefined): string {
  if (!message) return name
  const lines = stripVTControlCharacters(message).split('\n').slice(0, mostMessageLines)
  return [name, ...lines.map((line) => `      ${line}`)].join('\n')
}

interface PlaywrightSuite {
  readonly title: string
  readonly specs?: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly projectName: string
      readonly status: string
      readonly results?: readonly { readonly errors?: readonly { readonly message?: string }[] }[]
      readonly annotations: readonly { readonly type: string; readonly description?: string }[]
    }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

/** What is read of Playwright's JSON report. */
export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[]
  readonly errors: readonly { readonly message?: string }[]
}

/** Counts a Playwright run, one per project and test. */
export function tallyPlaywright(report: PlaywrightReport | null, exitCode: number | null): Tally {
  if (report === null) return { ...emptyTally, failed: ['playwright 没有交出报告'] }
  const failed: string[] = report.errors.map(({ message }) => `playwright: ${message ?? 'error'}`)
  const skipped: { name: string; reason: string }[] = []
  const unstable: string[] = []
  let passed = 0
  const visit = (suite: PlaywrightSuite, path: readonly string[]): void => {
    const here = [...path, suite.title]
    for (const spec of suite.specs ?? []) {
      for (const { projectName, status, results, annotations } of spec.tests) {
        const name = [`[${projectName}]`, ...here, spec.title].join(' › ')
        if (status === 'expected' || status === 'flaky') passed += 1
        if (status === 'flaky' || status === 'unexpected') {
          // A test that ran out of time says so first, and then where it was waiting.
          const first = results?.find(({ errors }) => errors && errors.length > 0)?.errors
          const message = first?.map((error) => error.message ?? 'error').join('\n')
          const list = status === 'flaky' ? unstable : failed
          list.push(withMessage(name, message))
        } else if (status === 'skipped')
          skipped.push({
            name,
            reason: annotations.find((a) => a.description)?.description ?? '没有给出原因',
          })
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, here)
  }
  for (const suite of report.suites) visit(suite, [])
  if (failed.length === 0 && exitCode !== 0) failed.push('playwright（测试之外的错误）')
  return { passed, failed, skipped, unstable }
}
