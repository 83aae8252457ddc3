// Runs before `npm start`, `npm test` and `npm run creonow`, under whatever Node the system has (18 and up):
// a fresh clone needs nothing else. Quick when nothing is to be done.
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './setup/browser.mjs'
import { ensureDesktop, ensureProgram, ensureRenderer } from './setup/build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { SetupError } from './setup/shell.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const purposes = {
  start: [ensureInstalled, ensureRenderer],
  desktop: [ensureDesktop],
  test: [ensureInstalled, ensureBrowser, ensureRenderer, ensureProgram],
  cli: [ensureInstalled, ensureProgram],
}

const purpose = process.argv[process.argv.indexOf('--for') + 1] ?? ''
const steps = Object.hasOwn(purposes, purpose) ? purposes[purpose] : null
if (steps === null) {
  process.stderr.write('usage: node scripts/bootstrap.mjs --for start|desktop|test|cli\n')
  process.exit(1)
}

try {
  for (const step of steps) step(root)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
