import { readFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { applied, handMutants } from './mutate/byHand.ts'
import { copyOf } from './mutate/copies.ts'
import { equivalentOf } from './mutate/equivalents.ts'
import { mutantsOf } from './mutate/generate.ts'
import type { Mutant } from './mutate/mutant.ts'
import { type MutateOptions, readOptions, usage } from './mutate/options.ts'
import { corePackages, filesOf } from './mutate/packages.ts'
import { pick, seededRandom, seedOf } from './mutate/random.ts'
import { createTestRunner, type Outcome, type TestRunner, type TimedFile } from './mutate/runTests.ts'
import type { FileResult } from './mutate/testProcess.ts'

/** `npm run mutate`: breaks the core in many ways, one at a time, and sees whether its unit tests notice. */
const root = resolve(import.meta.dirname, '..')
const wantedShare = 0.95
const atOnce = 2
const labels: Readonly<Record<Outcome, string>> = { passed: 'SURVIVED', failed: 'killed  ', hung: 'hung    ' }

interface Numbered {
  readonly number: number
  readonly mutant: Mutant
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const described = ({ number, mutant: { path, line, kind, code, replacement } }: Numbered) =>
  `#${number} ${path}:${line} ${kind}: ${code.slice(0, 90)} ⇒ ${replacement.replaceAll(/\s+/g, ' ').slice(0, 60)}`

/** The chosen mutants with the numbers they have among all of this seed, and what of the hand list is lost. */
function choose(options: MutateOptions): { chosen: Numbered[]; lost: string[] } {
  const lost: string[] = []
  const all: Mutant[] = []
  for (const part of corePackages) {
    const sources = new Map(filesOf(root, part).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
    for (const [path, source] of sources) {
      const ways = mutantsOf(part.name, path, source)
      // Each kind as likely as the others: constants would crowd out the rest.
      const weightOf = ({ kind }: Mutant) => 1 / ways.filter((way) => way.kind === kind).length
      all.push(...pick(ways, options.perFile, seededRandom(seedOf(options.seed, path)), weightOf))
    }
    const isWanted = options.packages.length === 0 || options.packages.includes(part.name)
    for (const hand of handMutants.filter(({ packageName }) => packageName === part.name)) {
      const mutant = applied(hand, sources)
      if (typeof mutant === 'string' && isWanted)
        lost.push(`not applicable: ${part.name}, ${hand.breaks}: ${mutant}`)
      if (typeof mutant !== 'string') all.push(mutant)
    }
  }
  const numbered = all
    .map((mutant, index) => ({ number: index + 1, mutant }))
    .filter(({ number }) => options.only.length === 0 || options.only.includes(number))
    .filter(({ mutant }) => options.packages.length === 0 || options.packages.includes(mutant.packageName))
  return { chosen: pick(numbered, options.sample ?? numbered.length, seededRandom(options.seed)), lost }
}

/** The test files of the packages, with what they take on unbroken code. Throws when one fails there. */
async function testUnbroken(
  cwd: string,
  runner: TestRunner,
  names: ReadonlySet<string>,
): Promise<TestFile[]> {
  const parts = corePackages.filter(({ name }) => names.has(name))
  const files = await runner.list([...new Set(parts.flatMap(({ tests }) => tests))])
  const { outcome, ended: results } = await runner.run(files.map((path) => ({ path, limitMs: 300_000 })))
  const errors = results.flatMap((result) => result.errors.map((error) => `${result.path}: ${error}`))
  if (outcome !== 'passed') throw new Error(`the tests fail on unbroken code\n${errors.join('\n')}`)
  return results.map(({ path, durationMs }) => ({ path: relative(cwd, path), durationMs, kills: 0 }))
}

/** A test file, from one mutant to the next. */
interface TestFile {
  readonly path: string
  readonly durationMs: number
  /** Mutants at which it failed. */
  kills: number
}

/** The test files of a mutant's package: those with the name of its file first, then the likeliest in a short time. */
function testsOf({ packageName, path }: Mutant, testFiles: readonly TestFile[]): TestFile[] {
  const { tests = [] } = corePackages.find(({ name }) => name === packageName) ?? {}
  const hasName = (file: TestFile) => basename(file.path).startsWith(`${basename(path, '.ts')}.`)
  const killsPerMs = ({ kills, durationMs }: TestFile) => (1 + kills) / (50 + durationMs)
  return testFiles
    .filter((file) => tests.some((folder) => file.path.startsWith(`${folder}/`)))
    .toSorted((a, b) => Number(hasName(b)) - Number(hasName(a)) || killsPerMs(b) - killsPerMs(a))
}

async function run(chosen: readonly Numbered[]): Promise<Map<Numbered, Outcome>> {
  const outcomes = new Map<Numbered, Outcome>()
  const remaining = chosen.filter(({ mutant }) => !equivalentOf(mutant))
  const names = new Set(remaining.map(({ mutant }) => mutant.packageName))
  const copies = await Promise.all(Array.from({ length: atOnce }, () => copyOf(root)))
  const workers = copies.map((copy) => ({ copy, runner: createTestRunner(copy.path) }))
  let isStopped = false
  const stop = () => {
    remaining.length = 0
    isStopped = true
    for (const { runner } of workers) runner.end()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    const [first] = workers
    if (!first) return outcomes
    const testFiles = await testUnbroken(first.copy.path, first.runner, names)
    await Promise.all(
      workers.map(async ({ copy, runner }) => {
        for (let one = remaining.shift(); one; one = remaining.shift()) {
          const restore = await copy.plant(one.mutant)
          const tests = testsOf(one.mutant, testFiles)
          const { outcome, failed } = await runTwice(
            runner,
            tests.map(({ path, durationMs }) => ({
              path: join(copy.path, path),
              limitMs: Math.max(20_000, 4 * durationMs),
            })),
          )
          const killer = tests.find(({ path }) => failed?.path === join(copy.path, path))
          if (killer) killer.kills += 1
          await restore()
          if (isStopped) return
          outcomes.set(one, outcome)
          const by = killer ? ` (${basename(killer.path)}: ${failed?.errors[0]?.slice(0, 120)})` : ''
          say(`${labels[outcome]} ${described(one)}${by}`)
        }
      }),
    )
  } finally {
    for (const { runner } of workers) runner.end()
    await Promise.all(copies.map((copy) => copy.remove()))
  }
  return outcomes
}

/** Runs test files until one fails, or takes too long, twice: what the load of the machine did is no kill. */
async function runTwice(
  runner: TestRunner,
  files: readonly TimedFile[],
): Promise<{ readonly outcome: Outcome; readonly failed?: FileResult }> {
  for (let left = files; ; ) {
    const { outcome, ended } = await runner.run(left)
    if (outcome === 'passed') return { outcome }
    const failedAt = outcome === 'hung' ? ended.length : ended.findIndex(({ errors }) => errors.length > 0)
    const suspect = left[failedAt]
    const again = suspect && (await runner.run([suspect]))
    if (again?.outcome !== 'passed')
      return { outcome, ...(again?.ended[0] ? { failed: again.ended[0] } : {}) }
    left = left.slice(failedAt + 1)
  }
}

function report(chosen: readonly Numbered[], outcomes: ReadonlyMap<Numbered, Outcome>): boolean {
  let isEnough = true
  for (const { name } of corePackages) {
    const mine = chosen.filter(({ mutant }) => mutant.packageName === name)
    const equal = mine.filter(({ mutant }) => equivalentOf(mutant)).length
    const survived = mine.filter((one) => outcomes.get(one) === 'passed').length
    const broken = mine.filter((one) => outcomes.has(one)).length
    if (mine.length === 0) continue
    if (broken + equal < mine.length) {
      say(`${name}: ${mine.length - broken - equal} of ${mine.length} were not run`)
      isEnough = false
    }
    const share = broken === 0 ? 1 : (broken - survived) / broken
    if (share < wantedShare) isEnough = false
    say(
      `${name}: ${broken - survived} of ${broken} killed (${(100 * share).toFixed(1)} %), ${equal} equivalent`,
    )
  }
  return isEnough
}

async function main(options: MutateOptions) {
  const { chosen, lost } = choose(options)
  for (const line of lost) say(line)
  if (lost.length > 0) process.exitCode = 1
  if (options.list) {
    for (const one of chosen) say(`${equivalentOf(one.mutant) ? 'equivalent ' : ''}${described(one)}`)
    say(`${chosen.length} mutants, seed ${options.seed}`)
    return
  }
  const isEnough = report(chosen, await run(chosen))
  say(`seed ${options.seed}; at least ${100 * wantedShare} % have to be killed in each package`)
  if (!isEnough) process.exitCode = 1
}

/** Undefined, when what is wrong with the arguments has been said. */
function optionsOf(args: readonly string[]): MutateOptions | undefined {
  try {
    return readOptions(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`)
    process.exitCode = 2
    return undefined
  }
}

const args = process.argv.slice(2)
if (args.includes('--help')) say(usage)
else {
  const options = optionsOf(args)
  if (options) await main(options)
}
