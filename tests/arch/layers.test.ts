import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runTool, type TemporaryTree, temporaryTree } from './temporaryTree.ts'

const cruiser = 'dependency-cruiser/bin/dependency-cruiser.mjs'

/** Modules the planted files reach for; innocent by themselves. */
const targets = {
  'main/src/services/memory/b.ts': "import './a.ts'\n",
  'main/src/lib/target.ts': 'export const target = 1\nexport interface Target {}\n',
  'main/src/db/target.ts': 'export const target = 1\n',
  'main/src/services/codex/index.ts': 'export const target = 1\n',
  'main/src/services/codex/inner.ts': 'export const target = 1\n',
  'main/src/ipc/target.ts': 'export const target = 1\n',
  'main/src/contract/target.ts': 'export const target = 1\nexport interface Target {}\n',
  'main/src/services/memory/index.ts': 'export const target = 1\nexport interface Target {}\n',
}

/** Planted file → its source and exactly the rules that have to fire on it. */
const violations: Readonly<Record<string, readonly [source: string, ...rules: string[]]>> = {
  'main/src/services/memory/a.ts': ["import './b.ts'\n", 'no-circular'],
  'renderer/src/main.ts': ["import '../../main/src/lib/target.ts'\n", 'front-not-main'],
  'preload/src/main.ts': ["import '../../main/src/services/codex/index.ts'\n", 'front-not-main'],
  'renderer/src/contract.ts': ["import '../../main/src/contract/target.ts'\n", 'contract-types-only'],
  'main/src/services/memory/contract.ts': ["import '../../contract/target.ts'\n", 'contract-types-only'],
  'renderer/src/node.ts': ["import 'node:fs'\n", 'front-no-node'],
  'preload/src/node.ts': ["import 'node:path'\n", 'front-no-node'],
  'renderer/src/electron.ts': ["import 'electron'\n", 'renderer-no-electron'],
  'main/src/hosts/web/electron.ts': ["import type { App } from 'electron'\n", 'electron-in-its-host'],
  'main/src/lib/up.ts': ["import '../db/target.ts'\n", 'lib-is-the-bottom'],
  'main/src/db/up.ts': ["import '../services/codex/index.ts'\n", 'db-uses-lib-only'],
  'main/src/services/memory/up.ts': ["import '../../ipc/target.ts'\n", 'services-not-up'],
  'main/src/services/memory/door.ts': ["import '../codex/inner.ts'\n", 'services-by-door'],
  'main/src/hosts/door.ts': ["import '../services/codex/inner.ts'\n", 'others-by-door'],
  'main/src/ipc/door.ts': ["import '../services/codex/inner.ts'\n", 'others-by-door'],
  'main/src/ipc/storage.ts': ["import '../db/target.ts'\n", 'handlers-no-storage'],
  'main/src/ipc/files.ts': ["import 'node:fs/promises'\n", 'handlers-no-storage'],
  'main/src/services/context/trim.ts': ["import 'node:crypto'\n", 'core-is-pure'],
  'main/src/services/context/prefix.ts': ["import 'zod'\n", 'core-is-pure'],
  'main/src/services/tokens/node.ts': ["import 'node:fs'\n", 'core-no-node'],
  'main/src/services/redaction/door.ts': ["import '../memory/index.ts'\n", 'core-stays-in'],
  'main/src/services/context/delta.ts': ["import '../../lib/target.ts'\n", 'core-lib-types-only'],
}

/** What the rules have to leave alone, so that a rule which forbids everything is noticed too. */
const allowed = {
  'main/src/services/memory/types.ts':
    "import type { Target } from '../../contract/target.ts'\nimport '../../lib/target.ts'\nimport '../../db/target.ts'\nimport '../codex/index.ts'\nexport type T = Target\n",
  'main/src/services/context/receipt.ts':
    "import type { Target } from '../../lib/target.ts'\nexport type T = Target\n",
  'main/src/hosts/electron/bindElectron.ts': "import type { App } from 'electron'\nexport type A = App\n",
  'main/src/ipc/door2.ts': "import '../services/codex/index.ts'\n",
  'renderer/src/types.ts':
    "import type { Target } from '../../main/src/contract/target.ts'\nimport '../../main/src/contract/result.ts'\nexport type T = Target\n",
  'main/src/contract/result.ts': 'export const ok = 1\n',
}

interface Cruise {
  readonly summary: { readonly totalCruised: number; readonly violations: readonly Violation[] }
}
interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

async function cruise(cwd: string): Promise<Cruise['summary']> {
  const args = ['main', 'preload', 'renderer', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { output } = await runTool(cwd, cruiser, ...args)
  return (JSON.parse(output) as Cruise).summary // dependency-cruiser's own format
}

describe('each layer rule', () => {
  let tree: TemporaryTree
  const fired: Record<string, string[]> = {}

  beforeAll(async () => {
    const planted = Object.fromEntries(Object.entries(violations).map(([path, [source]]) => [path, source]))
    tree = await temporaryTree({ ...targets, ...allowed, ...planted }, { sources: false })
    for (const { from, rule } of (await cruise(tree.path)).violations) {
      fired[from] = [...new Set([...(fired[from] ?? []), rule.name])].sort()
    }
  })
  afterAll(() => tree.remove())

  test('fires on the violation planted for it, alone, and on nothing that is allowed', () => {
    expect(fired).toEqual(
      Object.fromEntries(Object.entries(violations).map(([path, [, ...rules]]) => [path, rules])),
    )
  })

  test('has a violation planted for it', () => {
    const config: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
      '../../.dependency-cruiser.cjs',
    )
    const names = config.forbidden.map(({ name }) => name)
    expect(new Set(Object.values(violations).flatMap(([, ...rules]) => rules))).toEqual(new Set(names))
  })
})

test('the real tree is clean, and was really looked at', async () => {
  const tree = await temporaryTree({}, { sources: true })
  const { totalCruised, violations: found } = await cruise(tree.path)
  await tree.remove()
  expect(found.map(({ from, rule }) => [from, rule.name])).toEqual([])
  expect(totalCruised).toBeGreaterThan(30)
})
