import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenedApp } from './caller.ts'
import { faultsOfAccount, type LoggedEvent } from './messageAccount.ts'

const filler = '雾从海面上爬过来，码头上的灯一盏接一盏地暗下去，远处有人拖着铁链走过石阶。'
const things =
  '青铜罗盘 象牙骰子 鲸骨梳子 琥珀烟斗 铅封账簿 玳瑁眼镜 乌木算盘 锡制酒壶 珐琅怀表 檀香佛珠'.split(' ')
const places = '钟楼 盐仓'.split(' ')
const turnsPerFact = 10

/** A fact that the author states once: where a thing is that nothing else names. */
export interface PlantedFact {
  /** What it says, as a summary would write it. */
  readonly text: string
  /** The word that answers the question. */
  readonly thing: string
  readonly question: string
}

/** The fact of a turn, counted from 1; undefined: most turns have none. */
export function factOf(turn: number): PlantedFact | undefined {
  if (turn % turnsPerFact !== turnsPerFact / 2) return undefined
  const number = Math.floor(turn / turnsPerFact)
  const thing = `${things[number % things.length]}`
  const place = `${places[Math.floor(number / things.length) % places.length]}的第${turn}号木箱`
  return { thing, text: `${place}里藏着${thing}`, question: `${place}里藏着什么？` }
}

/** The answer to a turn. */
export const answerOf = (turn: number) => `答〔${turn}〕：${filler.repeat(14)}`

export interface TalkOptions {
  readonly modelId: string
  readonly projectFolder: string
  readonly turns: number
  readonly onTurn: (turn: number) => void
  /** JSON of the messages of the newest request that was no request for a summary. */
  readonly wire: () => string
}

/**
 * Turns of one conversation about the last chapter. After each one all messages before it are accounted for; at the
 * end the author asks for every fact, which must be in the prompt of the question.
 */
export async function faultsOfTalk(
  { call, projectId, runs }: OpenedApp,
  { modelId, projectFolder, turns, onTurn, wire }: TalkOptions,
): Promise<readonly string[]> {
  const { documents } = await call('documents:list', { projectId })
  const documentId = documents.at(-1)?.documentId ?? ''
  const { id: conversationId } = await call('chat:create', { projectId, documentId })
  const path = join(projectFolder, '.creonow', 'conversations', `${conversationId}.json`)
  const readLog = async () =>
    (JSON.parse(await readFile(path, 'utf8')) as { readonly events: readonly LoggedEvent[] }).events // as stored

  const ask = async (turn: number, text: string): Promise<readonly string[]> => {
    onTurn(turn)
    const { runId } = await call('ai:run', {
      ...{ projectId, documentId, cursorPosition: 900, skillId: 'chat', modelId, conversationId },
      additionalInput: text,
    })
    const end = await runs.end(runId)
    if (end.type !== 'done') return [`ended with ${end.type === 'error' ? end.error.code : end.type}`]
    if (end.receiptId === null) return ['has no receipt']
    const { receipt } = await call('context:receipt:read', { projectId, receiptId: end.receiptId })
    const events = await readLog()
    const before = events.slice(
      0,
      events.findLastIndex(({ type }) => type === 'user'),
    )
    const compacted = events.slice(before.length).filter(({ type }) => type === 'summary')
    const evidence = receipt.history ?? { sent: [], leftOut: { overBudget: 0, unanswered: 0 } }
    return faultsOfAccount([...before, ...compacted], evidence, wire())
  }

  const faults: string[] = []
  const facts: PlantedFact[] = []
  for (let turn = 1; turn <= turns && faults.length === 0; turn += 1) {
    const fact = factOf(turn)
    if (fact) facts.push(fact)
    const found = await ask(
      turn,
      `问〔${turn}〕：第${turn}条街上，${fact ? `记住：${fact.text}。` : ''}${filler}`,
    )
    faults.push(...found.map((fault) => `turn ${turn}: ${fault}`))
  }
  for (const [at, { thing, question }] of facts.entries()) {
    const found = await ask(turns + 1 + at, question)
    faults.push(...found.map((fault) => `question ${at + 1}: ${fault}`))
    if (!wire().includes(thing)) faults.push(`question ${at + 1}: ${thing} is not in the prompt`)
  }
  return faults
}
