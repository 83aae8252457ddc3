import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { isSummaryAsked } from '../../bench/cache/agentScript.ts'
import { soundSummary } from '../../bench/cache/soundSummary.ts'
import { type OpenedApp, openApp } from './caller.ts'
import { type Part, shareOf } from './part.ts'
import { makePlace } from './place.ts'
import { createDice, type Dice } from './random.ts'
import { answerOf, factOf, faultsOfTalk } from './talk.ts'
import type { WireBody } from './toolRequests.ts'
import { startToolServer, type ToolAnswer, type WireFormat } from './toolServer.ts'

const turns = 200
const tasks = 13
const stepsOfTask = 13
/** A conversation is summed up at least once in so many turns. */
const turnsPerSummary = 20
/** How often a summary has a fact left out that the author stated. */
const dropChance = 0.3
/** Small, so that a conversation is summed up several times. */
const windowTokens = 16_000
const outputReserveTokens = 2048

/**
 * A conversation of 200 turns and one of 13 tasks with every family of services, over a server that refuses what
 * vendors refuse: marks of a cache in the wrong order or too many, calls and results that do not belong together,
 * empty messages. After each turn every earlier message was sent, is in a summary that was sent, or is counted in the
 * evidence of what was not; at the end each fact that the author stated is in the prompt of the question about it.
 */
export const run: Part = async ({ seed, share, print }) => {
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
    // On a busy computer too, the material of the first question is all there.
    await app.call('settings:update', { patch: { runSourceDeadlineMs: 20_000 } })
    await untilIndexed(app)
    const { families } = await app.call('ai:families:list', {})
    for (const { id, preset } of families.slice(0, shareOf(families.length, share, 3))) {
      const model = preset?.models[0] ?? 'some-model'
      const count = shareOf(turns, share, turnsPerSummary)
      const service = { family: id, model }
      const talk = await talkOf(app, service, {
        ...{ count, projectFolder: place.project, dice: createDice(seed) },
      })
      const work = await workOf(app, service, shareOf(tasks, share, 2))
      const due = Math.floor(count / turnsPerSummary)
      const faults = [
        ...[...talk.faults, ...work.faults],
        ...(talk.summaries < due ? [`${talk.summaries} summaries of ${count} turns`] : []),
      ]
      failures.push(...faults.map((fault) => `${id}: ${fault}`))
      for (const fault of faults) print(`  ${id}: ${fault}`)
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

/** Before that the requests have little in them. */
async function untilIndexed({ call, projectId }: OpenedApp): Promise<void> {
  for (;;) {
    const { indexed, total } = await call('retrieval:status', { projectId })
    if (total > 0 && indexed === total) return
    await setTimeout(20)
  }
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

interface Played {
  readonly answer: (body: WireBody) => ToolAnswer
  /** Sentences that a summary of this text has besides what it must have. */
  readonly summaryFacts?: (text: string) => readonly string[]
  readonly play: (modelId: string) => Promise<readonly string[]>
}

const filler = '雾从海面上爬过来，码头上的灯一盏接一盏地暗下去，远处有人拖着铁链走过石阶。'

/** Sets up a service that answers by `answer`, and plays what an author does with its model. */
async function withService(
  { call }: OpenedApp,
  { family, model }: Service,
  { answer, summaryFacts = () => [], play }: Played,
): Promise<Outcome> {
  const format: WireFormat = family === 'anthropic' ? 'messages' : 'chat'
  let summaries = 0
  const server = await startToolServer(format, (body) => {
    const text = JSON.stringify(body.messages)
    const inputTokens = tokensOf([text, body.system, body.tools])
    const counted = (given: ToolAnswer) => ({ inputTokens, outputTokens: tokensOf([given]), ...given })
    if (!isSummaryAsked(text)) return counted(answer(body))
    summaries += 1
    const facts = summaryFacts(text)
    return counted({
      text: soundSummary('核对全书', JSON.parse(`"${textBehind(text)}"`), facts.join('\n* ')),
    })
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

/** Of the texts of a request or an answer, by the tokenizer of the models here. */
const tokensOf = (parts: readonly unknown[]) =>
  parts.reduce<number>(
    (sum, part) =>
      sum + (part === undefined ? 0 : countTokens(typeof part === 'string' ? part : JSON.stringify(part))),
    0,
  )

/** The last text of a request, still escaped: the prompt for a summary, with the lists of what has to be in it. */
const textBehind = (json: string): string => {
  const from = json.lastIndexOf('归档成一份摘要')
  const end = /(?<!\\)"/.exec(json.slice(from))?.index ?? 0
  return json.slice(from, from + end)
}

/** What a task ends with: so long that the window is full when the next one begins. */
const report = `看完了：${filler.repeat(48)}`

/** A conversation with a model that answers at length and forgets some of the facts in its summaries. */
async function talkOf(
  app: OpenedApp,
  service: Service,
  { count, projectFolder, dice }: { count: number; projectFolder: string; dice: Dice },
): Promise<Outcome> {
  let turn = 0
  let wire = ''
  const forgets = (text: string) => {
    const facts = Array.from({ length: count }, (_, at) => factOf(at + 1)?.text ?? '')
    return facts.filter((fact) => fact !== '' && text.includes(fact) && dice.next() >= dropChance)
  }
  return withService(app, service, {
    answer(body) {
      wire = JSON.stringify(body.messages)
      return { text: answerOf(turn) }
    },
    summaryFacts: forgets,
    play: (modelId) =>
      faultsOfTalk(app, {
        ...{ modelId, projectFolder, turns: count, wire: () => wire },
        onTurn(next) {
          turn = next
        },
      }),
  })
}

/** Tasks of one conversation: each looks for words and reads chapters before it ends. */
async function workOf(app: OpenedApp, service: Service, count: number): Promise<Outcome> {
  const { call, projectId, runs } = app
  let step = 0
  const answer = ({ tools }: WireBody): ToolAnswer => {
    step += 1
    if (step >= stepsOfTask) return { text: tools ? report : `Finish[${report}]` }
    const input =
      step % 2 === 0
        ? { pattern: '雾', path: 'manuscript', limit: 20 }
        : { pattern: `manuscript/*${step % 10}*.md` }
    const name = step % 2 === 0 ? 'Grep' : 'Glob'
    return tools
      ? { text: `第${step}步。`, calls: [{ name, input }] }
      : { text: `Thought: 第${step}步。\nAction: ${name}[${JSON.stringify(input)}]` }
  }
  const play = async (modelId: string) => {
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
  }
  return withService(app, service, { answer, play })
}
