import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { PlaywrightReport, VitestReport } from '../testRun/tally.ts'
import type { TestTitle } from './testTitles.ts'

/** What became of a test, every row of its table together. */
export type TestOutcome = 'passed' | 'failed' | 'not run'

interface Ran {
  readonly file: string
  readonly name: string
  readonly outcome: TestOutcome
}

const isEndToEnd = ({ file }: TestTitle) => file.startsWith('tests/e2e/')

/** The name of a test as a pattern: what a row fills in may be anything, line breaks too; suites are joined by a blank or ` > `. */
export function namePattern({ parts }: TestTitle): string {
  const holes = /%(?:[sdifjoO#]|\.\d+s)|\$\{[^}]*\}|\$[a-z]\w*/g
  const patterns = parts.map((part) =>
    part
      .replaceAll("\\'", "'")
      .split(holes)
      .map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
      .join('[\\s\\S]*'),
  )
  return patterns.join(' (?:> )?')
}

/** Runs exactly these tests: vitest for all but those of `tests/e2e`, Playwright for them. */
export function runTests(root: string, titles: readonly TestTitle[]): (title: TestTitle) => TestOutcome {
  const ran = [
    ...runVitest(
      root,
      titles.filter((title) => !isEndToEnd(title)),
    ),
    ...runPlaywright(root, titles.filter(isEndToEnd)),
  ]
  return (title) => {
    const pattern = new RegExp(`^${namePattern(title)}$`)
    const outcomes = ran.filter(({ file, name }) => file === title.file && pattern.test(name))
    if (outcomes.some(({ outcome }) => outcome === 'failed')) return 'failed'
    return outcomes.some(({ outcome }) => outcome === 'passed') ? 'passed' : 'not run'
  }
}

const filesOf = (titles: readonly TestTitle[]) => [...new Set(titles.map(({ file }) => file))]
const alternatives = (titles: readonly TestTitle[]) => titles.map((title) => namePattern(title)).join('|')

function runVitest(root: string, titles: readonly TestTitle[]): Ran[] {
  if (titles.length === 0) return []
  const report = reportOf<VitestReport>(root, 'vitest/vitest.mjs', (file) => [
    ...['run', ...filesOf(titles), '-t', `^(?:${alternatives(titles)})$`],
    ...['--reporter=dot', '--reporter=json', `--outputFile=${file}`],
  ])
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: relative(root, name).replaceAll('\\', '/'),
      name: fullName,
      outcome: status === 'passed' || status === 'failed' ? status : 'not run',
    })),
  )
}

function runPlaywright(root: string, titles: readonly TestTitle[]): Ran[] {
  if (titles.length === 0) return []
  const report = reportOf<PlaywrightReport>(
    root,
    '@playwright/test/cli.js',
    () => ['test', ...filesOf(titles), '-g', alternatives(titles), '--reporter=json'],
    'PLAYWRIGHT_JSON_OUTPUT_NAME',
  )
  const ran: Ran[] = []
  const visit = (
    suite: PlaywrightReport['suites'][number],
    file: string,
    around: readonly string[],
  ): void => {
    for (const { title, tests } of suite.specs ?? [])
      for (const { status } of tests) {
        const outcome = status === 'unexpected' ? 'failed' : status === 'skipped' ? 'not run' : 'passed'
        ran.push({ file, name: [...around, title].join(' '), outcome })
      }
    for (const inner of suite.suites ?? []) visit(inner, file, [...around, inner.title])
  }
  // The outermost suite is the file, named from the folder of the tests.
  for (const suite of report?.suites ?? []) visit(suite, `tests/e2e/${suite.title}`, [])
  return ran
}

/** Runs a test program and reads its report; null where it left none. */
function reportOf<Report>(
  root: string,
  program: string,
  optionsFor: (file: string) => readonly string[],
  variable?: string,
): Report | null {
  const folder = mkdtempSync(join(tmpdir(), 'creonow-conformance-'))
  const file = join(folder, 'report.json')
  try {
    spawnSync(process.execPath, [join(root, 'node_modules', program), ...optionsFor(file)], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...(variable ? { [variable]: file } : {}) },
    })
    return JSON.parse(readFileSync(file, 'utf8')) as Report // Written by the program in its documented form.
  } catch {
    // A program that did not start leaves no report: its tests were not run, and that is what is printed.
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
