import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { cruise, ruleSets } from './cruise.ts'
import { temporaryTree } from './temporaryTree.ts'

const target = 'export const target = 1\nexport interface Target {}\n'

/** Modules the planted files reach for; innocent by themselves. */
const targets = {
  'main/src/services/memory/b.ts': "import './a.ts'\n",
  'main/src/lib/target.ts': target,
  'main/src/db/target.ts': target,
  'main/src/services/codex/index.ts': target,
  'main/src/services/codex/inner.ts': target,
  'main/src/services/context/scene.ts': target,
  'main/src/services/context/source.ts': target,
  'main/src/services/context/core/target.ts': target,
  'main/src/services/sources/index.ts': target,
  'main/src/ipc/target.ts': target,
  'main/src/contract/target.ts': target,
  'main/src/services/memory/index.ts': target,
  'main/src/library/target.ts': target,
  'preload/src/target.ts': target,
  'renderer/src/target.ts': target,
  'scripts/target.ts': target,
  'tests/support/target.ts': target,
}

/** Planted file → its source and exactly the rules that have to fire on it. */
const violations: Readonly<Record<string, readonly [source: string, ...rules: string[]]>> = {
  'main/src/services/memory/a.ts': ["import './b.ts'\n", 'no-circular'],
  'main/src/services/memory/lost.ts': ["import './nowhere.ts'\n", 'nothing-unresolvable'],
  'main/src/services/memory/dev.ts': ["import 'fast-check'\n", 'product-no-dev-package'],
  'renderer/src/dev.ts': ["import 'vitest'\n", 'product-no-dev-package'],
  'main/src/services/memory/stranger.ts': ["import 'scheduler'\n", 'declared-packages-only'],
  'main/src/lib/tool.ts': ["import '../../../scripts/target.ts'\n", 'product-not-tools'],
  'scripts/tool.ts': ["import '../tests/support/target.ts'\n", 'tools-not-tests'],
  'main/src/services/memory/orphan.ts': ['export const alone = 1\n', 'no-orphan'],
  'main/src/hosts/page.ts': ["import '../../../renderer/src/target.ts'\n", 'main-not-front'],
  'renderer/src/main.ts': ["import '../../main/src/lib/target.ts'\n", 'front-not-main'],
  'preload/src/main.ts': ["import '../../main/src/services/codex/index.ts'\n", 'front-not-main'],
  'renderer/src/preload.ts': ["import '../../preload/src/target.ts'\n", 'renderer-not-preload'],
  'preload/src/renderer.ts': ["import '../../renderer/src/target.ts'\n", 'preload-not-renderer'],
  'renderer/src/contract.ts': ["import '../../main/src/contract/target.ts'\n", 'front-contract-types-only'],
  'renderer/src/node.ts': ["import 'node:fs'\n", 'front-no-node'],
  'preload/src/node.ts': ["import 'node:path'\n", 'front-no-node'],
  'renderer/src/electron.ts': ["import 'electron'\n", 'renderer-no-electron'],
  'main/src/hosts/web/electron.ts': ["import type { App } from 'electron'\n", 'electron-in-its-host'],
  'main/src/contract/up.ts': ["import '../lib/target.ts'\n", 'contract-is-the-ground'],
  'main/src/contract/package.ts': ["import 'yaml'\n", 'contract-is-the-ground'],
  'main/src/lib/up.ts': ["import '../db/target.ts'\n", 'lib-is-the-bottom'],
  'main/src/lib/contract.ts': ["import '../contract/target.ts'\n", 'lib-is-the-bottom'],
  'main/src/db/up.ts': ["import '../services/codex/index.ts'\n", 'db-uses-lib-only'],
  'main/src/db/contract.ts': ["import '../contract/target.ts'\n", 'db-contract-types-only'],
  'main/src/services/memory/up.ts': ["import '../../ipc/target.ts'\n", 'services-not-up'],
  'main/src/services/memory/door.ts': ["import '../codex/inner.ts'\n", 'services-by-door'],
  'main/src/services/memory/core.ts': ["import '../context/core/target.ts'\n", 'core-by-its-neighbours'],
  'main/src/services/memory/source.ts': ["import '../sources/index.ts'\n", 'sources-in-app-only'],
  'main/src/hosts/door.ts': ["import '../services/codex/inner.ts'\n", 'others-by-door'],
  'main/src/ipc/door.ts': ["import '../services/codex/inner.ts'\n", 'others-by-door'],
  'main/src/library/inner.ts': ["import '../services/memory/index.ts'\n", 'library-without-the-app'],
  'main/src/library/types.ts': ["import '../lib/target.ts'\n", 'library-types-are-its-own'],
  'main/src/app/library.ts': ["import '../library/target.ts'\n", 'others-without-the-library'],
  'main/src/ipc/storage.ts': ["import '../db/target.ts'\n", 'handlers-no-storage'],
  'main/src/ipc/files.ts': ["import 'node:fs/promises'\n", 'handlers-no-storage'],
  'scripts/inside.ts': ["import '../main/src/services/codex/index.ts'\n", 'scripts-by-app-doors'],
  'main/src/services/context/core/node.ts': ["import 'node:crypto'\n", 'pure-no-node'],
  'main/src/services/context/core/markerGuard.ts': ["import 'node:fs'\n", 'pure-no-node'],
  'main/src/services/sources/node.ts': ["import 'node:fs'\n", 'pure-no-node'],
  'main/src/services/tokens/node.ts': ["import 'node:fs'\n", 'pure-no-node'],
  'main/src/services/redaction/up.ts': ["import '../memory/index.ts'\n", 'pure-stays-in'],
  'main/src/services/context/core/up.ts': ["import '../scene.ts'\n", 'pure-context-types-only'],
  'main/src/services/tokens/contract.ts': ["import '../../contract/target.ts'\n", 'pure-contract-types-only'],
  'main/src/services/sources/up.ts': ["import '../codex/index.ts'\n", 'sources-stay-in'],
  'main/src/services/sources/gather.ts': [
    "import '../context/scene.ts'\n",
    'services-by-door',
    'sources-context-types-only',
  ],
}

/** What the rules have to leave alone, so that a rule which forbids everything is noticed too. */
const allowed = {
  'main/src/services/memory/types.ts':
    "import type { Target } from '../../contract/target.ts'\nimport '../../contract/target.ts'\nimport '../../lib/target.ts'\nimport '../../db/target.ts'\nimport '../codex/index.ts'\nexport type T = Target\n",
  'main/src/services/context/core/allowed.ts':
    "import type { Target } from '../../../contract/target.ts'\nimport '../../../contract/errorCodes.ts'\nimport '../../../lib/target.ts'\nexport type T = Target\n",
  'main/src/services/sources/allowed.ts':
    "import '../context/core/target.ts'\nimport '../context/source.ts'\nimport '../../lib/target.ts'\nimport type { Dirent } from 'node:fs'\nexport type D = Dirent\n",
  'main/src/services/context/core/request.ts':
    "import type { Target } from '../scene.ts'\nexport type T = Target\n",
  'main/src/services/codex/port.ts':
    "import type { Target } from '../sources/index.ts'\nexport type T = Target\n",
  'main/src/app/sources.ts': "import '../services/sources/index.ts'\n",
  'main/src/library/index.ts':
    "import 'zod'\nimport '../lib/target.ts'\nimport '../services/sources/index.ts'\nimport './target.ts'\n",
  'main/src/hosts/electron.ts': "import type { App } from 'electron'\nexport type A = App\n",
  'main/src/hosts/electron/window.ts': "import { shell } from 'electron'\nexport const open = shell\n",
  'main/src/ipc/door2.ts': "import '../services/codex/index.ts'\n",
  'main/src/contract/channel.ts': "import 'zod'\nimport './result.ts'\n",
  'main/src/contract/errorCodes.ts': 'export const codes = {} as const\n',
  'main/src/contract/result.ts': 'export const ok = 1\n',
  'scripts/doors.ts':
    "import '../main/src/hosts/electron/window.ts'\nimport '../main/src/lib/target.ts'\nimport 'fast-check'\n",
  'renderer/src/types.ts':
    "import type { Target } from '../../main/src/contract/target.ts'\nimport '../../main/src/contract/result.ts'\nexport type T = Target\n",
}

/** These look at what entries reach; they have a tree of their own below. */
const reachedFromEntries = ['unreached', 'unused-support']
const folders = ['main', 'preload', 'renderer', 'scripts', 'tests']

describe('each rule about imports', () => {
  test('fires on the violation planted for it, alone, and on nothing that is allowed', async () => {
    const planted = Object.fromEntries(Object.entries(violations).map(([path, [source]]) => [path, source]))
    const tree = await temporaryTree({ ...targets, ...allowed, ...planted })
    const { fired } = await cruise(tree.path, ruleSets.imports, folders)
    await tree.remove()
    const others = Object.entries(fired).flatMap(([path, rules]) => {
      const left = rules.filter((rule) => !reachedFromEntries.includes(rule))
      return left.length > 0 && !path.startsWith('scripts/arch/') ? [[path, left] as const] : []
    })
    expect(Object.fromEntries(others)).toEqual(
      Object.fromEntries(Object.entries(violations).map(([path, [, ...rules]]) => [path, rules])),
    )
  })

  test('has a violation planted for it', () => {
    const config: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
      '../../.dependency-cruiser.cjs',
    )
    const names = config.forbidden.map(({ name }) => name)
    const planted = Object.values(violations).flatMap(([, ...rules]) => rules)
    expect(new Set([...planted, ...reachedFromEntries])).toEqual(new Set(names))
  })

  test('about what is reached fires on product code and test support that nothing uses', async () => {
    const tree = await temporaryTree({
      'main/src/index.ts': "import './services/memory/index.ts'\n",
      'main/src/services/memory/index.ts': "import type { Kept } from './kept.ts'\nexport type K = Kept\n",
      'main/src/services/memory/kept.ts': 'export interface Kept {}\n',
      'main/src/services/memory/dead.ts': "import './kept.ts'\n",
      'main/src/services/memory/tested.ts': "import './kept.ts'\n",
      'main/src/services/memory/someWorker.ts': "import './kept.ts'\n",
      'tests/unit/memory.test.ts':
        "import '../../main/src/services/memory/tested.ts'\nimport '../support/used.ts'\n",
      'tests/support/used.ts': 'export const used = 1\n',
      'tests/support/unused.ts': "import './used.ts'\n",
    })
    const { fired } = await cruise(tree.path, ruleSets.imports, ['main', 'tests'])
    await tree.remove()
    expect(fired).toEqual({
      'main/src/services/memory/dead.ts': ['unreached'],
      'main/src/services/memory/tested.ts': ['unreached'],
      'tests/support/unused.ts': ['unused-support'],
    })
  })
})
