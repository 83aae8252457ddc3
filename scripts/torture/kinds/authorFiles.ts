import { type Kind, tokenOf, type Writing } from './kind.ts'

type Reader = Pick<Writing, 'call' | 'projectId'>

const linesOf = (text: string) => text.split('\n').filter((line) => /^w\d+n\d+$/.test(line))

async function filesIn(place: 'settings' | 'skills', { call, projectId }: Reader) {
  const { files, removed } = await call('creonow:file:list', { projectId, place })
  const texts = await Promise.all(
    files.map(async ({ path }) => ({ path, ...(await call('creonow:file:read', { projectId, path })) })),
  )
  return { texts, removed }
}

let begun = 0
/** Another one for each attempt: what an attempt made before it was refused stays. */
const attemptOf = ({ who }: Pick<Writing, 'who'>) => tokenOf({ who, n: begun++ })

/** One file that all writers write into, line by line. */
export const style: Kind = {
  name: 'style',
  async write({ call, projectId, who, n, intend }) {
    const path = '.creonow/rules/style.md'
    const { text, hash } = await call('creonow:file:read', { projectId, path })
    const token = tokenOf({ who, n })
    intend(token, 'line')
    const next = `${text.trimEnd()}\n${token}\n`
    await call('creonow:file:save', { projectId, path, text: next, baseHash: hash })
  },
  async read({ call, projectId }) {
    const { text } = await call('creonow:file:read', { projectId, path: '.creonow/rules/style.md' })
    return new Map(linesOf(text).map((token) => [token, 'line']))
  },
}

/** Files about the world that all want the same name; every fourth is deleted, every eighth comes back. */
export const world: Kind = {
  name: 'world',
  again: ['CONFLICT', 'NOT_FOUND'],
  async write({ call, projectId, who, n, intend }) {
    const token = attemptOf({ who })
    const { path } = await call('creonow:file:create', {
      projectId,
      place: 'settings',
      name: n % 4 === 3 ? `弃${token}` : '同名',
    })
    const { hash } = await call('creonow:file:read', { projectId, path })
    intend(token, 'present')
    await call('creonow:file:save', { projectId, path, text: `雾港的旧事。\n${token}\n`, baseHash: hash })
    if (n % 4 !== 3) return
    intend(token, 'deleted')
    const { trashId } = await call('creonow:file:delete', { projectId, path })
    if (n % 8 !== 7) return
    intend(token, 'present')
    await call('creonow:file:restore', { projectId, trashId })
  },
  async read(reader) {
    const { texts, removed } = await filesIn('settings', reader)
    const gone = removed.map(({ name }) => /w\d+n\d+/.exec(name)?.[0] ?? '')
    const found = new Map(gone.map((token) => [token, 'deleted']))
    for (const { text } of texts)
      for (const token of linesOf(text)) found.set(token, found.has(token) ? 'both' : 'present')
    return found
  },
}

export const skills: Kind = {
  name: 'skills',
  again: ['CONFLICT', 'NOT_FOUND'],
  async write({ call, projectId, who, intend }) {
    const token = attemptOf({ who })
    const { path } = await call('skills:copy', { projectId, skillId: 'continue', name: '慢慢续写' })
    const { skill, hash } = await call('skills:read', { projectId, path })
    if (!skill) return
    intend(token, 'skill')
    const next = { ...skill, instruction: `慢一点写，多写雾。\n${token}\n` }
    await call('skills:save', { projectId, path, skill: next, baseHash: hash })
  },
  async read(reader) {
    const { texts } = await filesIn('skills', reader)
    return new Map(texts.flatMap(({ text }) => linesOf(text)).map((token) => [token, 'skill']))
  },
}

/** One list of words that all writers add to. */
export const terminology: Kind = {
  name: 'terminology',
  async write({ call, projectId, who, n, intend }) {
    const { terminology: known, hash } = await call('creonow:terminology:get', { projectId })
    const use = `词${tokenOf({ who, n })}`
    intend(use, 'term')
    const terms = [...known.terms, { use, avoid: ['旧词'] }]
    await call('creonow:terminology:save', {
      projectId,
      terminology: { ...known, terms },
      baseHash: hash,
    })
  },
  async read({ call, projectId }) {
    const { terminology: known } = await call('creonow:terminology:get', { projectId })
    return new Map(known.terms.map(({ use }) => [use, 'term']))
  },
}

const facts = ['genre', 'person', 'synopsis'] as const

/** Each writer's own fact about the book. */
export const profile: Kind = {
  name: 'profile',
  async write({ call, projectId, who, n, intend }) {
    const { profile: known, hash } = await call('projects:profile:get', { projectId })
    const fact = facts[who % 3] ?? 'genre'
    intend(fact, tokenOf({ who, n }))
    const next = { ...known, [fact]: tokenOf({ who, n }) }
    await call('projects:profile:save', { projectId, profile: next, baseHash: hash })
  },
  async read({ call, projectId }) {
    const { profile: known } = await call('projects:profile:get', { projectId })
    return new Map(facts.map((fact) => [fact, known[fact]]))
  },
}
