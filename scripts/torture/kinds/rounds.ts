import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '../caller.ts'
import { type Kind, tokenOf, type Writing } from './kind.ts'
import { chapterCalled } from './manuscript.ts'

type Reader = Pick<Writing, 'call' | 'projectId'>

/** A chapter of each writer's own. */
async function ownChapter(title: string, { call, projectId }: Reader): Promise<string> {
  const { documents } = await call('documents:list', { projectId })
  const own = documents.find((one) => one.title.endsWith(title))
  return own?.documentId ?? (await call('documents:create', { projectId, title })).documentId
}

const marked = /〔v(w\d+n\d+)〕/

/** Versions of a chapter: every second write puts the newest back, and what that replaces is a version. */
export const versions: Kind = {
  name: 'versions',
  again: ['CONFLICT', 'NOT_FOUND'],
  async write({ call, projectId, who, n, intend }) {
    const title = `版本${who}`
    const documentId = await ownChapter(title, { call, projectId })
    const { text, hash } = await call('documents:read', { projectId, documentId })
    const { versions: known } = await call('history:list', { projectId, documentId })
    const [newest] = known
    if (n % 2 === 0 || !newest) {
      const token = tokenOf({ who, n })
      intend(title, token)
      await call('documents:save', {
        projectId,
        documentId,
        text: `# ${title}\n\n　　雾港。〔v${token}〕\n`,
        baseHash: hash,
      })
      return
    }
    const { text: old } = await call('history:read', { projectId, documentId, versionId: newest.versionId })
    const replaced = marked.exec(text)?.[1]
    intend(title, marked.exec(old)?.[1])
    if (replaced !== undefined) intend(`version ${replaced}`, 'kept')
    await call('history:restore', { projectId, documentId, versionId: newest.versionId })
  },
  async read({ call, projectId }) {
    const found = new Map<string, string>()
    const { documents } = await call('documents:list', { projectId })
    for (const { documentId, title } of documents.filter((one) => /版本\d$/.test(one.title))) {
      const token = marked.exec((await call('documents:read', { projectId, documentId })).text)?.[1]
      if (token !== undefined) found.set(title.replace(/^.*(?=版本)/, ''), token)
      const { versions: known } = await call('history:list', { projectId, documentId })
      for (const { versionId } of known) {
        const { text } = await call('history:read', { projectId, documentId, versionId })
        const kept = marked.exec(text)?.[1]
        if (kept !== undefined) found.set(`version ${kept}`, 'kept')
      }
    }
    return found
  },
}

const shared = [0, 1, 2].map((n) => `换字${n}`)

/** Words of each writer replaced in chapters that all write into; every fifth time it is taken back. */
export const replacing: Kind = {
  name: 'replace',
  async arrange({ project }) {
    const lines = [0, 1, 2].map((who) => `　　〔r${who}·0〕\n`).join('')
    for (const title of shared)
      await writeFile(join(project, 'manuscript', `90${title.at(-1)}-${title}.md`), `# ${title}\n\n${lines}`)
  },
  again: ['CONFLICT', 'NOT_FOUND'],
  async write({ call, projectId, who, n, intend }) {
    const title = shared[n % 3] ?? ''
    const documentId = await chapterCalled(title, { call, projectId })
    const { text, hash } = await call('documents:read', { projectId, documentId })
    const own = new RegExp(`〔r${who}·(\\d+)〕`).exec(text)
    if (!own) throw new Error(`${title} has lost the line of writer ${who}`)
    const key = `${title} ${who}`
    const query = { text: own[0], mode: 'literal' as const, fold: false }
    const next = String(n + 1)
    intend(key, next)
    const { editId, skipped } = await call('book:replace', {
      ...{ projectId, query, replacement: `〔r${who}·${next}〕` },
      chapters: [{ documentId, hash, count: 1, except: [] }],
    })
    if (skipped.length > 0 || editId === null) throw new Refused('book:replace', 'CONFLICT', '章节已变。')
    if (n % 5 !== 4) return
    intend(key, own[1])
    const { restored } = await call('edits:undo', { projectId, editId })
    // Somebody has written into the chapter since: what was replaced stays.
    if (restored.length === 0) intend(key, next)
  },
  async read({ call, projectId }) {
    const found = new Map<string, string>()
    const { documents } = await call('documents:list', { projectId })
    for (const { documentId, title } of documents.filter((one) => /换字\d$/.test(one.title))) {
      const { text } = await call('documents:read', { projectId, documentId })
      for (const [, who = '', value = ''] of text.matchAll(/〔r(\d+)·(\d+)〕/g)) {
        const key = `${title.replace(/^.*(?=换字)/, '')} ${who}`
        found.set(found.has(key) ? `twice ${key}` : key, value)
      }
    }
    return found
  },
}

async function talksIn({ call, projectId }: Reader) {
  return (await call('context:creonow:conversations:list', { projectId })).conversations
}

/** Talks made and named; every third is deleted, every sixth fetched back. */
export const talks: Kind = {
  name: 'talks',
  async write({ call, projectId, who, n, intend }) {
    const title = `谈${tokenOf({ who, n })}`
    const { id } = await call('chat:create', { projectId })
    intend(title, 'present')
    await call('chat:rename', { projectId, id, title })
    if (n % 3 !== 2) return
    intend(title, undefined)
    await call('chat:delete', { projectId, id })
    if (n % 6 !== 5) return
    intend(title, 'present')
    await call('chat:restore', { projectId, id })
  },
  async read(reader) {
    const titles = (await talksIn(reader))
      .map(({ title }) => title)
      .filter((title) => title.startsWith('谈w'))
    return new Map(titles.map((title) => [title, 'present']))
  },
}

/** What the agent is asked to do stands in its conversation before the answer; it is stopped at once. */
export const tasks: Kind = {
  name: 'agent tasks',
  async write({ call, projectId, who, n, intend }) {
    const input = `找出${tokenOf({ who, n })}`
    intend(input, 'asked')
    const { taskId } = await call('agent:run', { projectId, input })
    await call('agent:cancel', { taskId })
    while ((await call('agent:read', { projectId, taskId })).state === 'working') await sleep(5)
  },
  async read(reader) {
    const { call, projectId } = reader
    const found = new Map<string, string>()
    for (const { id } of await talksIn(reader)) {
      const { conversation } = await call('context:creonow:conversations:read', { projectId, id })
      for (const { content } of conversation.events)
        if (/^找出w\d+n\d+$/.test(content)) found.set(content, 'asked')
    }
    return found
  },
}
