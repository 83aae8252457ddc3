import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'

/** How one test file ended. */
export interface FileResult {
  /** Absolute. */
  readonly path: string
  readonly durationMs: number
  readonly errors: readonly string[]
}

/** `folders`: list the test files there. `files`: run these in this order, until the first one fails. */
type TestRequest = { readonly folders: readonly string[] } | { readonly files: readonly string[] }

/** The order of the request: those that fail soonest come first. */
class AsRequested extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const reply = (message: object) => process.send?.(message)

const resultOf = (module: TestModule): FileResult => ({
  path: module.moduleId,
  durationMs: module.diagnostic().duration + module.diagnostic().collectDuration,
  errors: [
    ...module.errors(),
    ...[...module.children.allTests('failed')].flatMap((one) => one.result().errors ?? []),
  ].map(({ message }) => message),
})

const vitest = await createVitest('test', {
  watch: false,
  project: ['unit'],
  bail: 1,
  maxWorkers: 1,
  fileParallelism: false,
  sequence: { sequencer: AsRequested },
  reporters: [{ onTestModuleEnd: (module) => void reply({ file: resultOf(module) }) }],
})
// Without it the first run would look at every file of the tree.
const all = new Map((await vitest.globTestSpecifications()).map((one) => [one.moduleId, one]))

process.on('message', async (request: TestRequest) => {
  if ('folders' in request) {
    const isBelow = (path: string) => request.folders.some((folder) => path.includes(`/${folder}/`))
    reply({ result: [...all.keys()].filter(isBelow) })
    return
  }
  const files = request.files.flatMap((path) => all.get(path) ?? [])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
  const isPassed = unhandledErrors.length === 0 && testModules.every((module) => module.ok())
  reply({ result: isPassed && testModules.length === files.length ? 'passed' : 'failed' })
})
process.on('disconnect', () => process.exit())
