import { booksOf, type CacheBook } from './book.ts'
import { cacheNames } from './caches.ts'
import { type ChatCause, type ChatText, chatCauses, chatCausesOf } from './chatCauses.ts'
import { type ChatPlay, playChat } from './chatSession.ts'
import { commonUnits, paidFor, usesOf } from './measure.ts'

/** One long conversation, once for each kind of cache, beside clients that do nothing but append. */
export async function runChat(count: (text: string) => number, json: boolean): Promise<void> {
  for (const book of booksOf(process.env.CREONOW_NOVELS)) await printFor(book, count, json)
}

async function printFor(book: CacheBook, count: (text: string) => number, json: boolean): Promise<void> {
  const rows: { readonly name: string; readonly figures: ChatFigures }[] = []
  let clients: readonly { readonly name: string; readonly figures: ChatFigures }[] = []
  for (const name of cacheNames) {
    const play = await playChat(book, name, count)
    rows.push({
      name,
      figures: figuresOf(
        play.requests.map(({ tokens }) => tokens),
        usesOf(name, play.requests),
        (reads) => chatCausesOf(play.texts, reads, count),
      ),
    })
    if (name === 'prefix') clients = clientsOf(play, count)
  }
  if (json) return console.log(JSON.stringify({ book: book.name, chat: [...rows, ...clients] }))
  const lines = [...rows, ...clients].map(({ name, figures: { sent, share, unread, price } }) =>
    [name, Math.round(sent), share.toFixed(3), Math.round(unread), Math.round(price)].join(' | '),
  )
  const lost = [...rows, ...clients].map(({ name, figures: { lost: by } }) =>
    [name, ...chatCauses.map((cause) => by[cause].toFixed(3))].join(' | '),
  )
  console.log(
    [
      `\n${book.name}, a conversation of ${turns(rows)} turns`,
      'cache | sent per turn | share read | not read per turn | price per turn, in tokens of input',
      ...lines,
      `shares not read | ${chatCauses.join(' | ')}`,
      ...lost,
    ].join('\n'),
  )
}

const turns = (rows: readonly { readonly figures: ChatFigures }[]) => rows[0]?.figures.turns ?? 0

interface ChatFigures {
  readonly turns: number
  /** Per turn. */
  readonly sent: number
  readonly unread: number
  readonly price: number
  readonly share: number
  /** Of all tokens, by why they were not read; together 1 less `share`. */
  readonly lost: Readonly<Record<ChatCause, number>>
}

function figuresOf(
  sent: readonly number[],
  uses: readonly { read: number; written: number }[],
  lostBy: (reads: readonly number[]) => ChatFigures['lost'],
): ChatFigures {
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  const all = uses.map((use, at) => ({ ...use, sent: sent[at] ?? 0 }))
  const total = sum(sent)
  const read = sum(all.map((use) => use.read))
  return {
    turns: all.length,
    sent: total / all.length,
    unread: (total - read) / all.length,
    price: sum(all.map(paidFor)) / all.length,
    share: read / total,
    lost: lostBy(uses.map((use) => use.read)),
  }
}

/**
 * What clients that only append would pay with a cache by order. `append-only`: the same material with the same
 * questions, left out at the same turns, and nothing else in a turn. `without a cache`: every request is paid in full.
 */
function clientsOf({ texts, questions }: ChatPlay, count: (text: string) => number) {
  const plain = texts.map(
    ({ before, added }, at): ChatText => ({ whole: `${before}${added}${questions[at]}`, before, added }),
  )
  const ideal = plain.map(({ whole }) => whole)
  const sent = ideal.map(count)
  const appended = ideal.map((text, at) => ({
    read: at === 0 ? 0 : count(text.slice(0, commonUnits(ideal[at - 1] ?? '', text))),
    written: 0,
  }))
  const whole = texts.map(({ whole: text }) => count(text))
  return [
    {
      name: 'append-only client (prefix)',
      figures: figuresOf(sent, appended, (reads) => chatCausesOf(plain, reads, count)),
    },
    {
      name: 'without a cache',
      figures: figuresOf(
        whole,
        whole.map(() => ({ read: 0, written: 0 })),
        (reads) => chatCausesOf(texts, reads, count),
      ),
    },
  ]
}
