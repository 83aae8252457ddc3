import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChannelName, contract } from '../../main/src/contract/index.ts'
import type { Session } from '../../main/src/ipc/session.ts'
import { sha256Hex } from '../../main/src/lib/hash.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { constraintsFile, prose, writeNovel } from '../support/novel.ts'
import { inputFor } from '../support/schemaInput.ts'

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

/** Opening is what these are for, or they are about the list of works; they return no text. */
const ofTheList: ReadonlySet<string> = new Set(['projects:openKnown', 'projects:forget', 'projects:relocate'])

/** Everything of the other project that a field of this name can refer to. */
const idsFor = (t: Theirs, name: string): readonly string[] =>
  ({
    documentId: [t.documentId],
    after: [t.documentId],
    before: [t.documentId],
    from: [t.documentId],
    conversationId: [t.conversationId],
    receiptId: [t.receiptId],
    runId: [t.runId],
    jobId: [t.jobId],
    taskId: [`${t.conversationId}~12345678`],
    trashId: [t.trashId],
    versionId: [t.versionId],
    editId: [t.editId],
    path: [t.settings],
    sourceRef: [t.settings],
    id: [t.conversationId, t.entryId, t.preferenceId, t.constraintId],
    ids: [t.conversationId],
    pinned: [t.entryId],
  })[name] ?? []

/** What a channel needs to get at a text, where its schema alone would not search for it. */
const searches: Partial<Record<ChannelName, object>> = {
  'book:search': { query: { text: word, mode: 'literal', fold: true }, hitsPerChapter: 10 },
  'retrieval:search': { queries: [word], k: 5 },
  'codex:mentions': { text: '许三娘' },
  'context:ask': { question: '许三娘在哪里' },
  'book:export': { format: 'txt' },
}

/** Inputs with every name of the other project that the channel takes, one for each kind of `id`. */
function inputsOf(channel: ChannelName, t: Theirs): readonly object[] {
  const { input } = contract[channel]
  return [0, 1, 2, 3].flatMap((at) => {
    const names: string[] = []
    const made = inputFor(input, (name) => {
      const ids = idsFor(t, name)
      if (name === 'projectId') return 'a'
      if (name === 'skillId') return 'continue'
      if (name === 'cursorPosition') return 300
      const id = ids.length > 1 ? ids[at] : ids[0]
      if (id === undefined) return undefined
      names.push(name)
      return name === 'ids' || name === 'pinned' ? [id] : id
    }) as object // every input is an object
    const { projectId: _any, ...rest } = { ...made, ...searches[channel] } as { readonly projectId?: string }
    if (at > 0 && !names.includes('id')) return []
    return takesProject(channel) || names.length > 0 ? [rest] : []
  })
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

const cases = (t: Theirs) =>
  (Object.keys(contract) as ChannelName[]) // what the contract is declared with
    .filter((channel) => !ofTheList.has(channel))
    .flatMap((channel) => inputsOf(channel, t).map((made) => ({ channel, made })))
const takesProject = (channel: ChannelName) => Object.hasOwn(contract[channel].input.shape, 'projectId')

test('a session that has not opened a project gets nothing of it, on any channel that names one', async () => {
  const before = await theirBytes()
  const named = cases(theirs).filter(({ channel }) => takesProject(channel))
  const answers = await Promise.all(
    named.map(async ({ channel, made }) => {
      const answer = await dispatch(channel, { projectId: theirs.projectId, ...made })
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

test('ids of another project mean nothing in an own one: receipts, runs, jobs, conversations, trash, entries', async () => {
  const before = await theirBytes()
  const leaks: string[] = []
  for (const { channel, made } of cases(theirs)) {
    const own = takesProject(channel) ? { projectId: mine.projectId } : {}
    const answer = await dispatch(channel, { ...own, ...made })
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
