import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { cruise, ruleSets } from './cruise.ts'
import { temporaryTree } from './temporaryTree.ts'

/** One hop away from a planted file, each with something a pure file must not reach. */
const hops = {
  'main/src/lib/files.ts': "import { readFileSync } from 'node:fs'\nexport const read = readFileSync\n",
  'main/src/lib/store.ts': "import './files.ts'\nexport const store = 1\n",
  'main/src/lib/clock.ts': 'export const now = () => Date.now()\nexport interface Clock {}\n',
  'main/src/lib/cuts.ts': 'export const cut = (text: string) => text.slice(1)\n',
  'main/src/db/open.ts': "import 'better-sqlite3'\nexport const db = 1\n",
  'main/src/contract/shared.ts': "import 'zod'\nexport interface Shared {}\n",
}

const purely = 'pure-reaches-nothing'
const clock = 'pure-reaches-no-clock'
const named = 'pure-names-no-clock'

/** Planted file → its source and exactly the rules that have to fire on it. */
const violations: Readonly<Record<string, readonly [source: string, ...rules: string[]]>> = {
  'main/src/services/context/core/fit.ts': ["import '../../../lib/store.ts'\n", purely],
  'main/src/services/sources/codex.ts': ["import '../../db/open.ts'\n", purely],
  'main/src/services/tokens/log.ts': ["import 'pino'\n", purely],
  'main/src/services/context/core/late.ts': ["import { now } from '../../../lib/clock.ts'\nnow()\n", clock],
  'main/src/services/context/core/budget.ts': ['export const seed = () => Math.random()\n', named],
  'main/src/services/context/core/age.ts': ['export const age = () => Date.now()\n', named],
  'main/src/services/context/core/today.ts': ['export const today = () => new Date()\n', named],
  'main/src/services/context/core/timed.ts': ['export const at = () => performance.now()\n', named],
  'main/src/services/sources/id.ts': ['export const id = () => crypto.randomUUID()\n', named],
  'main/src/services/redaction/wait.ts': ['export const wait = (f: () => void) => setTimeout(f, 1)\n', named],
  'main/src/services/tokens/limit.ts': ['export const limit = () => AbortSignal.timeout(5)\n', named],
  'main/src/ipc/writing.ts': ["import '../lib/store.ts'\n", 'handlers-pure-lib-only'],
  'main/src/ipc/hashing.ts': ["import '../lib/files.ts'\n", 'handlers-pure-lib-only'],
  'renderer/src/schema.ts': ["import '../../main/src/contract/shared.ts'\n", 'front-reaches-shared-only'],
  'main/src/contract/errorCodes.ts': ["import 'zod'\nexport const codes = 1\n", 'shared-reaches-nothing'],
  'main/src/contract/warnings.ts': ["import './shared.ts'\n", 'shared-reaches-nothing'],
}

const allowed = {
  'main/src/services/context/core/pure.ts':
    "import type { Clock } from '../../../lib/clock.ts'\nimport type { Stats } from 'node:fs'\nimport { cut } from '../../../lib/cuts.ts'\nexport const f = (clock: Clock, stats: Stats, Date: number) => [clock, stats, cut(''), Date, { performance: 1 }.performance]\n",
  'main/src/services/tokens/ranks.ts':
    "export const load = async () => (await import('js-tiktoken/ranks/o200k_base')).default\n",
  'main/src/services/memory/index.ts': "import '../../lib/store.ts'\nimport '../../lib/clock.ts'\n",
  'main/src/ipc/thin.ts':
    "import '../lib/cuts.ts'\nimport '../services/memory/index.ts'\nimport type { Clock } from '../lib/clock.ts'\nexport type C = Clock\n",
  'main/src/contract/result.ts':
    "import type { Shared } from './shared.ts'\nexport const ok = (value: Shared) => value\n",
  'renderer/src/page.ts': "import '../../main/src/contract/result.ts'\n",
}

test('each rule about what is reached fires on the violation planted for it, hops away, and on nothing else', {
  tags: ['whole'],
}, async () => {
  const planted = Object.fromEntries(Object.entries(violations).map(([path, [source]]) => [path, source]))
  const tree = await temporaryTree({ ...hops, ...allowed, ...planted })
  const { fired } = await cruise(tree.path, ruleSets.runtime, ['main', 'renderer'])
  await tree.remove()
  expect(fired).toEqual(
    Object.fromEntries(Object.entries(violations).map(([path, [, ...rules]]) => [path, rules])),
  )
})

test('each rule about what is reached has a violation planted for it', () => {
  const config: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
    '../../scripts/arch/runtime.cjs',
  )
  const planted = Object.values(violations).flatMap(([, ...rules]) => rules)
  expect(new Set(planted)).toEqual(new Set(config.forbidden.map(({ name }) => name)))
})
