import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const source = await readFile('scripts/nodeCheck.mjs', 'utf8')

/** What a process says that takes itself for this Node, and its exit code. */
async function under(version: string, LANG = 'zh_CN.UTF-8') {
  const pretend = `Object.defineProperty(process, 'version', { value: 'v${version}' });
Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
${source}; console.log('went on')`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', pretend], {
    env: { ...process.env, LANG },
  })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )
}

test.each(['18.19.0', '20.1.0', '22.18.0'])(
  'Node %s gets one sentence and nothing is loaded',
  async (old) => {
    expect(await under(old)).toEqual({
      code: 1,
      stdout: '',
      stderr: `NODE_TOO_OLD: CreoNow 需要 Node 24 或更新版本，当前是 v${old}；请改用 npm start、npm test 或 npm run creonow，它们自带合适的 Node。\n`,
    })
  },
)

test('the sentence is English where the terminal is not Chinese', async () => {
  for (const locale of ['en_US.UTF-8', 'fr_FR.UTF-8']) {
    const { code, stderr } = await under('20.1.0', locale)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^NODE_TOO_OLD: CreoNow needs Node 24/)])
  }
})

test.each(['24.0.0', '24.21.0', '100.1.0'])('Node %s passes without a message', async (version) => {
  expect(await under(version)).toEqual({ code: 0, stdout: 'went on\n', stderr: '' })
})
