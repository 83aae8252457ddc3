import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { retries } from './scripts/testRun/ci.ts'
import { shareCompiledCode } from './scripts/testRun/compileCache.ts'
import { LongestFirst } from './scripts/testRun/longestFirst.ts'
import { keepTemporariesInMemory } from './scripts/testRun/memoryFolder.ts'

shareCompiledCode()
keepTemporariesInMemory()

/** `npx vitest run --sequence.shuffle.files` shows that no file needs another before it. */
const isShuffled = process.argv.some((option) => option.startsWith('--sequence.shuffle'))

const apart = [
  'tests/integration/torture/*.test.ts',
  'tests/integration/hosts/updates/*.test.ts',
  'tests/integration/hosts/{desktop,electron,bashEnvironment}*.test.ts',
]

export default defineConfig({
  test: {
    // Node reads the TypeScript itself, as it does in the product, and keeps what it compiled for every process: a
    // start costs less than half. No test replaces a module, which alone would need more.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // For a test that hangs, not for a slow one: on a busy machine everything takes many times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The command speaks the terminal's language; the tests read Chinese wherever they run.
    env: { LANG: 'zh_CN.UTF-8', LC_ALL: '', LC_MESSAGES: '' },
    retry: retries,
    tags: [
      {
        name: 'whole',
        description:
          'What `npm run test:whole` runs and `npm test` does not: kills, many repetitions, further formats.',
      },
    ],
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    pool: 'forks',
    // One more than there are cores takes a sixth longer.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'apart',
          // A process for each file: they count its descriptors, change its environment or replace its modules.
          include: apart,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/arch/**/*.test.ts', 'tests/integration/**/*.test.ts'],
          exclude: apart,
          // As below: each app has a data folder of its own and no module has state.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          // They replace no modules and leave no globals behind; a process for each of 200 files costs a minute.
          isolate: false,
        },
      },
    ],
  },
})
