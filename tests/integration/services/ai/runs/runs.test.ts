import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../../main/src/app.ts'
import type { RunEvent } from '../../../../../main/src/contract/events.ts'
import type { SessionOptions } from '../../../../../main/src/ipc/session.ts'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import { silentLogger } from '../../../../../main/src/lib/logger.ts'
import { countWords } from '../../../../../main/src/lib/wordCount.ts'
import { createFakeProvider, createRunService, fakeModel } from '../../../../../main/src/services/ai/index.ts'
import type { TestApp } from '../../../../support/app.ts'
import { startNovel } from '../../../../support/novel.ts'

let novel: TestApp
afterEach(() => novel.remove())

const chapter = 'manuscript/001.md'
const files = { [chapter]: '# 第一章\n\n　　林远上了岸。他把信折好，放进衣袋里。\n' }
const asked = (projectId: string) => ({
  projectId,
  documentId: chapter,
  cursorPosition: 12,
  skillId: 'continue',
})

const session = (events: RunEvent[] = [], id = 'window'): SessionOptions => ({
  id,
  mayInspect: () => false,
  emit: (event, payload) => void (event === 'run' && events.push(payload as RunEvent)),
})

/** What the newest receipt of the novel says was inserted. */
async function insertedParagraphs() {
  const { projectId } = novel
  const receiptId = (await novel.invoke('context:receipt:list', { projectId })).receipts[0]?.receiptId ?? ''
  const { receipt } = await novel.invoke('context:receipt:read', { projectId, receiptId })
  return receipt.insertedParagraphs
}

const paragraphHashes = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(sha256Hex)

/** A run service of the real app, with one part of it broken. */
function breaking(broken: Partial<Parameters<typeof createRunService>[0]>) {
  const { context } = novel.app.services
  return createRunService({
    context,
    redactor: {
      redact: async (text) => ({ text, evidence: [], replacements: [] }),
      redactText: (text) => text,
    },
    logger: silentLogger,
    now: () => 0,
    model: () => fakeModel,
    provider: () => createFakeProvider({ pauseMs: 0, hash: sha256Hex, count: (text) => text.length }),
    ...broken,
  })
}

describe('a fault around a run', () => {
  test('of redaction, before anything is written, ends it with an error and frees its place', async () => {
    novel = await startNovel(files)
    const runs = breaking({
      redactor: { redact: () => Promise.reject(new Error('林远上了岸')), redactText: (text) => text },
    })
    const input = { ...asked(novel.projectId), skillId: 'polish', selection: { from: 8, to: 14 } }
    // More than the four at a time that one chapter has: a place that is kept would stop the rest.
    for (let n = 0; n < 6; n += 1) {
      const events: RunEvent[] = []
      const { finished } = await runs.start(input, (event) => void events.push(event as RunEvent))
      await finished
      expect(events.map(({ type }) => type)).toEqual(['started', 'error'])
      expect(JSON.stringify(events)).not.toContain('林远')
    }
  })

  test('of a listener that has gone leaves the run and its outcome as they are', async () => {
    novel = await startNovel(files)
    const runs = breaking({})
    const { runId, finished } = await runs.start(asked(novel.projectId), () => {
      throw new Error('Object has been destroyed')
    })
    await finished
    expect(await runs.recordOutcome(novel.projectId, runId, 'accepted', '雾散了。')).toBe(true)
  })

  test('of the correction by usage comes after the one end of the run', async () => {
    novel = await startNovel(files)
    const runs = breaking({ calibrateTokenizer: () => Promise.reject(new Error('disk full')) })
    const types: string[] = []
    const { finished } = await runs.start(asked(novel.projectId), ({ type }) => void types.push(type))
    await finished
    expect(types.filter((type) => type === 'done' || type === 'error')).toEqual(['done'])
  })
})

describe('an outcome', () => {
  test('that comes with the very event that ends the run is recorded, visible at once and after a restart', async () => {
    novel = await startNovel(files)
    const { projectId, app } = novel
    const answers: Promise<boolean>[] = []
    const text = '　　雾又厚了一层。\r\n“别出声。”她说。'
    const { finished } = await app.services.runs.start(asked(projectId), (event) => {
      if (event.type !== 'done') return
      answers.push(app.services.runs.recordOutcome(projectId, event.runId, 'accepted', text))
      answers.push(app.services.runs.recordOutcome(projectId, event.runId, 'edited', `${text}\n尾声。`))
    })
    await finished
    expect(await Promise.all(answers)).toEqual([true, true])
    const { episodes } = await novel.invoke('memory:episodes', { projectId, limit: 10 })
    expect(episodes.map(({ excerpt, outcome }) => [excerpt !== '', outcome])).toEqual([[true, 'edited']])

    const receiptId = (await novel.invoke('context:receipt:list', { projectId })).receipts[0]?.receiptId ?? ''
    const hashes = ['雾又厚了一层。', '“别出声。”她说。', '尾声。'].map(sha256Hex)
    const { receipt } = await novel.invoke('context:receipt:read', { projectId, receiptId })
    expect(receipt.insertedParagraphs).toEqual(hashes)

    await app.dispose()
    const again = await createApp({
      ...{ dataFolder: novel.dataFolder, logger: silentLogger, environment: {} },
    })
    const later = again.createSession(session())
    await again.router.dispatch(later, 'projects:open', { rootPath: novel.project })
    const read = await again.router.dispatch(later, 'context:receipt:read', { projectId, receiptId })
    expect(read).toMatchObject({ ok: true, data: { receipt: { insertedParagraphs: hashes } } })
    await again.dispose()
  })
})

describe('an outcome without a text', () => {
  test('says that all of it was taken as the run wrote it: the receipt knows it, the shares count it', async () => {
    novel = await startNovel(files)
    const { projectId, app } = novel
    let written = ''
    const { runId, finished } = await app.services.runs.start(asked(projectId), (event) => {
      if (event.type === 'done') written = event.text
    })
    await finished
    const { text, hash } = await novel.invoke('documents:read', { projectId, documentId: chapter })
    const save = { projectId, documentId: chapter, text: `${text}\n${written}\n`, baseHash: hash }
    await novel.invoke('documents:save', save)
    expect(await novel.invoke('ai:outcome', { projectId, runId, outcome: 'accepted' })).toEqual({
      recorded: true,
    })

    expect(await insertedParagraphs()).toEqual(paragraphHashes(written))
    const { chapters } = await novel.invoke('words:statistics:get', { projectId, day: '2026-11-29' })
    expect(chapters.map(({ ai }) => ai)).toEqual([countWords(written)])
  })

  test('that was rejected puts nothing into the receipt', async () => {
    novel = await startNovel(files)
    const { projectId, app } = novel
    const { runId, finished } = await app.services.runs.start(asked(projectId), () => {})
    await finished
    await novel.invoke('ai:outcome', { projectId, runId, outcome: 'rejected' })
    expect(await insertedParagraphs()).toEqual([])
  })
})

describe('the right to cancel a run', () => {
  test('belongs to the session that started it, from the next page of the same browser too', async () => {
    novel = await startNovel(files, [], { fakePauseMs: 50 })
    const { projectId, app } = novel
    const other = app.createSession(session([], 'other'))
    const sample = await app.router.dispatch(other, 'projects:openSample', {})
    const foreign = (sample as unknown as { data: { projectId: string } }).data.projectId
    const events: RunEvent[] = []
    const own = app.createSession({ ...session(events), webSession: 'browser' })
    const call = (caller: typeof own, channel: string, input: object) =>
      app.router.dispatch(caller, channel, input)
    await call(own, 'projects:openKnown', { projectId })
    const started = await call(own, 'ai:run', asked(projectId))
    const { runId } = (started as unknown as { data: { runId: string } }).data

    const refused = { ok: false, error: { code: 'NOT_FOUND' } }
    expect(await call(other, 'ai:cancel', { runId })).toMatchObject(refused)
    expect(
      await call(other, 'ai:outcome', { projectId: foreign, runId, outcome: 'accepted', text: '乱。' }),
    ).toMatchObject(refused)
    await call(other, 'projects:openKnown', { projectId })
    expect(await call(other, 'ai:cancel', { runId })).toMatchObject(refused)
    expect(await call(own, 'ai:cancel', { runId: 'nobody' })).toMatchObject(refused)
    expect(await call(own, 'ai:cancel', { runId })).toEqual({ ok: true, data: { cancelled: true } })
    await app.services.runs.drain()
    expect(events.at(-1)).toMatchObject({ type: 'done', cancelled: true })
    const reloaded = app.createSession({ ...session([], 'page 2'), webSession: 'browser' })
    expect(await call(reloaded, 'ai:cancel', { runId })).toEqual({ ok: true, data: { cancelled: false } })
  })

  test('is not needed for a call that is cancelled before its run starts, which starts none', async () => {
    novel = await startNovel(files)
    const events: RunEvent[] = []
    const own = novel.app.createSession(session(events))
    await novel.app.router.dispatch(own, 'projects:openKnown', { projectId: novel.projectId })
    const abort = new AbortController()
    const answer = novel.app.router.dispatch(own, 'ai:run', asked(novel.projectId), abort.signal)
    abort.abort()
    expect(await answer).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    await novel.app.services.runs.drain()
    expect(events).toEqual([])
  })
})
