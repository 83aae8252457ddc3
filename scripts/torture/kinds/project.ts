import type { ChannelInput } from '../../../main/src/contract/index.ts'
import { Refused } from '../caller.ts'
import { type Kind, tokenOf } from './kind.ts'
import { chapterCalled } from './manuscript.ts'

type Entry = ChannelInput<'codex:save'>['entry']

const entry = (id: string, body: string): Entry => ({
  ...{ id, name: `人物${id}`, aliases: [], type: 'character', aiContextLevel: 'when_detected', tags: [] },
  ...{ relations: [], constraints: [], exclude: [], caseSensitive: false, progressions: [], body, extra: {} },
})

/** New entries, and one that all writers write into. */
export const codex: Kind = {
  name: 'codex',
  async write({ call, projectId, who, n, intend }) {
    const token = tokenOf({ who, n })
    if (n % 2 === 1) {
      intend(token, 'entry')
      await call('codex:save', { projectId, entry: entry(token, `${token}的来历。`) })
      return
    }
    const shared = (await call('codex:list', { projectId })).entries.find(({ id }) => id === 'shared')
    intend(token, 'line')
    if (!shared) {
      await call('codex:save', { projectId, entry: entry('shared', `${token}\n`) })
      return
    }
    const { entry: known, hash } = await call('codex:read', { projectId, id: 'shared' })
    const next = { ...known, body: `${known.body.trimEnd()}\n${token}\n` }
    await call('codex:save', { projectId, entry: next, baseHash: hash })
  },
  async read({ call, projectId }) {
    const { entries } = await call('codex:list', { projectId })
    const found = new Map(entries.filter(({ fault }) => !fault).map(({ id }) => [id, 'entry']))
    for (const { id, fault } of entries) if (fault) found.set(`broken ${id}`, fault.code)
    if (!found.delete('shared')) return found
    const { entry: shared } = await call('codex:read', { projectId, id: 'shared' })
    for (const token of shared.body.split('\n')) if (token !== '') found.set(token, 'line')
    return found
  },
}

const at = '2026-11-22T08:00:00.000Z'
const message = (id: string) => ({
  ...{ id, type: 'user' as const, role: 'user' as const, content: `这一段怎么接？${id}` },
  ...{ timestamp: at, metadata: {} },
})

/** New conversations, and one that all writers go on with. */
export const conversations: Kind = {
  name: 'conversations',
  async write({ call, projectId, who, n, intend }) {
    const token = tokenOf({ who, n })
    const base = { version: 1 as const, createdAt: at, updatedAt: at }
    intend(token, 'message')
    if (n % 2 === 1) {
      const alone = { ...base, id: token, title: token, events: [message(token)] }
      await call('context:creonow:conversations:save', { projectId, conversation: alone })
      return
    }
    const { conversations: listed } = await call('context:creonow:conversations:list', { projectId })
    if (!listed.some(({ id }) => id === 'shared')) {
      const first = { ...base, id: 'shared', title: '同一段', events: [message(token)] }
      await call('context:creonow:conversations:save', { projectId, conversation: first })
      return
    }
    const { conversation, hash } = await call('context:creonow:conversations:read', {
      projectId,
      id: 'shared',
    })
    const next = { ...conversation, events: [...conversation.events, message(token)] }
    await call('context:creonow:conversations:save', { projectId, conversation: next, baseHash: hash })
  },
  async read({ call, projectId }) {
    const { conversations: listed } = await call('context:creonow:conversations:list', { projectId })
    const found = new Map<string, string>()
    for (const { id } of listed) {
      const { conversation } = await call('context:creonow:conversations:read', { projectId, id })
      for (const event of conversation.events) found.set(event.id, 'message')
    }
    return found
  },
}

export const memory: Kind = {
  name: 'memory',
  async write({ call, projectId, who, n, intend }) {
    const text = `少用比喻${tokenOf({ who, n })}`
    intend(text, 'confirmed')
    await call('memory:save', { projectId, preference: { text } })
  },
  async read({ call, projectId }) {
    const { preferences } = await call('memory:list', { projectId })
    return new Map(preferences.map(({ text, status }) => [text, status]))
  },
}

/** What the author did with what a model wrote. */
export const episodes: Kind = {
  name: 'episodes',
  again: ['CONFLICT', 'NOT_FOUND'],
  async write({ call, projectId, who, n, intend }) {
    const documentId = await chapterCalled('无名船', { call, projectId })
    const additionalInput = `接着写${tokenOf({ who, n })}`
    const asked = { projectId, documentId, cursorPosition: 40, skillId: 'continue', additionalInput }
    const { runId } = await call('ai:run', asked)
    intend(additionalInput, 'accepted')
    const { recorded } = await call('ai:outcome', { projectId, runId, outcome: 'accepted' })
    if (!recorded) throw new Refused('ai:outcome', 'NOT_RECORDED', '没有记下。')
  },
  async read({ call, projectId }) {
    const found = new Map<string, string>()
    for (let before: string | undefined; ; ) {
      const page = await call('memory:episodes', { projectId, limit: 200, ...(before && { before }) })
      for (const { instruction, outcome } of page.episodes) found.set(instruction, outcome)
      before = page.episodes.at(-1)?.id
      if (page.episodes.length < 200) return found
    }
  },
}

/** Twenty rules of each writer, made and then changed; every ninth is deleted. */
export const constraints: Kind = {
  name: 'constraints',
  async write({ call, projectId, who, n, intend }) {
    const own = `规矩${who}·${n % 20}·`
    const { items } = await call('constraints:get', { projectId })
    const known = items.find(({ text }) => text.startsWith(own))
    const text = `${own}${n}`
    if (!known) {
      intend(own, text)
      await call('constraints:create', { projectId, text, kind: 'plot' })
    } else if (n % 9 === 8) {
      intend(own, undefined)
      await call('constraints:delete', { projectId, id: known.id })
    } else {
      intend(own, text)
      await call('constraints:update', { projectId, id: known.id, patch: { text } })
    }
  },
  async read({ call, projectId }) {
    const { items } = await call('constraints:get', { projectId })
    const found = new Map<string, string>()
    for (const { text } of items) {
      if (!text.startsWith('规矩')) continue
      const own = text.slice(0, text.lastIndexOf('·') + 1)
      found.set(found.has(own) ? `twice ${own}` : own, text)
    }
    return found
  },
}

const layers = ['rules', 'settings', 'retrieved'] as const

/** Each writer's own layer of the budget; the others' must not be taken back. */
export const budget: Kind = {
  name: 'budget',
  again: ['CONTEXT_BUDGET_CONFLICT', 'CONFLICT'],
  async write({ call, projectId, who, n, intend }) {
    const { version, layers: present } = await call('context:budget:get', { projectId })
    const layer = layers[who % 3] ?? 'rules'
    intend(layer, String(100 + n))
    const changed = { ...present, [layer]: { ...present[layer], minimumTokens: 100 + n } }
    await call('context:budget:update', { projectId, version, layers: changed })
  },
  async read({ call, projectId }) {
    const { layers: stored } = await call('context:budget:get', { projectId })
    return new Map(layers.map((layer) => [layer, String(stored[layer].minimumTokens)]))
  },
}
