import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSummaryAsked } from '../../bench/cache/agentScript.ts'
import { soundSummary } from '../../bench/cache/soundSummary.ts'
import { type OpenedApp, openApp } from './caller.ts'
import { type Part, shareOf } from './part.ts'
import { makePlace } from './place.ts'
import type { WireBody } from './toolRequests.ts'
import { startToolServer, type ToolAnswer, type WireFormat } from './toolServer.ts'

const turns = 200
const tasks = 13
const stepsOfTask = 13
/** Small, so that a conversation is summed up several times. */
const windowTokens = 16_000
const outputReserveTokens = 2048

/**
 * A conversation of 200 turns and one of 13 tasks with every family of services, over a server that refuses what
 * vendors refuse: marks of a cache in the wrong order or too many, calls and results that do not belong together,
 * empty messages. After each turn every earlier message was sent, or is in the evidence of what was not.
 */
export const run: Part = async ({ share, print }) => {
  const place = await makePlace()
  await mkdir(place.dataFolder, { recursive: true, mode: 0o700 })
  const models = [
    { match: '*', windowTokens, outputReserveTokens, tokenizer: { encoding: 'o200k_base' }, exact: true },
  ]
  await writeFile(join(place.dataFolder, 'models.json'), JSON.stringify({ version: 1, models }))
  const app = await openApp(place)
  const failures: string[] = []
  let checked = 0
  try {
    await app.call('agent:permissions:set', { projectId: app.projectId, writes: 'always' })
    const { families } = await app.call('ai:families:list', {})
    for (const { id, preset } of families.slice(0, shareOf(families.length, share, 3))) {
      const model = preset?.models[0] ?? 'some-model'
      const talk = await talkOf(app, { family: id, model }, shareOf(turns, share, 8))
      const work = await workOf(app, { family: id, model }, shareOf(tasks, share, 2))
      const faults = [...talk.faults, ...work.faults]
      failures.push(...faults.map((fault) => `${id}: ${fault}`))
      checked += talk.requests + work.requests
      print(
        `families ${id.padEnd(12)} ${talk.requests} requests of a talk (${talk.summaries} summaries), ` +
          `${work.requests} of tasks (${work.summaries} summaries): ${faults.length} failures`,
      )
    }
  } finally {
    await app.dispose()
    await place.remove()
  }
  return { checked, failures }
}

interface Service {
  readonly family: string
  readonly model: string
}

interface Outcome {
  readonly requests: number
  readonly summaries: number
  readonly faults: readonly string[]
}

const filler = '雾从海面上爬过来，码头上的灯一盏接一盏地暗下去，远处有人拖着铁链走过石阶。'

/** Sets up a service that answers by `answer`, and plays what an author does with its model. */
async function withService(
  { call }: OpenedApp,
  { family, model }: Service,
  answer: (body: WireBody) => ToolAnswer,
  play: (modelId: string) => Promise<readonly string[]>,
): Promise<Outcome> {
  const format: WireFormat = family === 'anthropic' ? 'messages' : 'chat'
  let summaries = 0
  const server = await startToolServer(format, (body) => {
    const text = JSON.stringify(body.messages)
    if (!isSummaryAsked(text)) return answer(body)
    summaries += 1
    return { text: soundSummary('核对全书', JSON.parse(`"${textBehind(text)}"`)) }
  })
  const id = `own-${family}`
  try {
    const provider = { id, name: family, baseUrl: server.baseUrl, models: [model], family }
    await call('settings:update', { patch: { providers: [provider] } })
    await call('settings:key:set', { provider: id, key: 'torture-key' })
    const faults = await play(`${id}/${model}`)
    return { requests: server.bodies.length, summaries, faults: [...faults, ...server.faults] }
  } finally {
    await server.close()
  }
}

/** The last text of a request, still escaped: the prompt for a summary, with the lists of what has to be in it. */
const textBehind = (json: string): string => {
  const from = json.lastIndexOf('归档成一份摘要')
  const end = /(?<!\\)"/.exec(json.slice(from))?.index ?? 0
  return json.slice(from, from + end)
}

/** Turns of one conversation about the last chapter; each question has a number of its own. */
async function talkOf(app: OpenedApp, service: Service, count: number): Promise<Outcome> {
  const { call, projectId, runs } = app
  let turn = 0
  const answer = () => ({ text: `答〔${turn}〕：${filler.repeat(6)}` })
  return withService(app, service, answer, async (modelId) => {
    const { documents } = await call('documents:list', { projectId })
    const documentId = documents.at(-1)?.documentId ?? ''
    const { id: conversationId } = await call('chat:create', { projectId, documentId })
    const faults: string[] = []
    for (turn = 1; turn <= count; turn += 1) {
      const { runId } = await call('ai:run', {
        ...{ projectId, documentId, cursorPosition: 900, skillId: 'chat', modelId, conversationId },
        additionalInput: `问〔${turn}〕：第${turn}条街上，${filler}`,
      })
      const end = await runs.end(runId)
      if (end.type !== 'done') {
        faults.push(`turn ${turn} ended with ${end.type === 'error' ? end.error.code : end.type}`)
        break
      }
      faults.push(...(await missingAt(app, turn, end.receiptId)))
    }
    return faults
  })
}

/** What the evidence of a turn does not account for: earlier messages are sent, summed up or counted as left out. */
async function missingAt(
  { call, projectId }: OpenedApp,
  turn: number,
  receiptId: string | null,
): Promise<readonly string[]> {
  if (receiptId === null) return [`turn ${turn} has no receipt`]
  const { receipt } = await call('context:receipt:read', { projectId, receiptId })
  const { sent = [], leftOut } = receipt.history ?? {}
  const { overBudget = 0, unanswered = 0, compacted = 0 } = leftOut ?? {}
  const summary = compacted > 0 ? 1 : 0
  const before = 2 * (turn - 1)
  return sent.length - summary + compacted + overBudget + unanswered === before
    ? []
    : [`turn ${turn}: ${sent.length} sent, ${JSON.stringify(leftOut)} of ${before} earlier messages`]
}

/** Tasks of one conversation: each looks for words and reads chapters before it ends. */
async function workOf(app: OpenedApp, service: Service, count: number): Promise<Outcome> {
  const { call, projectId, runs } = app
  let step = 0
  const answer = ({ tools }: WireBody): ToolAnswer => {
    step += 1
    if (step >= stepsOfTask) return { text: tools ? '看完了。' : 'Finish[看完了。]' }
    const input =
      step % 2 === 0
        ? { pattern: '雾', path: 'manuscript', limit: 20 }
        : { pattern: `manuscript/*${step % 10}*.md` }
    const name = step % 2 === 0 ? 'Grep' : 'Glob'
    return tools
      ? { text: `第${step}步。`, calls: [{ name, input }] }
      : { text: `Thought: 第${step}步。\nAction: ${name}[${JSON.stringify(input)}]` }
  }
  return withService(app, service, answer, async (modelId) => {
    const faults: string[] = []
    let conversation: { readonly conversationId?: string } = {}
    for (let at = 1; at <= count; at += 1) {
      step = 0
      const asked = { projectId, modelId, ...conversation, input: `第${at}件事：${filler}`, maxSteps: 40 }
      const { taskId, conversationId } = await call('agent:run', asked)
      conversation = { conversationId }
      await runs.taskEnd(taskId)
      const { state, error } = await call('agent:read', { projectId, taskId })
      if (state !== 'finished') faults.push(`task ${at} is ${state}: ${error?.code}`)
    }
    return faults
  })
}
