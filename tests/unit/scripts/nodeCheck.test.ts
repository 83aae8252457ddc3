import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

async function under(version: string): Promise<{ stdout: string; stderr: string; code?: number }> {
  const source = await readFile('scripts/nodeCheck.mjs', 'utf8')
  const pretend = `Object.defineProperty(process, 'version', { value: 'v${version}' });
Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
${source}; console.log('went on')`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', pretend])
  return run.catch((error: { stdout: string; stderr: string; code: number }) => error)
}

test.each(['18.19.0', '20.1.0', '22.18.0'])(
  'Node %s gets one sentence with its code, and nothing is loaded',
  async (version) => {
    const { code, stdout, stderr } = await under(version)
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `NODE_TOO_OLD: CreoNow 需要 Node 24 或更新版本，当前是 v${version}；请改用 npm start、npm test 或 npm run creonow，它们自带合适的 Node。\n`,
    })
  },
)

test.each(['24.0.0', '24.21.0', '100.1.0'])('Node %s passes', async (version) => {
  expect(await under(version)).toEqual({ stdout: 'went on\n', stderr: '' })
})
