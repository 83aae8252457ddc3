import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { type Part, shareOf } from './part.ts'

const root = resolve(import.meta.dirname, '..', '..')
const wholeSteps = 10_000
const wholeCrashes = 50
/** One page has as many as a writer does in a day; each begins with a fresh book and a seed of its own. */
const stepsPerPage = 1000

/**
 * The page in Chromium against the web host: random steps of writing with a model, and crashes of the page right
 * behind the last key. The same browser tests have a share of both in `npm run e2e`.
 */
export const run: Part = async ({ seed, share, print }) => {
  const failures: string[] = []
  const steps = shareOf(wholeSteps, share)
  const crashes = shareOf(wholeCrashes, share)
  for (let done = 0; done < steps; done += stepsPerPage) {
    const count = Math.min(stepsPerPage, steps - done)
    failures.push(...(await browserTest('randomWriting', { seed: seed + done, count }, print)))
  }
  failures.push(...(await browserTest('pageCrashes', { seed, count: crashes }, print)))
  return { checked: steps + crashes, failures }
}

/** Runs one browser test with that many steps or crashes; the sentences of what failed. */
async function browserTest(
  name: 'randomWriting' | 'pageCrashes',
  { seed, count }: { readonly seed: number; readonly count: number },
  print: (line: string) => void,
): Promise<readonly string[]> {
  const counted = name === 'randomWriting' ? 'CREONOW_PAGE_STEPS' : 'CREONOW_PAGE_CRASHES'
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules', '@playwright', 'test', 'cli.js'),
      ...['test', name, '--project', 'chromium-web', '--reporter', 'line'],
    ],
    {
      cwd: root,
      env: { ...process.env, [counted]: String(count), CREONOW_PAGE_SEED: String(seed) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk)
  })
  const [code] = await once(child, 'close')
  const lines = output.split('\n')
  for (const line of lines) if (/^(?:random writing|page crashes):/.test(line)) print(`page     ${line}`)
  if (code === 0) return []
  const fault = lines.find((line) => line.includes('Error: ')) ?? 'the browser test did not run'
  return [`${name}, ${count}, seed ${seed}: ${fault.trim()}`]
}
