import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeTooOld } from '../../../main/src/lib/nodeVersion.ts'

test('Node below 24 gets one sentence with its code, newer ones pass', () => {
  expect(
    ['v18.19.0', 'v20.20.2', 'v22.18.0'].map((version) => nodeTooOld(version)?.split(':', 1)[0]),
  ).toEqual(['NODE_TOO_OLD', 'NODE_TOO_OLD', 'NODE_TOO_OLD'])
  expect(['v24.0.0', 'v24.21.0', 'v100.1.0'].map(nodeTooOld)).toEqual([null, null, null])
})

test('the plain-JavaScript twin says the same sentence and ends with 1 before anything is loaded', async () => {
  const source = await readFile('scripts/nodeCheck.mjs', 'utf8')
  const pretend = `Object.defineProperty(process, 'version', { value: 'v20.1.0' });
Object.defineProperty(process, 'versions', { value: { node: '20.1.0' } });
${source}; console.log('went on')`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', pretend])
  await expect(run).rejects.toMatchObject({ code: 1, stdout: '', stderr: `${nodeTooOld('v20.1.0')}\n` })
})
