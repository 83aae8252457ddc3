import { createTokenizer } from '../../main/src/services/tokens/index.ts'
import { runAgent } from './agentTable.ts'
import { booksOf, writingBooks } from './book.ts'
import { type Cause, causesOf } from './causes.ts'
import { runChat } from './chatTable.ts'
import { type CacheFigures, columns, figuresOf, type Guards, guardsOf, requestsOf } from './measure.ts'
import { playBothWays, type Shown } from './overRpc.ts'
import { scriptOf } from './script.ts'
import { type Asked, playSession, withProduct } from './session.ts'

const seed = 20_261_122
const sizes = [8000, 32_000] as const

interface Options {
  readonly json?: boolean
  readonly rpc?: boolean
  /** Only tasks of the agent. */
  readonly agent?: boolean
  /** Only a conversation. */
  readonly chat?: boolean
  /** Writing only, and of it only this book, or prompts of this size. */
  readonly book?: string
  readonly size?: number
}

const chosen = ({ book }: Options) =>
  booksOf(process.env.CREONOW_NOVELS, book === undefined ? writingBooks : [book])

/**
 * A session of 100 continuations, and what each kind of cache does with its prompts; beside it a plain sliding window
 * with retrieval ranked anew, which is what a request without memory prints. Then the same for tasks of the agent, and
 * for a conversation.
 */
export async function run(options: Options = {}) {
  const { json = false, rpc = false, agent = false, chat = false } = options
  const { count } = await createTokenizer('o200k_base')
  if (rpc) return runOverRpc(count, options)
  if (chat) return runChat(count, json)
  if (!agent) await runWriting(count, options)
  if (options.book === undefined && options.size === undefined) {
    await runAgent(count, json)
    if (!agent) await runChat(count, json)
  }
}

async function runWriting(count: (text: string) => number, options: Options) {
  const { json = false } = options
  const script = scriptOf(seed)
  for (const book of chosen(options))
    for (const size of sizes.filter((one) => one === (options.size ?? one))) {
      const play = (withLate: boolean) =>
        withProduct(book, (author, project) => playSession(author, project, book, script, size), {
          withLate,
        })
      const asked = await play(true)
      const without = await play(false)
      const requests = (some: readonly Asked[]) =>
        requestsOf(
          some.map(({ result }) => result),
          count,
        )
      const [ours, bound] = [requests(asked), requests(without)]
      const sliding = requestsOf(
        asked.map(({ stateless }) => stateless),
        count,
      )
      const rows = columns.map((name) => {
        const mine = figuresOf(name, ours, asked)
        const plain = figuresOf(name, sliding, asked)
        const least = figuresOf(name, bound, without)
        const [price, boundPrice] = [mine.paid / plain.paid, least.paid / plain.paid]
        return { name, mine, plain, bound: least, price, boundPrice }
      })
      const result = {
        ...{ book: book.name, size, steps: asked.length, rows },
        ...{ guards: guardsOf(asked), guardsOfBound: guardsOf(without) },
        ...{ causes: causesOf(ours, asked), causesOfBound: causesOf(bound, without) },
      }
      console.log(json ? JSON.stringify(result) : tableOf(result))
    }
}

/** Whether a script that knows the contract alone finds the same shares. */
async function runOverRpc(count: (text: string) => number, options: Options) {
  const { json = false } = options
  for (const book of chosen(options))
    for (const size of sizes.filter((one) => one === (options.size ?? one))) {
      const { here, rpc } = await playBothWays(book, scriptOf(seed), size, count)
      const same = rpc.prompts.filter((hash, at) => hash === here.prompts[at]).length
      const of = ({ shares }: Shown) =>
        columns.map((name) => `${name} ${shares[name]?.map((share) => share.toFixed(3)).join(' / ')}`)
      if (json) console.log(JSON.stringify({ book: book.name, size, here, rpc, same }))
      else
        console.log(
          [
            `\n${book.name}, ${size} tokens: ${same} of ${rpc.prompts.length} prompts the same`,
            `here: ${of(here).join(' · ')}`,
            `rpc:  ${of(rpc).join(' · ')}`,
          ].join('\n'),
        )
    }
}

interface Result {
  readonly book: string
  readonly size: number
  readonly steps: number
  readonly rows: readonly {
    readonly name: string
    readonly mine: CacheFigures
    readonly plain: CacheFigures
    readonly bound: CacheFigures
    /** Relative to the sliding window on the same cache. */
    readonly price: number
    readonly boundPrice: number
  }[]
  readonly guards: Guards
  readonly guardsOfBound: Guards
  readonly causes: readonly Cause[]
  readonly causesOfBound: readonly Cause[]
}

/** Shares are of tokens, quiet steps and all; the bound is what the same seed gives without late items. */
function tableOf({ book, size, steps, rows, guards, ...result }: Result): string {
  const perStep = (sum: number) => String(Math.round(sum / steps))
  const share = (value: number) => value.toFixed(3)
  const money = (figures: CacheFigures, name: string) =>
    prices
      .filter(({ cache }) => cache === name)
      .map((one) => `${one.model} ¢${centsOf(figures, one, steps).toFixed(3)}`)
      .join(', ')
  const lines = rows.map(({ name, mine, plain, bound, price, boundPrice }) =>
    [
      name,
      `${share(mine.quiet)} / ${share(mine.all)}`,
      `${share(bound.quiet)} / ${share(bound.all)}`,
      `${share(plain.quiet)} / ${share(plain.all)}`,
      perStep(mine.read),
      perStep(mine.written),
      perStep(mine.sent),
      `${share(price)} (${share(boundPrice)})`,
      [money(mine, name), money(plain, name)].filter((one) => one !== '').join(' against '),
    ].join(' | '),
  )
  const lost = Object.entries(rows[0]?.mine.lost ?? {}).map(([event, value]) => `${event} ${share(value)}`)
  const why = (causes: readonly Cause[]) =>
    causes.map(({ name, requests, share: of }) => `${name}: ${share(of)} in ${requests}`).join(' · ')
  const guard = ({ entries, entriesSeen, passages, fill }: Guards) =>
    `entries ${share(entries)} of ${entriesSeen}, passages ${share(passages)}, fill ${share(fill)}`
  return [
    `\n${book}, ${size} tokens, ${steps} requests`,
    'cache | quiet / all | bound | sliding window | read | written | sent per request | price × sliding (bound) | money per request',
    ...lines,
    `lost to: ${lost.join(' · ')}`,
    `not read in quiet steps: ${why(result.causes)}`,
    `of the bound: ${why(result.causesOfBound)}`,
    `guards: ${guard(guards)}; without late items: ${guard(result.guardsOfBound)}`,
  ].join('\n')
}

/** Input prices in $ per million tokens, as listed on these days. */
const prices = [
  { cache: 'breakpoints', model: 'GPT-6 Sol (2026-10-13)', input: 2, read: 0.2, write: 2.5 },
  { cache: 'units', model: 'DeepSeek flash (2026-10-27)', input: 0.15, read: 0.003, write: 0.15 },
] as const

function centsOf(
  { sent, read, written }: CacheFigures,
  price: (typeof prices)[number],
  steps: number,
): number {
  const dollars = (sent - read - written) * price.input + read * price.read + written * price.write
  return dollars / 10_000 / steps
}
