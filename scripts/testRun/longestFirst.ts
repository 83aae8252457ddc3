import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take longest, the longest first; what has been measured is kept by no fresh clone. */
export const longest = [
  'tests/integration/torture/faults.test.ts',
  'tests/unit/services/redaction/scan.test.ts',
  'tests/integration/hosts/mcp.test.ts',
  'tests/integration/hosts/cli.test.ts',
  'tests/integration/services/agent/book.test.ts',
  'tests/integration/specification/concurrency.test.ts',
  'tests/integration/hosts/cliLanguage.test.ts',
  'tests/integration/hosts/cliAgent.test.ts',
  'tests/integration/hosts/webSocket.test.ts',
  'tests/unit/services/tokens/mustShow.test.ts',
  'tests/integration/hosts/readOnly.test.ts',
  'tests/integration/specification/budget.test.ts',
  'tests/integration/services/creonow/watching.test.ts',
  'tests/unit/services/tokens/huggingFace/huggingFace.test.ts',
  'tests/integration/redactionCorpus.test.ts',
  'tests/integration/specification/failures.test.ts',
  'tests/unit/lib/yamlText.test.ts',
  'tests/integration/services/manuscript/book.test.ts',
  'tests/integration/services/manuscript/rearranging.test.ts',
  'tests/integration/services/codex/bulk.test.ts',
  'tests/unit/services/tokens/tokenizer.test.ts',
  'tests/integration/services/memory/assembly.test.ts',
  'tests/integration/torture/kills.test.ts',
  'tests/integration/hostileFolders.test.ts',
  'tests/unit/hosts/frameLimits.test.ts',
  'tests/integration/hosts/cliCodexProcess.test.ts',
  'tests/integration/services/manuscript/chapterNames.test.ts',
  'tests/integration/scripts/bootstrap.test.ts',
  'tests/integration/hosts/frames.test.ts',
  'tests/integration/services/codex/codex.test.ts',
  'tests/integration/torture/rivals.test.ts',
  'tests/unit/services/context/engine.property.test.ts',
  'tests/integration/hosts/processFaults.test.ts',
  'tests/integration/services/agent/tools/hiddenText.test.ts',
  'tests/integration/scripts/enginePackage.test.ts',
  'tests/unit/services/codex/exchange/hostile.test.ts',
  'tests/integration/services/codex/prompt.test.ts',
  'tests/integration/hosts/start.test.ts',
  'tests/integration/takeover.test.ts',
  'tests/unit/services/agent/tools/editing.test.ts',
] as const

/** Begins with the longest files: at the end of a run nobody waits for one of them with the other core idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.replaceAll('\\', '/').endsWith(`/${name}`))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
