import type { Requirement, RequirementDocument } from './requirement.ts'
import type { TestTitle } from './testTitles.ts'

const separator = ' > '

/** A finder of the tests that a requirement names. */
export function createTestFinder(titles: readonly TestTitle[]): (named: string) => readonly TestTitle[] {
  const byName = new Map<string, TestTitle[]>()
  const add = (name: string, title: TestTitle) => byName.set(name, [...(byName.get(name) ?? []), title])
  for (const title of titles) {
    const joined = title.parts.join(separator)
    add(joined, title)
    add(`${title.file.replace(/^tests\//, '')}${separator}${joined}`, title)
  }
  return (named) => byName.get(named) ?? []
}

/** Why a list of requirements is not true of these tests, a sentence for each fault. */
export function faultsOf(documents: readonly RequirementDocument[], titles: readonly TestTitle[]): string[] {
  const testsOf = createTestFinder(titles)
  const requirements = documents.flatMap((document) => document.requirements)
  const ids = Map.groupBy(requirements, ({ id }) => id)
  const repeated = [...ids].filter(([, each]) => each.length > 1).map(([id]) => `${id} is there twice.`)
  const misplaced = documents.flatMap(({ number, requirements: own }) =>
    own
      .filter(({ id }) => !id.startsWith(`${number}.`))
      .map(({ id }) => `${id} is not of document ${number}.`),
  )
  return [...repeated, ...misplaced, ...requirements.flatMap((requirement) => faultsIn(requirement, testsOf))]
}

function faultsIn(
  { id, tests, shortfall }: Requirement,
  testsOf: (named: string) => readonly TestTitle[],
): string[] {
  const unshown = tests.length === 0 ? [`${id} has no test.`] : []
  const unmeasured =
    shortfall !== undefined && !/\d/.test(shortfall) ? [`${id} falls short by no figure.`] : []
  const unclear = tests.flatMap((named) => {
    const files = new Set(testsOf(named).map(({ file }) => file))
    if (files.size === 0) return [`${id} names a test that does not exist: ${named}`]
    if (files.size > 1) return [`${id} names a test of several files (${[...files].join(', ')}): ${named}`]
    return []
  })
  return [...unshown, ...unmeasured, ...unclear]
}
