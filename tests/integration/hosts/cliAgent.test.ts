import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../main/src/app.ts'
import { silentLogger } from '../../../main/src/lib/logger.ts'
import { type Script, startAgentServer } from '../../support/agentServer.ts'
import { creonowHere } from '../../support/commandHere.ts'
import { creonow, type Workplace, workplace } from '../../support/commandLine.ts'
import { startScriptedModel } from '../../support/scriptedModel.ts'

let place: Workplace
let server: Awaited<ReturnType<typeof startScriptedModel>>
beforeEach(async () => {
  place = await workplace()
})
afterEach(async () => {
  await server.close()
  await place.remove()
})

async function scripted(script: Script): Promise<void> {
  server = await startScriptedModel(place.dataFolder, script)
}

const chapterOf = async (ordinal: string) => {
  const names = await readdir(join(place.project, 'manuscript'))
  return `manuscript/${names.find((name) => name.startsWith(ordinal))}`
}
const textOf = (path: string) => readFile(join(place.project, path), 'utf8')
const agent = (...more: string[]) => ['agent', '改第一处', '--project', place.project, ...more]
const plan = 'Thought: 先列计划。\nAction: TodoWrite[{"todos":[{"text":"改一处","state":"doing"}]}]'

async function editing(): Promise<{ path: string; edit: string; old: string }> {
  const path = await chapterOf('001')
  const text = await textOf(path)
  const old = /[\u4e00-\u9fff]{6,}/.exec(text.slice(text.indexOf('\n')))?.[0] ?? ''
  const edit = `Thought: 改。\nAction: Edit[${JSON.stringify({ path, old, new: `${old}了`, all: true })}]`
  return { path, edit, old }
}

test('creonow agent prints plan, steps and diff, writes with --yes, and ends with 0', async () => {
  const { path, edit, old } = await editing()
  await scripted([plan, edit, 'Finish[改好了。]'])
  const { code, stdout } = await creonow(agent('--yes', '--lang', 'zh'), place.dataFolder)
  expect(code).toBe(0)
  for (const words of ['[→] 改一处', '2 · 改。', `+`, '改好了。', '改了 1 个文件'])
    expect(stdout).toContain(words)
  expect(await textOf(path)).toContain(`${old}了`)
})

test('creonow agent asks on the terminal: no leaves the file, yes writes it, and an input that has ended is a no', async () => {
  const { path, edit } = await editing()
  await scripted([edit, 'Finish[好。]', edit, 'Finish[好。]', edit, 'Finish[好。]'])
  const before = await textOf(path)
  const declined = await creonow(agent(), place.dataFolder, 'n\n')
  expect(declined.stderr).toContain('没有同意，什么也没有写。')
  const nobody = await creonow(agent('--ask', '--lang', 'en'), place.dataFolder)
  expect(nobody.stderr).toContain('Declined; nothing was written.')
  expect(await textOf(path)).toBe(before)
  const allowed = await creonow(agent(), place.dataFolder, 'y\n')
  expect(allowed.code).toBe(0)
  expect(await textOf(path)).not.toBe(before)
})

test('a model that repeats itself is asked about on the terminal; with --yes it is told, whatever the input holds', async () => {
  const again = 'Action: LS[{"path": "manuscript"}]'
  const steps = [again, again, again, 'Finish[好。]']
  await scripted([...steps, ...steps])
  const asked = await creonow(agent('--lang', 'zh'), place.dataFolder, 'y\n')
  expect(asked.stderr).toContain('再做一次吗？')
  expect(asked.stdout).toContain('  LS {"path":"manuscript"}')
  expect(asked.stdout).not.toContain('AGENT_REPEATS')
  const unattended = await creonow(agent('--yes', '--lang', 'zh'), place.dataFolder, 'y\n')
  expect(unattended.stderr).not.toContain('再做一次吗？')
  expect(unattended.stdout).toContain('→ error AGENT_REPEATS')
  expect([asked.code, unattended.code]).toEqual([0, 0])
})

test('--json prints events, one a line, and declines without --yes; a limit of steps is exit 1 with its code', async () => {
  const { edit } = await editing()
  await scripted([edit, plan, plan])
  const { code, stdout } = await creonowHere(agent('--json', '--max-steps', '2'), place.dataFolder)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(1)
  expect(lines.at(-1)).toMatchObject({
    ok: false,
    error: { code: 'AGENT_STEP_LIMIT', details: { maxSteps: 2 } },
  })
  const types = lines.slice(0, -1).map(({ type }) => type)
  expect(types.filter((type) => type !== 'text')).toEqual([
    ...['started', 'step', 'usage', 'call', 'approval', 'approval', 'observation'],
    ...['step', 'usage', 'call', 'observation', 'todo', 'done'],
  ])
})

test('a fault in the arguments of the command is reported before anything is sent', async () => {
  server = await startAgentServer([])
  const codes: (string | undefined)[] = []
  for (const args of [
    ['agent', '--project', place.project],
    agent('--yes', '--ask'),
    agent('--max-steps', '0'),
  ])
    codes.push((await creonowHere(args, place.dataFolder)).stderr.split('：')[0])
  expect(codes).toEqual(['INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'])
  const help = await creonowHere(['--help', '--lang', 'en'], place.dataFolder)
  expect(help.stdout).toContain('agent "TASK" --project DIR')
  expect(help.stderr).toBe('')
})

test('the next start after a kill half way finds the task interrupted and gives back every byte', {
  tags: ['whole'],
}, async () => {
  const { path, edit } = await editing()
  const before = await textOf(path)
  let killed: ChildProcess | undefined
  await scripted(async (_, step) => {
    if (step === 1) return edit
    killed?.kill('SIGKILL')
    return plan
  })
  const main = join(resolve(import.meta.dirname, '..', '..', '..'), 'scripts/creonow.mjs')
  killed = spawn(process.execPath, [main, ...agent('--yes')], {
    env: { ...process.env, CREONOW_DATA_DIR: place.dataFolder },
    stdio: 'ignore',
  })
  await once(killed, 'exit')
  expect(await textOf(path)).not.toBe(before)
  const app = await createApp({ dataFolder: place.dataFolder, logger: silentLogger, environment: {} })
  const session = app.createSession({ id: 'after', mayInspect: () => false })
  const ask = async <T>(channel: string, input: object) => {
    const answer = await app.router.dispatch(session, channel, input)
    if (!answer.ok) throw new Error(answer.error.code)
    return answer.data as T
  }
  const { projectId } = await ask<{ projectId: string }>('projects:open', { rootPath: place.project })
  const { tasks } = await ask<{ tasks: object[] }>('agent:list', { projectId })
  expect(tasks).toMatchObject([{ state: 'interrupted', input: '改第一处' }])
  const { edits } = await ask<{ edits: { editId: string; state: string }[] }>('edits:list', { projectId })
  expect(edits).toMatchObject([{ state: 'interrupted', kind: 'agent' }])
  await ask('edits:undo', { projectId, editId: edits[0]?.editId })
  expect(await textOf(path)).toBe(before)
  await app.dispose()
})

test('a task killed in the middle of 120 chapters is interrupted at the next opening, and one undo gives back every byte', {
  tags: ['whole'],
}, async () => {
  const folder = join(place.project, 'manuscript')
  const end = (n: number) => (n % 3 === 0 ? '\r\n' : '\n')
  for (let n = 201; n <= 320; n += 1)
    await writeFile(join(folder, `${n}-第${n}回.md`), `# 第${n}回${end(n)}　　石青瓷点灯。𠮷${end(n)}`)
  const texts = async () => {
    const names = (await readdir(folder)).filter((name) => /^[23].*\.md$/.test(name)).sort()
    return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const))
  }
  const before = await texts()
  const edits = '[{"old": "石青瓷", "new": "石青瑶", "all": true}]'
  await scripted([`Action: MultiEdit[{"paths": ["manuscript/*.md"], "edits": ${edits}}]`])
  const main = join(resolve(import.meta.dirname, '..', '..', '..'), 'scripts/creonow.mjs')
  const child = spawn(process.execPath, [main, ...agent('--yes')], {
    env: { ...process.env, CREONOW_DATA_DIR: place.dataFolder },
    stdio: 'ignore',
  })
  const watching = watch(folder, (_, name) => {
    if (name === '210-第210回.md') child.kill('SIGKILL')
  })
  await once(child, 'exit')
  watching.close()
  const written = (await texts()).filter(([, text]) => text.includes('石青瑶')).length
  expect(written).toBeGreaterThan(0)
  expect(written).toBeLessThan(120)
  const app = await createApp({ dataFolder: place.dataFolder, logger: silentLogger, environment: {} })
  const session = app.createSession({ id: 'after', mayInspect: () => false })
  const ask = async (channel: string, input: object) => {
    const answer = await app.router.dispatch(session, channel, input)
    return (answer.ok ? answer.data : answer) as { projectId: string; edits: { editId: string }[] }
  }
  const { projectId } = await ask('projects:open', { rootPath: place.project })
  const known = await ask('edits:list', { projectId })
  expect(known.edits).toMatchObject([{ state: 'interrupted', kind: 'agent' }])
  await ask('edits:undo', { projectId, editId: known.edits[0]?.editId })
  expect(await texts()).toEqual(before)
  await app.dispose()
})
