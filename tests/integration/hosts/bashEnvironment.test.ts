import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../main/src/app.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { creonow, type Workplace, workplace } from '../../support/commandLine.ts'
import { startScriptedModel } from '../../support/scriptedModel.ts'

const key = 'topsecret9'
const environment = { CREONOW_KEY_REVIEW: key }
const attack =
  'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep CREONOW_KEY_REVIEW | sort -u; echo 雾-END'

let place: Workplace
beforeEach(async () => {
  place = await workplace()
  const app = await createApp({ dataFolder: place.dataFolder, logger: silentLogger, environment: {} })
  const session = app.createSession({ id: 'setup', mayInspect: () => false })
  const ask = async (channel: string, input: object) => {
    const answer = await app.router.dispatch(session, channel, input)
    return (answer.ok ? answer.data : answer) as { projectId: string }
  }
  const { projectId } = await ask('projects:open', { rootPath: place.project })
  await ask('settings:update', { patch: { developerMode: true } })
  await ask('agent:permissions:set', { projectId, bash: 'ask' })
  await app.dispose()
})
afterEach(() => place.remove())

/** What the model reads of a command that the author has allowed, and what the attack reads from outside meanwhile. */
async function commandOf(more: Readonly<Record<string, string>>) {
  let outside = ''
  const server = await startScriptedModel(place.dataFolder, (_asked, number) => {
    if (number > 1) return 'Finish[好。]'
    outside = execFileSync('/bin/sh', ['-c', attack], { encoding: 'utf8' })
    return `Thought: 看看。\nAction: Bash[${JSON.stringify({ command: attack })}]`
  })
  try {
    const args = ['agent', '看看', '--project', place.project, '--lang', 'zh']
    const { code } = await creonow(args, place.dataFolder, 'y\n', more)
    const observation = server.asked()[1]?.split('Observation').at(-1) ?? ''
    return { code, outside, observation }
  } finally {
    await server.close()
  }
}

test.runIf(existsSync('/proc/self/environ'))(
  'a command of a task cannot read a key from the environment of the app, which any other program can',
  async () => {
    const { code, outside, observation } = await commandOf(environment)
    expect(code).toBe(0)
    expect(outside).toBe(`CREONOW_KEY_REVIEW=${key}\n雾-END\n`)
    // Where no namespace can be made it has not run at all.
    expect(observation).toMatch(/雾-END|没有运行：/)
    expect(observation).not.toContain(key)
  },
)
