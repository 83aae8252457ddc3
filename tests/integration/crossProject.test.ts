import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChannelName, contract } from '../../main/src/contract/index.ts'
import type { Session } from '../../main/src/ipc/session.ts'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { constraintsFile, prose, writeNovel } from '../support/novel.ts'

// Two books in one app. The attacker's session has opened the first only; everything that it can name of the second
// is tried on every channel, and its answers must not hold a word of it.
const secret = '灯塔底下埋着第七只铁箱'
const word = '铁箱'

let mine: TestApp
let theirFolder: string
let theirs: Theirs
let attacker: Session
const dispatch = (channel: string, input: unknown) => mine.app.router.dispatch(attacker, channel, input)

interface Theirs {
  readonly projectId: string
  readonly documentId: string
  readonly settings: string
  readonly conversationId: string
  readonly receiptId: string
  readonly runId: string
  readonly jobId: string
  readonly trashId: string
  readonly versionId: string
  readonly entryId: string
  readonly preferenceId: string
  readonly constraintId: string
  readonly editId: string
}

const files = {
  '.creonow/rules/constraints.json': constraintsFile([`${secret}，不能提前说破`]),
  '.creonow/rules/style.md': `${secret}。短句。\n`,
  '.creonow/settings/秘密.md': `${secret}。\n`,
  '.creonow/characters/许三娘.md': `---\nid: xu-secret\nname: 许三娘\naiContextLevel: always\n---\n${secret}。\n`,
  'manuscript/001-秘密.md': `# 秘密\n${prose(600)}\n${secret}。\n`,
  'manuscript/002-丢掉的.md': `# 丢掉的\n${secret}。\n`,
}
const request = (documentId: string) => ({ documentId, cursorPosition: 300, skillId: 'continue' })

beforeAll(async () => {
  mine = await startApp()
  theirFolder = join(dirname(mine.project), '别人的书')
  await writeNovel(theirFolder, {
    ...files,
    '.creonow/project.json': '{"id":"other-novel","name":"别人的书"}',
  })
  theirs = await plantTheirs()
  attacker = mine.app.createSession({ id: 'attacker', mayInspect: () => true })
  await dispatch('projects:open', { rootPath: mine.project })
}, 30_000)
afterAll(() => mine.remove())

/** The second book with one of everything that has an id. */
async function plantTheirs(): Promise<Theirs> {
  const events: { readonly runId?: string; readonly type?: string }[] = []
  const owner = mine.app.createSession({
    id: 'owner',
    mayInspect: () => true,
    emit: (_name, payload) => void events.push(payload as never), // read by the two fields above
  })
  const ask = async <T>(channel: ChannelName, input: object): Promise<T> => {
    const answer = await mine.app.router.dispatch(owner, channel, input)
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.message}`)
    return answer.data as T // named by whoever asks
  }
  const documentId = 'manuscript/001-秘密.md'
  const { projectId } = await ask<{ projectId: string }>('projects:open', { rootPath: theirFolder })
  await mine.app.services.retrieval.ensureIndexed(projectId)
  const at = '2026-11-21T08:00:00.000Z'
  const conversation = {
    version: 1,
    id: 'their-talk',
    title: secret,
    createdAt: at,
    updatedAt: at,
    events: [],
  }
  await ask('context:creonow:conversations:save', { projectId, conversation })
  const { preference } = await ask<{ preference: { id: string } }>('memory:save', {
    projectId,
    preference: { text: secret, kind: 'style' },
  })
  const { receiptId } = await ask<{ receiptId: string }>('context:assemble', {
    projectId,
    ...request(documentId),
  })
  const { runId } = await ask<{ runId: string }>('ai:run', { projectId, ...request(documentId) })
  // Its receipt is written to its end: what is compared later must not change by itself.
  await mine.app.services.runs.drain()
  const { trashId } = await ask<{ trashId: string }>('documents:delete', {
    projectId,
    documentId: 'manuscript/002-丢掉的.md',
  })
  const read = await ask<{ text: string; hash: string }>('documents:read', { projectId, documentId })
  await ask('documents:save', { projectId, documentId, text: `${read.text}。`, baseHash: read.hash })
  const { versions } = await ask<{ versions: { versionId: string }[] }>('history:list', {
    projectId,
    documentId,
  })
  const { items } = await ask<{ items: { id: string }[] }>('constraints:list', { projectId })
  const { jobId } = await ask<{ jobId: string }>('retrieval:rebuild', { projectId })
  const round = mine.app.services.edits.startRound(projectId, { kind: 'agent', label: secret })
  await round.write('settings/别的.md', `${secret}！\n`, null)
  await round.done()
  return {
    editId: round.editId,
    projectId,
    documentId,
    settings: '.creonow/settings/秘密.md',
    conversationId: conversation.id,
    receiptId,
    runId,
    jobId,
    trashId,
    versionId: versions[0]?.versionId ?? '',
    entryId: 'xu-secret',
    preferenceId: preference.id,
    constraintId: items[0]?.id ?? '',
  }
}

/** Whoever adds a channel says here what it can be given of another project; `none`: it takes no name of anything. */
const inputs: Record<ChannelName, ((t: Theirs) => object) | 'none'> = {
  'projects:create': 'none',
  'projects:open': 'none',
  // Opening is what this channel is for; it tells no text.
  'projects:openKnown': 'none',
  'projects:openSample': 'none',
  'projects:list': 'none',
  // Both are about the list of works, like opening; they tell no text.
  'projects:forget': 'none',
  'projects:relocate': 'none',
  'projects:close': () => ({}),
  'projects:takeOver': () => ({}),
  'folders:list': 'none',
  'sessions:list': 'none',
  'sessions:end': 'none',
  'documents:list': () => ({}),
  'documents:read': ({ documentId }) => ({ documentId }),
  'documents:save': ({ documentId }) => ({ documentId, text: '漏', baseHash: sha256Hex('') }),
  'documents:create': ({ documentId }) => ({ title: '漏', after: documentId }),
  'documents:rename': ({ documentId }) => ({ documentId, title: '漏' }),
  'documents:move': ({ documentId }) => ({ documentId }),
  'documents:split': ({ documentId }) => ({ documentId, offsetUtf16: 20, title: '漏' }),
  'documents:merge': ({ documentId }) => ({ documentId }),
  'documents:undo': ({ documentId }) => ({ documentId }),
  'documents:delete': ({ documentId }) => ({ documentId }),
  'documents:restore': ({ trashId }) => ({ trashId }),
  'documents:trash': () => ({}),
  'volumes:create': ({ documentId }) => ({ documentId, title: '第一卷 漏' }),
  'volumes:rename': ({ documentId }) => ({ documentId, title: '第一卷 漏' }),
  'volumes:delete': ({ documentId }) => ({ documentId }),
  'words:today:get': () => ({ day: '2026-11-23' }),
  'words:goal:update': () => ({ goal: 7 }),
  'history:list': ({ documentId }) => ({ documentId }),
  'history:read': ({ documentId, versionId }) => ({ documentId, versionId }),
  'history:restore': ({ documentId, versionId }) => ({ documentId, versionId }),
  'import:preview': 'none',
  'documents:import': () => ({ upload: { fileName: 'a.txt', base64: '' } }),
  'edits:list': () => ({}),
  'edits:undo': ({ editId }) => ({ editId }),
  'edits:keep': ({ editId }) => ({ editId }),
  'agent:permissions:get': () => ({}),
  'agent:permissions:set': () => ({ writes: 'always' }),
  'book:search': () => ({ query: { text: word, mode: 'literal', fold: true }, hitsPerChapter: 10 }),
  'book:replace': ({ documentId }) => ({
    query: { text: word, mode: 'literal', fold: false },
    replacement: '漏',
    chapters: [{ documentId, hash: sha256Hex(''), except: [] }],
  }),
  'book:export': ({ documentId }) => ({ format: 'txt', documentId }),
  'constraints:list': () => ({}),
  'constraints:create': ({ documentId }) => ({ text: '漏一', kind: 'plot', scope: { from: documentId } }),
  'constraints:update': ({ constraintId }) => ({ id: constraintId, patch: { text: '漏二' } }),
  'constraints:delete': ({ constraintId }) => ({ id: constraintId }),
  'constraints:get': () => ({}),
  'constraints:restore': () => ({}),
  'constraints:set': () => ({ items: ['漏三'] }),
  'context:assemble': ({ documentId, conversationId }) => ({ ...request(documentId), conversationId }),
  'context:inspect': ({ documentId, entryId }) => ({ ...request(documentId), pinned: [entryId] }),
  'context:sources:list': 'none',
  'context:budget:get': () => ({}),
  'context:budget:update': () => ({ version: 1, layers: {} }),
  'context:ask': ({ receiptId }) => ({ receiptId, question: '许三娘在哪里' }),
  'context:receipt:list': ({ documentId }) => ({ documentId }),
  'context:receipt:read': ({ receiptId }) => ({ receiptId }),
  'context:creonow:ensure': () => ({}),
  'context:creonow:status': () => ({}),
  'context:creonow:watch:start': () => ({}),
  'context:creonow:watch:stop': () => ({}),
  'context:creonow:rules:get': () => ({}),
  'context:creonow:settings:list': () => ({}),
  'context:creonow:settings:read': ({ settings }) => ({ path: settings }),
  'context:creonow:conversations:list': () => ({}),
  'context:creonow:conversations:read': ({ conversationId }) => ({ id: conversationId }),
  'context:creonow:conversations:save': ({ conversationId: id }) => ({
    conversation: {
      version: 1,
      id,
      title: '漏',
      createdAt: '2026-11-21',
      updatedAt: '2026-11-21',
      events: [],
    },
  }),
  'context:creonow:conversations:analysis:update': ({ conversationId }) => ({
    id: conversationId,
    analysis: { summary: '漏', topics: [] },
  }),
  'creonow:file:list': () => ({ place: 'settings' }),
  'creonow:file:read': ({ settings }) => ({ path: settings }),
  'creonow:file:save': ({ settings }) => ({ path: settings, text: '漏', baseHash: null }),
  'creonow:file:create': () => ({ place: 'settings', name: '漏' }),
  'creonow:file:rename': ({ settings }) => ({ path: settings, name: '漏' }),
  'creonow:file:delete': ({ settings }) => ({ path: settings }),
  'creonow:file:restore': ({ trashId }) => ({ trashId }),
  'creonow:terminology:get': () => ({}),
  'creonow:terminology:save': () => ({ terminology: { terms: [], banned: ['漏'] }, baseHash: null }),
  'projects:profile:get': () => ({}),
  'projects:profile:save': () => ({
    profile: { name: '漏', language: 'zh', type: '', genre: '', person: '', tense: '', synopsis: '' },
    baseHash: null,
  }),
  'skills:read': () => ({ path: '.creonow/skills/漏.md' }),
  'skills:save': () => ({
    path: '.creonow/skills/漏.md',
    skill: { name: '漏', output: 'show', retrieved: true, instruction: '漏' },
    baseHash: null,
  }),
  'skills:copy': () => ({ skillId: 'continue', name: '漏' }),
  'redaction:matches': ({ settings }) => ({ sourceRef: settings }),
  'redaction:allow:list': () => ({}),
  'redaction:allow:add': ({ settings }) => ({ sourceRef: settings, index: 0, start: '漏' }),
  'redaction:allow:remove': () => ({ sha256: sha256Hex('') }),
  'retrieval:search': ({ documentId }) => ({ queries: [word], k: 5, before: documentId }),
  'retrieval:status': () => ({}),
  'retrieval:rebuild': () => ({}),
  'retrieval:synopses:list': () => ({}),
  'retrieval:synopses:save': ({ documentId }) => ({ documentId, text: '漏' }),
  'memory:list': () => ({}),
  'memory:save': ({ preferenceId }) => ({ preference: { id: preferenceId, text: '漏', kind: 'style' } }),
  'memory:decide': ({ preferenceId }) => ({ id: preferenceId, accept: false }),
  'memory:delete': ({ preferenceId }) => ({ id: preferenceId }),
  'memory:episodes': () => ({ limit: 10 }),
  'memory:distil': () => ({}),
  'codex:list': () => ({}),
  'codex:card:get': ({ entryId, documentId }) => ({ id: entryId, documentId }),
  'codex:read': ({ entryId }) => ({ id: entryId }),
  'codex:save': () => ({ entry: {} }),
  'codex:delete': ({ entryId }) => ({ id: entryId, baseHash: sha256Hex('') }),
  'codex:mentions': () => ({ text: '许三娘' }),
  'codex:suggestions': () => ({}),
  'codex:import': () => ({ upload: { fileName: 'a.json', base64: '' } }),
  'codex:export': () => ({ format: 'worldinfo' }),
  'jobs:cancel': ({ jobId }) => ({ jobId }),
  'skills:list': () => ({}),
  'ai:run': ({ documentId, conversationId }) => ({ ...request(documentId), conversationId }),
  'ai:cancel': ({ runId }) => ({ runId }),
  'agent:run': ({ conversationId }) => ({ conversationId, input: '漏' }),
  'agent:cancel': ({ conversationId }) => ({ taskId: `${conversationId}~12345678` }),
  'agent:approve': ({ conversationId }) => ({
    ...{ taskId: `${conversationId}~12345678`, approvalId: 'a', decision: 'always' },
  }),
  'agent:list': () => ({}),
  'agent:read': ({ conversationId }) => ({ taskId: `${conversationId}~12345678` }),
  'ai:restore': ({ runId }) => ({ runId }),
  'ai:outcome': ({ runId }) => ({ runId, outcome: 'accepted', text: '漏' }),
  'chat:create': ({ documentId }) => ({ documentId }),
  'chat:rename': ({ conversationId: id }) => ({ id, title: '漏' }),
  'chat:delete': ({ conversationId: id }) => ({ id }),
  'chat:restore': ({ conversationId: id }) => ({ id }),
  'chat:trash': () => ({}),
  'chat:trash:empty': ({ conversationId: id }) => ({ ids: [id] }),
  'chat:summary:undo': ({ conversationId: id }) => ({ id, eventId: 'e1' }),
  'chat:summary:update': ({ conversationId: id }) => ({ id, eventId: 'e1', text: '漏' }),
  'ai:models': 'none',
  'ai:endpointModels': 'none',
  'ai:test': 'none',
  'settings:get': 'none',
  'settings:update': 'none',
  'settings:key:set': 'none',
  'settings:key:delete': 'none',
}

async function theirBytes(): Promise<string> {
  const data = join(mine.dataFolder, 'projects', theirs.projectId)
  const found: string[] = []
  for (const folder of [theirFolder, join(data, 'trash')])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        found.push(`${entry.name} ${sha256Hex(await readFile(join(entry.parentPath, entry.name)))}`)
  return found.sort().join('\n')
}

const cases = (Object.keys(contract) as ChannelName[]).flatMap((channel) => {
  const made = inputs[channel]
  return made === 'none' ? [] : [{ channel, made }]
})
const takesProject = (channel: ChannelName) => Object.hasOwn(contract[channel].input.shape, 'projectId')

test('a session that has not opened a project gets nothing of it, on any channel that names one', async () => {
  const before = await theirBytes()
  const named = cases.filter(({ channel }) => takesProject(channel))
  const answers = await Promise.all(
    named.map(async ({ channel, made }) => {
      const answer = await dispatch(channel, { projectId: theirs.projectId, ...made(theirs) })
      return [channel, answer.ok ? 'ok' : answer.error.code]
    }),
  )
  // What is not in the shape of a request does not get as far as the gate.
  const refused = answers.filter(
    ([, code]) => code !== 'CONTEXT_SCOPE_VIOLATION' && code !== 'INVALID_ARGUMENT',
  )
  expect(refused).toEqual([])
  expect(answers.filter(([, code]) => code === 'CONTEXT_SCOPE_VIOLATION').length).toBeGreaterThan(50)
  expect(await theirBytes()).toBe(before)
})

test('ids of another project mean nothing in an own one: receipts, runs, jobs, talks, trash, entries', async () => {
  const before = await theirBytes()
  const leaks: string[] = []
  for (const { channel, made } of cases) {
    const own = takesProject(channel) ? { projectId: mine.projectId } : {}
    const answer = await dispatch(channel, { ...own, ...made(theirs) })
    if (JSON.stringify(answer).includes(word) && channel !== 'retrieval:search') leaks.push(channel)
    if (!answer.ok && answer.error.code === 'INTERNAL') leaks.push(`${channel} ${answer.error.code}`)
  }
  expect(leaks).toEqual([])
  const cancelled = await Promise.all([
    dispatch('jobs:cancel', { jobId: theirs.jobId }),
    dispatch('ai:cancel', { runId: theirs.runId }),
    dispatch('ai:restore', { projectId: mine.projectId, runId: theirs.runId }),
    dispatch('ai:outcome', { projectId: mine.projectId, runId: theirs.runId, outcome: 'accepted' }),
    dispatch('documents:restore', { projectId: mine.projectId, trashId: theirs.trashId }),
    dispatch('context:receipt:read', { projectId: mine.projectId, receiptId: theirs.receiptId }),
  ])
  expect(cancelled.map((answer) => (answer.ok ? answer.data : answer.error.code))).toEqual([
    { cancelled: false },
    ...Array.from({ length: 5 }, () => 'NOT_FOUND'),
  ])
  expect(await theirBytes()).toBe(before)
})

test('a planted receipt that names another project, or a path out of this one, reads no text of it', async () => {
  const folder = join(mine.project, '.creonow/cache/receipts')
  await mkdir(folder, { recursive: true })
  const stored = await readFile(
    join(theirFolder, '.creonow/cache/receipts', `${theirs.receiptId}.json`),
    'utf8',
  )
  const receipt = JSON.parse(stored) as { receipt: { receiptId: string }; parts: { source: string }[] }
  expect(receipt.parts.length).toBeGreaterThan(3)
  const out = (path: string) => `../别人的书/${path}`
  const climbing = { ...receipt, parts: receipt.parts.map((part) => ({ ...part, source: out(part.source) })) }
  const planted = { '1700000000000-0123456789ab': receipt, '1700000000001-0123456789ab': climbing }
  for (const [id, content] of Object.entries(planted)) {
    await writeFile(join(folder, `${id}.json`), JSON.stringify(content))
    const answer = await dispatch('context:receipt:read', { projectId: mine.projectId, receiptId: id })
    if (!answer.ok) throw new Error(answer.error.code)
    expect(JSON.stringify(answer)).not.toContain(word)
    expect(answer.data).toMatchObject({ prompt: null, receipt: { projectId: mine.projectId, receiptId: id } })
    const { chunks } = answer.data as { chunks: { source: string; state: string }[] }
    expect(
      chunks.filter(({ source }) => /别人的书|秘密/.test(source)).map(({ state }) => state),
    ).not.toContain('same')
  }
  const junk = { ...receipt, parts: [{ ...receipt.parts[0], source: 1 }] }
  await writeFile(join(folder, '1700000000002-0123456789ab.json'), JSON.stringify(junk))
  const read = { projectId: mine.projectId, receiptId: '1700000000002-0123456789ab' }
  expect(await mine.codeOf('context:receipt:read', read)).toBe('NOT_FOUND')
})

test('a link with the name of an old receipt or a synopsis takes no chapter with it', async () => {
  const chapter = 'manuscript/001-雾起.md'
  const words = (await mine.invoke('documents:list', { projectId: mine.projectId })).documents
  const documentId = words.find(({ path }) => path !== chapter)?.path ?? ''
  const before = await readFile(join(mine.project, documentId), 'utf8')
  const folder = join(mine.project, '.creonow/cache/receipts')
  await mkdir(folder, { recursive: true })
  await cp(folder, join(mine.folder, 'kept'), { recursive: true })
  await Promise.all(
    Array.from({ length: 205 }, (_, i) =>
      symlink(`../../../${documentId}`, join(folder, `${1_000_000_000_000 + i}-0123456789ab.json`)),
    ),
  )
  const synopses = join(mine.project, '.creonow/synopses')
  await mkdir(synopses, { recursive: true })
  const name = documentId.slice('manuscript/'.length).replace(/\.md$/, '.json')
  await symlink(`../../${documentId}`, join(synopses, name)).catch(() => undefined)
  await mine.invoke('context:assemble', { projectId: mine.projectId, ...request(documentId) })
  await mine.invoke('context:receipt:list', { projectId: mine.projectId })
  await mine.invoke('retrieval:synopses:save', { projectId: mine.projectId, documentId, text: '' })
  expect(await readFile(join(mine.project, documentId), 'utf8')).toBe(before)
})
