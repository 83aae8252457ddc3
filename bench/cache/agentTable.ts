import { agentScriptOf } from './agentScript.ts'
import { type AgentCause, type AgentPlay, playAgent } from './agentSession.ts'
import { booksOf, type CacheBook } from './book.ts'
import { type CacheName, cacheNames, type Use } from './caches.ts'
import { figuresOf, usesOf } from './measure.ts'

const windowTokens = 65_536

export interface AgentFigures {
  /** Shares of prompt tokens that were read again: steps inside a round, and all requests. */
  readonly quiet: number
  readonly all: number
  /** Per request. */
  readonly read: number
  readonly sent: number
  /** Of what no cache at all would cost. */
  readonly price: number
  /** How often a request found less than the one before it, by what had happened. */
  readonly fell: Counted
}

type Counted = Readonly<Record<AgentCause | 'other', number>>

/** Requests that do not repeat the one before them, by what had happened: the breaks, whatever cache there is. */
export const breaksOf = ({ asked }: Pick<AgentPlay, 'asked'>): Counted =>
  countedBy(asked, (at) => asked[at]?.goesOn === false)

const fallsOf = (uses: readonly Use[], asked: AgentPlay['asked']): Counted =>
  countedBy(asked, (at) => (uses[at]?.read ?? 0) < (uses[at - 1]?.read ?? 0))

function countedBy(asked: AgentPlay['asked'], isBreak: (at: number) => boolean): Counted {
  const counted = { first: 0, task: 0, shortened: 0, compacted: 0, other: 0 }
  for (const [at, { event }] of asked.entries()) if (at > 0 && isBreak(at)) counted[event ?? 'other'] += 1
  return counted
}

export function agentFigures(name: CacheName | 'common', { requests, asked }: AgentPlay): AgentFigures {
  const { quiet, all, read, sent, paid } = figuresOf(name, requests, asked)
  return {
    ...{ quiet, all, read: read / requests.length, sent: sent / requests.length, price: paid / sent },
    fell: fallsOf(usesOf(name, requests), asked),
  }
}

/** An afternoon of tasks, once for each kind of cache. */
export async function runAgent(count: (text: string) => number, json: boolean): Promise<void> {
  for (const book of booksOf(process.env.CREONOW_NOVELS)) await printFor(book, count, json)
}

async function printFor(book: CacheBook, count: (text: string) => number, json: boolean): Promise<void> {
  const script = agentScriptOf(book, windowTokens)
  const rows: { name: string; play: AgentPlay; figures: AgentFigures }[] = []
  for (const name of cacheNames) {
    const play = await playAgent(book, script, name, { count })
    if (rows.length === 0) rows.push({ name: 'common', play, figures: agentFigures('common', play) })
    rows.push({ name, play, figures: agentFigures(name, play) })
  }
  if (json) {
    const result = rows.map(({ name, figures, play }) => ({
      ...{ name, shortenings: play.shortenings, compactions: play.compactions },
      ...{ breaks: breaksOf(play), ...figures },
    }))
    console.log(JSON.stringify({ book: book.name, agent: result }))
    return
  }
  const plays = rows.slice(1).map(({ name, play }) => `breaks, ${name}: ${brokenBy(play)}`)
  const [{ play } = { play: undefined }] = rows
  const finished = play?.tasks.filter(({ state }) => state === 'finished').length
  console.log(
    [
      `\n${book.name}, agent, window ${windowTokens}: ${finished} of ${script.tasks.length} tasks finished, the longest in ${play?.mostSteps} steps, ${play?.requests.length} requests`,
      ...plays,
      'cache | quiet / all | found less after: in-round compressions | history compactions | new tasks | other | read | sent per request | price × uncached',
      ...rows.map(lineOf),
    ].join('\n'),
  )
}

function brokenBy(play: AgentPlay): string {
  const { shortened, compacted, task, other } = breaksOf(play)
  return [
    `${shortened} at ${play.shortenings} in-round compressions`,
    `${compacted} at ${play.compactions} history compactions`,
    `${task} at ${play.tasks.length - 1} new tasks`,
    `${other} elsewhere`,
  ].join(', ')
}

function lineOf({ name, figures }: { name: string; figures: AgentFigures }): string {
  const { quiet, all, read, sent, price, fell } = figures
  return [
    name,
    `${quiet.toFixed(3)} / ${all.toFixed(3)}`,
    ...[fell.shortened, fell.compacted, fell.task, fell.other].map(String),
    ...[read, sent].map((tokens) => String(Math.round(tokens))),
    price.toFixed(3),
  ].join(' | ')
}
