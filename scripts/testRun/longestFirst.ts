import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take longest, the longest first; what has been measured is kept by no fresh clone. */
export const longest = [
  'tests/integration/hosts/cliEach.test.ts',
  'tests/integration/hosts/cliDrafts.test.ts',
  'tests/integration/hosts/mcp.test.ts',
  'tests/integration/services/agent/loop.test.ts',
  'tests/integration/services/spending/bills.test.ts',
  'tests/integration/services/ai/wire/wire.test.ts',
  'tests/integration/hosts/desktopBuild.test.ts',
  'tests/integration/services/jobs/volumes.test.ts',
  'tests/integration/hosts/cli.test.ts',
  'tests/unit/hosts/frameLimits.test.ts',
  'tests/integration/hosts/cliAgent.test.ts',
  'tests/integration/services/agent/book.test.ts',
  'tests/integration/specification/concurrency.test.ts',
  'tests/integration/scripts/audit.test.ts',
  'tests/integration/services/codex/codex.test.ts',
  'tests/integration/specification/failures.test.ts',
  'tests/integration/services/agent/native/calls.test.ts',
  'tests/integration/services/ai/cache/conversations.test.ts',
  'tests/integration/damagedRecords.test.ts',
  'tests/integration/hosts/cliLanguage.test.ts',
  'tests/integration/services/agent/tools/forEach.test.ts',
  'tests/integration/services/ai/runs/inputCut.test.ts',
  'tests/integration/redactionCorpus.test.ts',
  'tests/integration/services/manuscript/book.test.ts',
  'tests/integration/services/drafts/changes.test.ts',
  'tests/integration/services/edits/journal.test.ts',
  'tests/integration/hosts/cliCheck.test.ts',
  'tests/unit/services/redaction/scan.test.ts',
  'tests/integration/services/agent/native/longTask.test.ts',
  'tests/integration/services/threads/threads.test.ts',
  'tests/integration/services/creonow/watching.test.ts',
  'tests/unit/services/tokens/mustShow.test.ts',
  'tests/integration/promptCache.test.ts',
  'tests/integration/services/manuscript/service.test.ts',
  'tests/integration/services/manuscript/rearranging.test.ts',
  'tests/unit/services/tokens/huggingFace/huggingFace.test.ts',
  'tests/integration/hosts/cliCodexProcess.test.ts',
  'tests/arch/reaching.test.ts',
  'tests/integration/hosts/bashEnvironment.test.ts',
  'tests/unit/services/agent/approval.test.ts',
  'tests/integration/specification/receipts.test.ts',
  'tests/unit/services/tokens/bpe.test.ts',
  'tests/integration/hosts/frames.test.ts',
  'tests/integration/services/jobs/failures.test.ts',
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
