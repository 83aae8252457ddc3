import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { applied, handMutants } from './mutate/byHand.ts'
import { copyOf } from './mutate/copies.ts'
import { equivalentOf } from './mutate/equivalents.ts'
import { mutantsOf } from './mutate/generate.ts'
import type { Mutant } from './mutate/mutant.ts'
import { type MutateOptions, readOptions, usage } from './mutate/options.ts'
import { corePackages, filesOf } from './mutate/packages.ts'
import { pick, seededRandom, seedOf } from './mutate/random.ts'
import { endRuns, type Outcome, runTests, testsNamedAs } from './mutate/runTests.ts'

/** `npm run mutate`: breaks the core in many ways, one at a time, and sees whether its unit tests notice. */
const root = resolve(import.meta.dirname, '..')
const wantedShare = 0.95
const atOnce = 2

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

/** How long each package's tests take on unbroken code. Throws when they fail there: then nothing can be told. */
async function timesUnbroken(cwd: string, names: ReadonlySet<string>): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  for (const { name, tests } of corePackages.filter((part) => names.has(part.name))) {
    const started = performance.now()
    const { outcome, output } = await runTests(cwd, tests, 900_000)
    if (outcome !== 'passed') throw new Error(`the tests of ${name} fail on unbroken code\n${output}`)
    times.set(name, performance.now() - started)
    say(`${name}: unbroken in ${Math.round((performance.now() - started) / 1000)} s`)
  }
  return times
}

async function run(chosen: readonly Numbered[]): Promise<Map<Numbered, Outcome>> {
  const outcomes = new Map<Numbered, Outcome>()
  const waiting = chosen.filter(({ mutant }) => !equivalentOf(mutant))
  const stop = () => {
    waiting.length = 0
    endRuns()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const copies = await Promise.all(Array.from({ length: atOnce }, () => copyOf(root)))
  try {
    const [first] = copies
    if (!first) return outcomes
    const times = await timesUnbroken(first.path, new Set(waiting.map(({ mutant }) => mutant.packageName)))
    await Promise.all(
      copies.map(async (copy) => {
        for (let one = waiting.shift(); one; one = waiting.shift()) {
          const { packageName } = one.mutant
          const tests = corePackages.find(({ name }) => name === packageName)?.tests ?? []
          const restore = await copy.plant(one.mutant)
          const limitMs = Math.max(30_000, 4 * (times.get(packageName) ?? 0))
          const named = testsNamedAs(one.mutant.path, copy.path, tests)
          const nearest = named.length > 0 || tests.length < 2 ? named : tests.slice(0, 1)
          const first = nearest.length > 0 ? await runTests(copy.path, nearest, limitMs) : undefined
          const isDecided = first !== undefined && first.outcome !== 'passed'
          const { outcome } = isDecided ? first : await runTests(copy.path, tests, limitMs)
          await restore()
          outcomes.set(one, outcome)
          say(
            `${outcome === 'passed' ? 'SURVIVED' : outcome === 'late' ? 'hung    ' : 'killed  '} ${described(one)}`,
          )
        }
      }),
    )
  } finally {
    await Promise.all(copies.map((copy) => copy.remove()))
  }
  return outcomes
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
