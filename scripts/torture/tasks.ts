import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { event, listen } from './endpoint.ts'
import { type Part, shareOf } from './part.ts'
import { makePlace, type Place } from './place.ts'
import { startRpc } from './rpcProcess.ts'

/** Steps that are on record when the process is killed. */
const killedAfter = [15, 60, 5, 21] as const
/** Steps that are left for the second process. */
const left = 4
const folder = '.creonow/settings'
const fileOf = (step: number) => `step-${String(step).padStart(3, '0')}.md`
const textOf = (step: number) => `第 ${step} 步写的。Written by step ${step}.\n`

type Protocol = 'native' | 'react'
/** Each number in both forms of steps. */
const cases = killedAfter.flatMap((steps) => (['native', 'react'] as const).map((form) => ({ steps, form })))

/**
 * Kills the product with SIGKILL in the middle of a task and lets the author go on in the same conversation. The model
 * goes on behind the last step that it is shown, so that a step it is not shown is done twice, and it reports which
 * of the earlier ones it is not shown.
 */
export const run: Part = async ({ share, print }) => {
  const failures: string[] = []
  const chosen = cases.slice(0, shareOf(cases.length, share, 2))
  for (const { steps, form } of chosen) {
    const place = await makePlace()
    try {
      const problems = await killedTask(place, steps, form)
      failures.push(...problems.map((problem) => `${form}, killed after ${steps}: ${problem}`))
      print(`tasks    ${form.padEnd(6)} killed after ${steps}: ${problems.length} failures`)
    } finally {
      await place.remove()
    }
  }
  return { checked: chosen.length, failures }
}

async function killedTask(place: Place, steps: number, form: Protocol): Promise<readonly string[]> {
  const model = await startModel(form, steps)
  try {
    const first = startRpc(place)
    const { projectId } = await first.call('projects:open', { rootPath: place.project })
    const provider = {
      id: 'own',
      name: '剧本',
      baseUrl: `${model.url}/v1`,
      models: ['m'],
      toolProtocol: form,
    }
    await first.call('settings:update', { patch: { providers: [provider], defaultModelId: 'own/m' } })
    await first.call('agent:permissions:set', { projectId, writes: 'always' })
    const { conversationId } = await first.call('agent:run', { projectId, input: '写下每一步。' })
    await model.isHanging
    await first.kill()

    const second = startRpc(place)
    await second.call('projects:open', { rootPath: place.project })
    const before = await second.call('agent:list', { projectId })
    const { taskId } = await second.call('agent:run', { projectId, conversationId, input: '接着做。' })
    let task = await second.call('agent:read', { projectId, taskId })
    while (task.state === 'working') {
      await sleep(100)
      task = await second.call('agent:read', { projectId, taskId })
    }
    await second.end()
    return [
      ...(before.tasks[0]?.state === 'interrupted' ? [] : [`the task is called ${before.tasks[0]?.state}`]),
      ...(task.state === 'finished' ? [] : [`the task that goes on is ${task.state}: ${task.error?.code}`]),
      ...(await wrongFiles(place, steps + left)),
      ...(await repeatedSteps(place, conversationId)),
      ...model.unseen(),
    ]
  } finally {
    model.close()
  }
}

async function wrongFiles({ project }: Place, steps: number): Promise<readonly string[]> {
  const names = (await readdir(join(project, folder))).filter((name) => name.startsWith('step-'))
  const texts = await Promise.all(names.map((name) => readFile(join(project, folder, name), 'utf8')))
  const expected = Array.from({ length: steps }, (_, at) => [fileOf(at + 1), textOf(at + 1)])
  const isSame =
    JSON.stringify(names.map((name, at) => [name, texts[at]]).sort()) === JSON.stringify(expected)
  return isSame ? [] : [`${names.length} files in place of ${steps}, or others in them`]
}

async function repeatedSteps({ project }: Place, conversationId: string): Promise<readonly string[]> {
  const path = join(project, '.creonow/conversations', `${conversationId}.json`)
  const { events } = JSON.parse(await readFile(path, 'utf8')) as { events: readonly LoggedEvent[] }
  const inputs = events.flatMap(({ type, metadata }) => (type === 'action' ? [metadata.input ?? ''] : []))
  return inputs.filter((input, at) => inputs.indexOf(input) !== at).map((input) => `done twice: ${input}`)
}

interface LoggedEvent {
  readonly type: string
  readonly metadata: { readonly input?: string }
}

/** A model that writes one file a step, the one behind the last that it is shown. */
async function startModel(form: Protocol, killAfter: number) {
  const hanging = Promise.withResolvers<void>()
  const missing = new Set<string>()
  let isSecond = false
  const server = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const shown = new Set([...body.matchAll(/step-(\d{3})\.md/g)].map(([, digits]) => Number(digits)))
    const last = Math.max(0, ...shown)
    if (!isSecond && last === killAfter) {
      isSecond = true
      hanging.resolve()
      return
    }
    for (let step = 1; step < last; step += 1)
      if (!shown.has(step)) missing.add(`step ${step} is not shown behind step ${last}`)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(answerOf(form, last + 1, killAfter + left))
  })
  return { ...server, isHanging: hanging.promise, unseen: () => [...missing] }
}

function answerOf(form: Protocol, step: number, steps: number): string {
  const call = JSON.stringify({ path: `${folder}/${fileOf(step)}`, content: textOf(step) })
  const end = 'data: [DONE]\n\n'
  if (step > steps)
    return `${event(form === 'react' ? 'Finish[都写好了。All done.]' : '都写好了。All done.', 'stop')}${end}`
  if (form === 'react') return `${event(`Action: Write[${call}]`, 'stop')}${end}`
  const named = {
    index: 0,
    id: `call_${step}`,
    type: 'function',
    function: { name: 'Write', arguments: call },
  }
  const choice = { index: 0, delta: { role: 'assistant', tool_calls: [named] }, finish_reason: 'tool_calls' }
  const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] }
  return `data: ${JSON.stringify(chunk)}\n\n${end}`
}
