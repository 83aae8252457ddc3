import { type Kind, tokenOf, type Writing } from './kind.ts'
import { chapterCalled } from './manuscript.ts'

/** The first words behind the heading of a chapter that no other kind writes into. */
async function firstWords({ call, projectId }: Pick<Writing, 'call' | 'projectId'>) {
  const documentId = await chapterCalled('无名船', { call, projectId })
  const { text } = await call('documents:read', { projectId, documentId })
  const words = /^(?!#).*\S.*$/mu.exec(text)?.[0].trim().slice(0, 20) ?? ''
  return { documentId, start: text.indexOf(words), words }
}

/** Twenty notes of each writer in the margin of one chapter, made and then changed; every ninth is removed. */
export const notes: Kind = {
  name: 'notes',
  async write({ call, projectId, who, n, intend }) {
    const own = `批注${who}·${n % 20}·`
    const { notes: listed } = await call('notes:list', { projectId })
    const known = listed.find(({ text }) => text.startsWith(own))
    const text = `${own}${n}`
    if (!known) {
      const at = await firstWords({ call, projectId })
      intend(own, text)
      await call('notes:add', { projectId, ...at, text })
    } else if (n % 9 === 8) {
      intend(own, undefined)
      await call('notes:remove', { projectId, id: known.id })
    } else {
      intend(own, text)
      await call('notes:edit', { projectId, id: known.id, text })
    }
  },
  async read({ call, projectId }) {
    const found = new Map<string, string>()
    for (const { text } of (await call('notes:list', { projectId })).notes) {
      const own = text.slice(0, text.lastIndexOf('·') + 1)
      found.set(found.has(own) ? `twice ${own}` : own, text)
    }
    return found
  },
}

/** Threads of each writer: planned, then planted at a sentence, and every fourth is removed. */
export const threads: Kind = {
  name: 'threads',
  async write({ call, projectId, who, n, intend }) {
    const title = `伏笔${tokenOf({ who, n })}`
    intend(title, 'planned')
    const { id } = await call('threads:create', { projectId, title })
    if (n % 2 === 0) return
    if (n % 4 === 3) {
      intend(title, undefined)
      await call('threads:delete', { projectId, id })
      return
    }
    const { documentId, start, words } = await firstWords({ call, projectId })
    intend(title, 'planted')
    const add = { role: 'planted' as const, documentId, start, end: start + words.length }
    await call('threads:mark', { projectId, id, add })
  },
  async read({ call, projectId }) {
    const { threads: listed } = await call('threads:list', { projectId })
    return new Map(
      listed.filter(({ title }) => title.startsWith('伏笔w')).map(({ title, state }) => [title, state]),
    )
  },
}
