import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Conversation, ConversationEvent, ConversationSummary } from '#contract/creonow.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError, systemCode } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { resolveContained, writeContained } from '../../lib/containedPath.ts'
import type { FileCache } from '../../lib/fileCache.ts'
import { fileError } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import { redactValues } from '../../lib/redactedValues.ts'
import { firstUnits, graphemes } from '../../lib/text.ts'
import { noticesOf, type VersionedFiles } from '../../lib/versionedFile/index.ts'
import { marker, restoreRedacted } from '../redaction/index.ts'
import {
  checkConversation,
  conversationFormat,
  conversationPath,
  conversationsFolder,
  withChapterId,
} from './conversationFile.ts'

interface Analysis {
  readonly summary: string
  readonly topics: readonly string[]
  readonly updatedAt?: string | undefined
}

export interface ConversationStoreOptions {
  /** The real path of a project's folder. */
  readonly rootOf: (projectId: string) => string
  readonly versioned: VersionedFiles
  readonly files: FileCache
  /** For what goes to the page, and for outputs of tools and searches on their way to disk. */
  readonly redact: (text: string, projectId: string) => ReturnType<RedactNow>
  readonly clock: Clock
  readonly logger: Logger
}

export interface ConversationStore {
  /** Newest first, redacted. Files that cannot be read as conversations are left out, reported and logged. */
  list(projectId: string): Promise<{
    readonly conversations: ConversationSummary[]
    readonly notices: ReturnType<typeof noticesOf>
  }>
  /**
   * `hash` is sha256hex of the file's bytes. @throws AppError NOT_FOUND, FILE_BROKEN {path, line, column},
   * PATH_OUTSIDE_PROJECT, PATH_INVALID (the id), FILE_TOO_LARGE.
   */
  read(projectId: string, id: string): Promise<{ readonly conversation: Conversation; readonly hash: string }>
  /** The same without secrets and absolute paths, for the page; `hash` is the file's all the same. */
  show(projectId: string, id: string): Promise<{ readonly conversation: Conversation; readonly hash: string }>
  /**
   * Writes the whole log; where it contains the markers of `show`, the stored originals come back. @throws AppError
   * CONFLICT {currentHash} when the file is not the one with `baseHash` (without it: when there is a file),
   * INVALID_ARGUMENT, as read; CONFLICT {eventId} when an edited event has markers that no longer match its
   * originals.
   */
  save(
    projectId: string,
    conversation: Conversation,
    baseHash?: string,
  ): Promise<{ readonly id: string; readonly hash: string }>
  /**
   * An empty one, titled by its first message; `documentId`: the chapter in which it was started. @throws AppError as
   * `save`.
   */
  create(
    projectId: string,
    about: { readonly documentId?: string | undefined },
  ): Promise<{ readonly id: string }>
  /**
   * Adds one event at the end of the log as it then is, and a title from the author's first words when it has none.
   * @throws AppError NOT_FOUND, FILE_BROKEN, CONTEXT_INPUT_TOO_LARGE when the log is full, FILE_TOO_LARGE.
   */
  append(projectId: string, id: string, event: ConversationEvent): Promise<void>
  /** Changes only the events: the time of the last message stays. @throws AppError as `append`. */
  amend(
    projectId: string,
    id: string,
    edit: (events: readonly ConversationEvent[]) => readonly ConversationEvent[],
  ): Promise<void>
  /** @throws AppError NOT_FOUND, FILE_BROKEN. */
  rename(projectId: string, id: string, title: string): Promise<void>
  /** Ids for chapters that conversations name by path. @throws AppError CONFLICT, READ_ONLY. */
  adoptIds(projectId: string, ids: ReadonlyMap<string, string>): Promise<void>
  /** Replaces the analysis of a conversation that exists; `updatedAt` is now unless given. */
  updateAnalysis(
    projectId: string,
    id: string,
    analysis: Analysis,
  ): Promise<{ readonly id: string; readonly hash: string }>
}

const maxListed = 10_000
/** As in the file's schema. */
const maxEvents = 20_000

/** One log per conversation, a file of the project each; see `conversationFile.ts` for its shape. */
export function createConversationStore(options: ConversationStoreOptions): ConversationStore {
  const { rootOf, versioned, files, clock, logger } = options
  const file = versioned.of(conversationFormat)
  // One of thousands, and no answer has a field to report a copy: none is stored.
  const placeIn = (root: string, id: string) => versioned.inProject({ root }, conversationPath(id))
  const redactIn = (projectId: string) => (text: string) => options.redact(text, projectId)

  async function read(projectId: string, id: string) {
    const { value, hash, problem } = await file.read(placeIn(rootOf(projectId), id))
    if (problem) throw problem
    if (!value || hash === undefined) throw missing()
    return { conversation: { ...value, id }, hash }
  }

  /** The error of a file that cannot be read as a conversation; it is logged. */
  async function summaryOf(root: string, name: string): Promise<ConversationSummary | AppError | undefined> {
    const id = name.slice(0, -'.json'.length)
    const path = `${conversationsFolder}/${name}`
    try {
      return await files.of(root, path, 'conversation summary', async () => {
        const stored = await file.load(placeIn(root, id))
        if (!stored) return undefined
        const { title, updatedAt, events } = stored
        const messageCount = events.filter(({ type }) => type === 'user' || type === 'assistant').length
        return { id, title, updatedAt, messageCount }
      })
    } catch (error) {
      if (!isAppError(error)) throw error
      logger.warn({ conversation: id, code: error.code }, 'conversation left out of the list')
      return error
    }
  }

  async function namesIn(root: string): Promise<string[]> {
    try {
      const names = await readdir(await resolveContained(root, conversationsFolder))
      return names.filter((name) => /^[^.~#].*\.json$/i.test(name)).slice(0, maxListed)
    } catch (error) {
      if (isAppError(fileError(error), ErrorCode.NOT_FOUND)) return []
      throw fileError(error)
    }
  }

  return {
    async list(projectId) {
      const root = rootOf(projectId)
      const summaries: ConversationSummary[] = []
      const notices: ReturnType<typeof noticesOf>[number][] = []
      for (const name of await namesIn(root)) {
        const summary = await summaryOf(root, name)
        if (summary instanceof AppError) notices.push(...noticesOf({ problem: summary }))
        else if (summary) summaries.push(summary)
      }
      const redact = redactIn(projectId)
      const shown = summaries.map((summary) => ({ ...summary, title: redact(summary.title).text }))
      shown.sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || (a.id < b.id ? -1 : 1))
      return { conversations: shown, notices }
    },

    read,
    async show(projectId, id) {
      const { conversation, hash } = await read(projectId, id)
      return { conversation: redactedConversation(conversation, redactIn(projectId)), hash }
    },

    async save(projectId, conversation, baseHash) {
      const root = rootOf(projectId)
      const { id } = conversation
      const place = placeIn(root, id)
      checkConversation(conversation)
      return file.update(place, async (stored, currentHash) => {
        refuseOther(currentHash, baseHash)
        const redact = redactIn(projectId)
        const whole = withOriginals(conversation, stored, redact)
        const next = { ...whole, events: await moveOutputs(root, whole, stored, (text) => redact(text).text) }
        return { next, result: { id, hash: file.hashOf(next) } }
      })
    },

    async create(projectId, { documentId }) {
      const id = randomUUID()
      const now = new Date(clock.now()).toISOString()
      await file.update(placeIn(rootOf(projectId), id), () => ({
        next: {
          ...{ version: 1, id, title: '' },
          ...(documentId === undefined ? {} : { documentId }),
          ...{ createdAt: now, updatedAt: now, events: [] },
        },
        result: undefined,
      }))
      return { id }
    },

    append: (projectId, id, event) =>
      file.update(placeIn(rootOf(projectId), id), (stored) => {
        if (!stored) throw missing()
        // The author's words leave room for their answer.
        if (stored.events.length + (event.type === 'user' ? 2 : 1) > maxEvents) throw full()
        const title = stored.title || (event.type === 'user' ? titleOf(event.content) : '')
        const next = { ...stored, id, title, updatedAt: event.timestamp, events: [...stored.events, event] }
        checkConversation(next)
        return { next, result: undefined }
      }),

    amend: (projectId, id, edit) =>
      file.update(placeIn(rootOf(projectId), id), (stored) => {
        if (!stored) throw missing()
        const events = [...edit(stored.events)]
        if (events.length > maxEvents) throw full()
        const next = { ...stored, id, events }
        checkConversation(next)
        return { next, result: undefined }
      }),

    rename: (projectId, id, title) =>
      file.update(placeIn(rootOf(projectId), id), (stored) => {
        if (!stored) throw missing()
        return { next: { ...stored, id, title }, result: undefined }
      }),

    async adoptIds(projectId, ids) {
      const root = rootOf(projectId)
      for (const name of await namesIn(root)) {
        const place = placeIn(root, name.slice(0, -'.json'.length))
        await file.rewrite(place, (bytes) => withChapterId(bytes, ids))
      }
    },

    async updateAnalysis(projectId, id, { summary, topics, updatedAt }) {
      return file.update(placeIn(rootOf(projectId), id), (stored) => {
        if (!stored) throw missing()
        const sent = {
          summary,
          topics: [...topics],
          updatedAt: updatedAt ?? new Date(clock.now()).toISOString(),
        }
        const analysis = analysisWithOriginals(sent, stored.analysis, redactIn(projectId))
        const next = { ...stored, id, analysis }
        checkConversation(next)
        return { next, result: { id, hash: file.hashOf(next) } }
      })
    },
  }
}

function refuseOther(currentHash: string | undefined, baseHash: string | undefined): void {
  if (currentHash === baseHash) return
  throw new AppError(ErrorCode.CONFLICT, { why: 'conversation', currentHash })
}

const full = () => new AppError(ErrorCode.CONTEXT_INPUT_TOO_LARGE, { why: 'messages' })
const missing = () => new AppError(ErrorCode.NOT_FOUND, { why: 'conversation' })

const maxCharacters = 24

/** A name for a conversation: the first words of its first message, on one line. */
export function titleOf(message: string): string {
  const line = message.trim().split(/\s*[\r\n]+\s*/, 1)[0] ?? ''
  const characters = [...graphemes.segment(line)].map(({ segment }) => segment)
  if (characters.length <= maxCharacters) return line
  const head = characters.slice(0, maxCharacters - 1).join('')
  // A Latin word is not cut in two; Chinese has no spaces to cut at.
  const whole = /^(.{8,})\s\S*$/u.exec(head)?.[1] ?? head
  return `${whole}…`
}

/** An output longer than this, in UTF-16 units, gets a file of its own. */
const maxInlineUnits = 2000
const outputsFolder = '.creonow/outputs'
/** What tools and searches brought in, not what people and models wrote. */
const machineMade = new Set<ConversationEvent['type']>(['action', 'observation', 'knowledge'])

/**
 * The events as they are stored: outputs redacted, long ones moved to `.creonow/outputs/<id>/<n>.txt` with their
 * start left in place and the file named in `metadata.output`. The file of an event that is saved again stays.
 * @throws AppError as `writeContained`.
 */
async function moveOutputs(
  root: string,
  conversation: Conversation,
  stored: Conversation | undefined,
  redact: (text: string) => string,
): Promise<ConversationEvent[]> {
  const before = new Map(stored?.events.map((event) => [event.id, event]))
  const folder = `${outputsFolder}/${conversation.id}`
  let next: number | undefined
  const events: ConversationEvent[] = []
  for (const event of conversation.events) {
    const content = machineMade.has(event.type) ? redact(event.content) : event.content
    if (!machineMade.has(event.type) || content.length <= maxInlineUnits) {
      events.push({ ...event, content })
      continue
    }
    const previousOutput = before.get(event.id)?.metadata.output
    next ??= await nextNumber(root, folder)
    const isOwn = typeof previousOutput === 'string' && previousOutput.startsWith(`${folder}/`)
    const output = isOwn ? previousOutput : `${folder}/${next++}.txt`
    await writeContained(root, output, content)
    events.push({
      ...event,
      content: firstUnits(content, maxInlineUnits),
      metadata: { ...event.metadata, output, outputCharacters: content.length },
    })
  }
  return events
}

async function nextNumber(root: string, folder: string): Promise<number> {
  try {
    const names = await readdir(await resolveContained(root, folder))
    return Math.max(0, ...names.map((name) => Number(/^(\d+)\.txt$/.exec(name)?.[1] ?? 0))) + 1
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || isAppError(error, 'NOT_FOUND')) return 1
    throw error
  }
}

/** A text without its secrets, and the originals. The same text always gives the same. */
type RedactNow = (text: string) => Parameters<typeof restoreRedacted>[1]

/** A conversation as the page may see it: the file itself is not changed. */
function redactedConversation(stored: Conversation, redact: RedactNow): Conversation {
  const clean = (text: string) => redact(text).text
  const { analysis } = stored
  return {
    ...stored,
    title: clean(stored.title),
    events: stored.events.map((event) => ({
      ...event,
      content: clean(event.content),
      metadata: cleanMetadata(event.metadata, redact),
    })),
    ...(analysis
      ? { analysis: { ...analysis, summary: clean(analysis.summary), topics: analysis.topics.map(clean) } }
      : {}),
  }
}

/**
 * The page's version, with the stored originals in place of their markers. Texts without markers are used as they
 * are. @throws AppError CONFLICT {eventId} when markers and originals no longer match: saving would delete the
 * originals.
 */
function withOriginals(
  sent: Conversation,
  stored: Conversation | undefined,
  redact: RedactNow,
): Conversation {
  if (!stored) return sent
  const storedById = new Map(stored.events.map((event) => [event.id, event]))
  return {
    ...sent,
    title: restored(sent.title, stored.title, redact) ?? throwUnrestorable(undefined),
    events: sent.events.map((event) => {
      const original = storedById.get(event.id)
      return original ? eventWithOriginals(event, original, redact) : event
    }),
    ...(sent.analysis ? { analysis: analysisWithOriginals(sent.analysis, stored.analysis, redact) } : {}),
  }
}

/** An analysis is made anew each time: markers without a stored original are its own words. */
function analysisWithOriginals<A extends { readonly summary: string; readonly topics: string[] }>(
  sent: A,
  stored: Conversation['analysis'],
  redact: RedactNow,
): A {
  if (!stored) return sent
  const back = (text: string, original = '') => restored(text, original, redact) ?? text
  return {
    ...sent,
    summary: back(sent.summary, stored.summary),
    topics: sent.topics.map((topic, index) => back(topic, stored.topics[index])),
  }
}

function eventWithOriginals(
  event: ConversationEvent,
  original: ConversationEvent,
  redact: RedactNow,
): ConversationEvent {
  const same = isDeepStrictEqual(event.metadata, cleanMetadata(original.metadata, redact))
  return {
    ...event,
    content: restored(event.content, original.content, redact) ?? throwUnrestorable(event.id),
    metadata: same ? original.metadata : event.metadata,
  }
}

const cleanMetadata = (metadata: ConversationEvent['metadata'], redact: RedactNow) =>
  redactValues(metadata, (text) => redact(text).text) as ConversationEvent['metadata'] // a record stays one

/** Undefined when there are markers and not one original for each. */
function restored(text: string, original: string, redact: RedactNow): string | undefined {
  if (text === original) return text
  const shown = redact(original)
  if (shown.replacements.length === 0) return text
  if (text === shown.text) return original
  return text.includes(marker) ? restoreRedacted(original, shown, text) : text
}

function throwUnrestorable(eventId: string | undefined): never {
  throw new AppError(ErrorCode.CONFLICT, {
    why: 'redactions',
    ...(eventId === undefined ? {} : { eventId }),
  })
}
