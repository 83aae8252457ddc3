import { createTokenizer } from '../../main/src/services/tokens/index.ts'
import { runAgent } from './agentTable.ts'
import { booksOf } from './book.ts'
import { type CacheFigures, columns, figuresOf, type Guards, guardsOf, requestsOf } from './measure.ts'
import { playBothWays, type Shown } from './overRpc.ts'
import { scriptOf } from './script.ts'
import { type Asked, playSession, withProduct } from './session.ts'

const seed = 20_261_122
const sizes = [8000, 32_000] as const

/**
 * A session of 100 continuations, and what each kind of cache does with its prompts; beside it a plain sliding window
 * with retrieval ranked anew, which is what a request without memory prints. Then the same for tasks of the agent.
 */
export async function run({
  json = false,
  rpc = false,
  agent = false,
}: {
  json?: boolean
  rpc?: boolean
  agent?: boolean
} = {}) {
  const { count } = await createTokenizer('o200k_base')
  if (rpc) return runOverRpc(count, json)
  if (!agent) await runWriting(count, json)
  await runAgent(count, json)
}

async function runWriting(count: (text: string) => number, json: boolean) {
  const script = scriptOf(seed)
  for (const book of booksOf(process.env.CREONOW_NOVELS))
    for (const size of sizes) {
      const play = (withLate: boolean) =>
        withProduct(book, (author, project) => playSession(author, project, book.unwritten, script, size), {
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
        return { name, mine, plain, bound: figuresOf(name, bound, without), price: mine.paid / plain.paid }
      })
      const result = { book: book.name, size, steps: asked.length, rows, guards: guardsOf(asked) }
      if (json) console.log(JSON.stringify({ ...result, guardsOfBound: guardsOf(without) }))
      else console.log(tableOf(result, guardsOf(without)))
    }
}

/** Whether a script that knows the contract alone finds the same shares. */
async function runOverRpc(count: (text: string) => number, json: boolean) {
  for (const book of booksOf(process.env.CREONOW_NOVELS))
    for (const size of sizes) {
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
    readonly price: number
  }[]
  readonly guards: Guards
}

/** Shares are of tokens, quiet steps and all; the bound is what the same seed gives without late items. */
function tableOf({ book, size, steps, rows, guards }: Result, guardsOfBound: Guards): string {
  const perStep = (sum: number) => String(Math.round(sum / steps))
  const share = (value: number) => value.toFixed(3)
  const money = (figures: CacheFigures, name: string) =>
    prices
      .filter(({ cache }) => cache === name)
      .map((one) => `${one.model} ¢${centsOf(figures, one, steps).toFixed(3)}`)
      .join(', ')
  const lines = rows.map(({ name, mine, plain, bound, price }) =>
    [
      name,
      `${share(mine.quiet)} / ${share(mine.all)}`,
      `${share(bound.quiet)} / ${share(bound.all)}`,
      `${share(plain.quiet)} / ${share(plain.all)}`,
      perStep(mine.read),
      perStep(mine.written),
      perStep(mine.sent),
      share(price),
      [money(mine, name), money(plain, name)].filter((one) => one !== '').join(' against '),
    ].join(' | '),
  )
  const lost = Object.entries(rows[0]?.mine.lost ?? {}).map(([event, value]) => `${event} ${share(value)}`)
  const guard = ({ entries, entriesSeen, passages, fill }: Guards) =>
    `entries ${share(entries)} of ${entriesSeen}, passages ${share(passages)}, fill ${share(fill)}`
  return [
    `\n${book}, ${size} tokens, ${steps} requests`,
    'cache | quiet / all | bound | sliding window | read | written | sent per request | price × sliding | money per request',
    ...lines,
    `lost to: ${lost.join(' · ')}`,
    `guards: ${guard(guards)}; without late items: ${guard(guardsOfBound)}`,
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
