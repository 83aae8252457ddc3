import { spawnSync } from 'node:child_process'
import { strangersAtTop } from './arch/topLevel.ts'

/**
 * `npm run arch`: who may import what, at the top of the repository and in it, and no file, export or package that
 * nothing uses. Exit 1 when a rule is broken.
 */
const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'
const checks = [
  [
    cruiser,
    'main',
    'preload',
    'renderer',
    'bench',
    'scripts',
    'tests',
    '--config',
    '.dependency-cruiser.cjs',
  ],
  [cruiser, 'main', 'preload', 'renderer', '--config', 'scripts/arch/runtime.cjs'],
  ['node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'],
]

const strangers = strangersAtTop('.')
for (const name of strangers) console.error(`error top-level: ${name} is not among what may lie here`)
const codes = checks.map((args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status)
if (strangers.length > 0 || codes.some((code) => code !== 0)) process.exitCode = 1
