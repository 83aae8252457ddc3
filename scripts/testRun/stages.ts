import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  emptyTally,
  type PlaywrightReport,
  type Tally,
  tallyPlaywright,
  tallyVitest,
  type VitestReport,
} from './tally.ts'

/** Each checker works out the types of the contract for itself: four take twice the time of one on two cores. */
const oneChecker = ['-b', '--checkers', '1']

export interface Stage {
  readonly name: string
  run(): Promise<Tally>
}

/**
 * lint, types, layers (one test each), then vitest and Playwright, which count their own, without the tests that have
 * the tag `whole` unless `isWhole`. Stages of one group run at once: none of the first three keeps two cores busy; the
 * last two share the machine out themselves.
 */
export function createStages(root: string, isWhole: boolean): readonly (readonly Stage[])[] {
  const bin = (path: string) => join(root, 'node_modules', path)
  return [
    [
      { name: 'typecheck', run: () => check('typecheck', bin('@typescript/native/bin/tsc'), oneChecker) },
      { name: 'arch', run: arch },
      { name: 'lint', run: () => check('lint', bin('@biomejs/biome/bin/biome'), ['check']) },
    ],
    [{ name: 'vitest', run: vitest }],
    [{ name: 'playwright', run: playwright }],
  ]

  async function check(
    name: string,
    script: string,
    args: readonly string[],
    expected = /(?:)/,
  ): Promise<Tally> {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = [child.stdout, child.stderr].map((stream) => text(stream))
    const [status] = await once(child, 'close')
    const [stdout = '', stderr = ''] = await Promise.all(said)
    if (status === 0 && expected.test(stdout)) return { ...emptyTally, passed: 1 }
    process.stdout.write(`${stdout}${stderr}\n`)
    return { ...emptyTally, failed: [name] }
  }

  function arch(): Promise<Tally> {
    // It ends with 0 as well when it could parse nothing; then a count is missing or far too small.
    const counted = /\([1-9]\d{2,} modules[\s\S]*\([1-9]\d{2,} modules/
    return check('arch', join(root, 'scripts', 'arch.ts'), [], counted)
  }

  async function vitest(): Promise<Tally> {
    return withReport<VitestReport>((file) => {
      const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      if (!isWhole) args.push('--tags-filter=!whole')
      return spawnSync(process.execPath, [bin('vitest/vitest.mjs'), ...args], { cwd: root, stdio: 'inherit' })
        .status
    }, tallyVitest)
  }

  async function playwright(): Promise<Tally> {
    if (!hasSpecs(join(root, 'tests', 'e2e'))) {
      process.stdout.write('tests/e2e 里没有浏览器测试。\n')
      return emptyTally
    }
    return withReport<PlaywrightReport>((file) => {
      const skips = join(root, 'scripts', 'testRun', 'skipUnavailable.ts')
      const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
      const args = [bin('@playwright/test/cli.js'), 'test', `--reporter=list,json,${skips}`]
      if (!isWhole) args.push('--grep-invert=@whole')
      return spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status
    }, tallyPlaywright)
  }
}

function withReport<Report>(
  run: (file: string) => number | null,
  tally: (report: Report | null, exitCode: number | null) => Tally,
): Tally {
  const folder = mkdtempSync(join(tmpdir(), 'creonow-report-'))
  const file = join(folder, 'report.json')
  try {
    const exitCode = run(file)
    const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null // the runner's own format
    return tally(report, exitCode)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function hasSpecs(folder: string): boolean {
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /\.spec\.ts$/.test(String(name)))
  )
}
