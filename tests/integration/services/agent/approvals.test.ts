import { readdir } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { type AgentApp, startAgentApp } from '../../../support/agentApp.ts'

let mine: AgentApp
afterEach(() => mine.remove())

const attack = 'wc -m manuscript/*.md; password="$(touch PWNED)"'
const run = (command: string) => `Thought: 数字数。\nAction: Bash[${JSON.stringify({ command })}]`

async function withBash(script: Parameters<typeof startAgentApp>[0]) {
  mine = await startAgentApp(script)
  const { projectId } = mine
  await mine.call('settings:update', { patch: { developerMode: true } })
  await mine.call('agent:permissions:set', { projectId, bash: 'ask' })
}

test('the author reads the command that will run, also where it looks like a secret', async () => {
  await withBash([run(attack), run(`ls${' '.repeat(3000)}; \u202erm -rf x`), 'Finish[好。]'])
  await mine.task('数一数', {}, () => 'no')
  const commands = mine.events.flatMap(({ step }) =>
    step?.approval === undefined ? [] : [step.approval.command],
  )
  expect(commands).toEqual([attack, 'ls⟦U+0020×3000⟧; ⟦U+202E⟧rm -rf x'])
  expect(await readdir(mine.project)).not.toContain('PWNED')
})

test('`always` is refused for a command: the question stays, and nothing is allowed for later', async () => {
  await withBash([run('echo 雾'), 'Finish[好。]'])
  const { projectId } = mine
  const refused: unknown[] = []
  await mine.task('说雾', {}, ({ taskId, step }) => {
    const approvalId = step?.approval?.approvalId
    void mine.call('agent:approve', { taskId, approvalId, decision: 'always' }).then(async ({ error }) => {
      refused.push(error?.code)
      await mine.call('agent:approve', { taskId, approvalId, decision: 'once' })
    })
    return 'always'
  })
  expect(refused).toEqual(['FORBIDDEN'])
  const about = mine.events.flatMap(({ step }) => [step?.decision, step?.status].filter(Boolean))
  expect(about).toEqual(['once', 'success'])
  expect(await mine.invoke('agent:permissions:get', { projectId })).toEqual({ writes: 'ask', bash: 'ask' })
})
