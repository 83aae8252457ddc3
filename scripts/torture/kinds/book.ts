import { Refused } from '../caller.ts'
import { type Kind, tokenOf, type Writing } from './kind.ts'

const letters = ['甲', '乙', '丙', '丁'] as const

const outline = async ({ call, projectId }: Pick<Writing, 'call' | 'projectId'>) =>
  (await call('documents:list', { projectId })).documents

/** Planned chapters of each writer, moved among each other: only `book.json` has their order. */
export const order: Kind = {
  name: 'order',
  again: ['CONFLICT', 'NOT_FOUND'],
  async write({ call, projectId, who, n, intend }) {
    const own = `序${who}·`
    const all = await outline({ call, projectId })
    const mine = all.filter(({ title }) => title.startsWith(own))
    const missing = letters.find((letter) => !mine.some(({ title }) => title === own + letter))
    if (missing !== undefined) {
      intend(own, [...mine.map(({ title }) => title.slice(own.length)), missing].join(''))
      await call('documents:create', { projectId, title: own + missing, planned: true })
      return
    }
    const moved = mine[n % mine.length]
    const rest = mine.filter((chapter) => chapter !== moved)
    const after = rest[(n * 7) % rest.length]
    if (!moved || !after) return
    const next = rest.toSpliced(rest.indexOf(after) + 1, 0, moved)
    intend(own, next.map(({ title }) => title.slice(own.length)).join(''))
    const { documentId } = moved
    await call('documents:move', { projectId, documentId, after: after.documentId })
  },
  async read(reader) {
    const orders = new Map<string, string>()
    for (const { title } of await outline(reader)) {
      const own = /^序\d+·/.exec(title)?.[0]
      if (own !== undefined) orders.set(own, (orders.get(own) ?? '') + title.slice(own.length))
    }
    return orders
  },
}

const first = (token: string) => `　　上半。〔x${token}〕\n`
const second = (token: string) => `　　下半。〔y${token}〕\n`

/** Planned chapters that get a text, are split, and every second one is made one again. */
export const splits: Kind = {
  name: 'split',
  again: ['CONFLICT', 'NOT_FOUND'],
  async write({ call, projectId, who, n, intend }) {
    const token = tokenOf({ who, n })
    const { documentId } = await call('documents:create', { projectId, title: `拆${token}`, planned: true })
    const { text, hash } = await call('documents:read', { projectId, documentId })
    intend(token, 'one')
    const head = text + first(token)
    await call('documents:save', { projectId, documentId, text: head + second(token), baseHash: hash })
    intend(token, 'two')
    const at = { offsetUtf16: head.length, title: `后${token}` }
    const { splitId } = await call('documents:split', { projectId, documentId, ...at })
    if (n % 2 === 0) return
    intend(token, 'one')
    try {
      await call('documents:merge', { projectId, documentId, nextId: splitId })
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'CONFLICT')) throw error
      // Another writer has put a chapter between the two.
      intend(token, 'two')
    }
  },
  async read({ call, projectId }) {
    const halves = new Map<string, string[]>()
    for (const { documentId, missing } of await outline({ call, projectId })) {
      if (missing) continue
      const { text } = await call('documents:read', { projectId, documentId })
      const marks = [...text.matchAll(/〔([xy])(w\d+n\d+)〕/g)]
      for (const [, half = '', token = ''] of marks)
        halves.set(token, [...(halves.get(token) ?? []), `${half}${documentId}`])
    }
    const stateOf = (marks: readonly string[]) => {
      if (marks.length !== 2) return `torn ${marks.length}`
      return new Set(marks.map((mark) => mark.slice(1))).size === 1 ? 'one' : 'two'
    }
    return new Map([...halves].map(([token, marks]) => [token, stateOf(marks)]))
  },
}
