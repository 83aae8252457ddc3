import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { documents } from './conformance/documents.ts'
import { createTestFinder, faultsOf } from './conformance/matching.ts'
import type { Requirement } from './conformance/requirement.ts'
import { runTests } from './conformance/testOutcomes.ts'
import { readTitles, type TestTitle } from './conformance/testTitles.ts'

// `npm run conformance`: what the documents demand, and the tests that show it. `--run` runs those tests; a document's
// number limits it to that document. Exit 1 when the list is not true of the tests, or one of them does not pass.

const usage = `npm run conformance -- [--run] [${documents.map(({ number }) => number).join(' | ')}]…`
const root = resolve(import.meta.dirname, '..')
const print = (line: string) => void process.stdout.write(`${line}\n`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { run: { type: 'boolean', default: false } },
})
if (!positionals.every((number) => documents.some((document) => document.number === number))) {
  process.stderr.write(`${usage}\n`)
  process.exit(1)
}
const chosen = documents.filter(({ number }) => positionals.length === 0 || positionals.includes(number))
const requirements = chosen.flatMap((document) => document.requirements)

const titles = readTitles(root)
const faults = faultsOf(documents, titles)
const testsOf = createTestFinder(titles)
const shownBy = ({ tests }: Requirement): readonly TestTitle[] => tests.flatMap((named) => testsOf(named))
const outcomeOf = values.run ? runTests(root, [...new Set(requirements.flatMap(shownBy))]) : undefined

const isShort = ({ shortfall }: Requirement) => shortfall !== undefined
/** All of its tests passed, where they were run. */
const isProved = (requirement: Requirement): boolean =>
  !outcomeOf || shownBy(requirement).every((title) => outcomeOf(title) === 'passed')

for (const { number, title, requirements: own } of chosen) {
  print(`\n${number} ${title}`)
  for (const requirement of own) {
    const { id, section, demand, shortfall } = requirement
    const state = shownBy(requirement).length === 0 ? 'not met' : isShort(requirement) ? 'partly' : 'met'
    print(`\n  ${id} ${state} · ${section}: ${demand}`)
    if (shortfall !== undefined) print(`    short: ${shortfall}`)
    for (const test of shownBy(requirement)) {
      const outcome = outcomeOf ? `${outcomeOf(test)} ` : ''
      print(`    ${outcome}${test.file}:${test.line} ${test.parts.join(' > ')}`)
    }
  }
}

print(`\n${'document'.padEnd(10)}${'met'.padStart(6)}${'partly'.padStart(8)}${'not met'.padStart(9)}`)
const rows = [
  ...chosen.map(({ number, requirements: own }) => ({ number, own })),
  { number: 'all', own: requirements },
]
for (const { number, own } of rows) {
  const shown = own.filter((requirement) => shownBy(requirement).length > 0 && isProved(requirement))
  const partly = shown.filter(isShort).length
  print(
    number.padEnd(10) +
      String(shown.length - partly).padStart(6) +
      String(partly).padStart(8) +
      String(own.length - shown.length).padStart(9),
  )
}
const unproved = requirements.filter((requirement) => !isProved(requirement))
for (const { id } of unproved) print(`error ${id}: a test of it did not pass`)
for (const fault of faults) print(`error ${fault}`)
if (unproved.length > 0 || faults.length > 0) process.exitCode = 1
