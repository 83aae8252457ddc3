import { readdir, stat } from 'node:fs/promises'
import type { Conversation, ConversationSummary } from '#contract/creonow.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, isAppError } from '../../lib/appError.ts'
import type { Clock } from '../../lib/clock.ts'
import { readContained, resolveContained, writeContained } from '../../lib/containedPath.ts'
import { createFileQueue, fileError } from '../../lib/files.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { Logger } from '../../lib/logger.ts'
import {
  checkConversation,
  conversationPath,
  conversationsFolder,
  maxConversationBytes,
  parseConversation,
  renamedDocument,
  serialiseConversation,
} from './conversationFile.ts'
import { moveOutputs } from './outputs.ts'
import { analysisWithOriginals, type RedactNow, redactedConversation, withOriginals } from './shown.ts'

export interface Analysis {
  readonly summary: string
  readonly topics: readonly string[]
  readonly updatedAt?: string | undefined
}

export interface ConversationStoreOptions {
  /** The real path of a project's folder. */
  readonly rootOf: (projectId: string) => string
  /** For what goes to the page, and for outputs of tools and searches on their way to disk. */
  readonly redact: (text: string, projectId: string) => ReturnType<RedactNow>
  readonly clock: Clock
  readonly logger: Logger
}

export interface ConversationStore {
  /** Newest first, redacted. Files that cannot be read as conversations are left out and logged. */
  list(projectId: string): Promise<readonly ConversationSummary[]>
  /**
   * `hash` is sha256hex of the file's bytes. @throws AppError NOT_FOUND, PROJECT_BROKEN {line, column},
   * PATH_OUTSIDE_PROJECT, PATH_INVALID (the id), FILE_TOO_LARGE.
   */
  read(projectId: string, id: string): Promise<{ readonly conversation: Conversation; readonly hash: string }>
  /** The same without secrets and absolute paths, for the page; `hash` is the file's all the same. */
  show(projectId: string, id: string): Promise<{ readonly conversation: Conversation; readonly hash: string }>
  /**
   * Writes the whole log; where it holds the markers of `show`, the stored originals come back. @throws AppError CONFLICT {currentHash} when the file is not the one with
   * `baseHash` (without it: when there is a file), INVALID_ARGUMENT, as read; CONFLICT {eventId}
   * when an edited event has markers that no longer match its originals.
   */
  save(
    projectId: string,
    conversation: Conversation,
    baseHash?: string,
  ): Promise<{ readonly id: string; readonly hash: string }>
  /** Other ids for the chapters that conversations are about. @throws AppError CONFLICT, READ_ONLY. */
  renameDocuments(projectId: string, renamed: ReadonlyMap<string, string>): Promise<void>
  /** Replaces the analysis of a conversation that exists; `updatedAt` is now unless given. */
  updateAnalysis(
    projectId: string,
    id: string,
    analysis: Analysis,
  ): Promise<{ readonly id: string; readonly hash: string }>
}

const maxListed = 10_000

/** One log per conversation, a file of the project each; see `conversationFile.ts` for its shape. */
export function createConversationStore(options: ConversationStoreOptions): ConversationStore {
  const { rootOf, clock, logger } = options
  const queue = createFileQueue()
  const summaries = new Map<string, { readonly stamp: string; readonly summary: ConversationSummary }>()

  const bytesOf = (root: string, id: string) =>
    readContained(root, conversationPath(id), maxConversationBytes)

  const redactIn = (projectId: string) => (text: string) => options.redact(text, projectId)

  async function read(projectId: string, id: string) {
    const bytes = await bytesOf(rootOf(projectId), id)
    return { conversation: parseConversation(id, bytes), hash: sha256Hex(bytes) }
  }

  async function present(root: string, id: string): Promise<Buffer | undefined> {
    try {
      return await bytesOf(root, id)
    } catch (error) {
      if (isAppError(error, ErrorCode.NOT_FOUND)) return undefined
      throw error
    }
  }

  async function write(root: string, conversation: Conversation, before: Buffer | undefined) {
    const bytes = Buffer.from(serialiseConversation(conversation))
    if (bytes.length > maxConversationBytes) {
      throw new AppError(ErrorCode.FILE_TOO_LARGE, '这段对话超过 32 MB，请另开一段。')
    }
    const beforeRename = async () =>
      refuseOther(await present(root, conversation.id), before && sha256Hex(before))
    await writeContained(root, conversationPath(conversation.id), bytes, { beforeRename })
    return { id: conversation.id, hash: sha256Hex(bytes) }
  }

  async function summaryOf(root: string, name: string): Promise<ConversationSummary | undefined> {
    const id = name.slice(0, -'.json'.length)
    try {
      const path = await resolveContained(root, conversationPath(id))
      const { size, mtimeNs, ctimeNs, ino } = await stat(path, { bigint: true })
      const stamp = `${size} ${mtimeNs} ${ctimeNs} ${ino}`
      const known = summaries.get(path)
      if (known?.stamp === stamp) return known.summary
      const { title, updatedAt, events } = parseConversation(id, await bytesOf(root, id))
      const messageCount = events.filter(({ type }) => type === 'user' || type === 'assistant').length
      const summary = { id, title, updatedAt, messageCount }
      summaries.set(path, { stamp, summary })
      return summary
    } catch (error) {
      const refused = fileError(error)
      if (!isAppError(refused)) throw error
      logger.warn({ conversation: id, code: refused.code }, 'conversation left out of the list')
      return undefined
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
      const found: ConversationSummary[] = []
      for (const name of await namesIn(root)) {
        const summary = await summaryOf(root, name)
        if (summary) found.push(summary)
      }
      const redact = redactIn(projectId)
      const shown = found.map((summary) => ({ ...summary, title: redact(summary.title).text }))
      return shown.sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || (a.id < b.id ? -1 : 1))
    },

    read,
    async show(projectId, id) {
      const { conversation, hash } = await read(projectId, id)
      return { conversation: redactedConversation(conversation, redactIn(projectId)), hash }
    },

    async save(projectId, conversation, baseHash) {
      const root = rootOf(projectId)
      const path = conversationPath(conversation.id)
      checkConversation(conversation)
      return queue.run(`${root}/${path}`, async () => {
        const before = await present(root, conversation.id)
        refuseOther(before, baseHash)
        const stored = before && parseConversation(conversation.id, before)
        const redact = redactIn(projectId)
        const whole = withOriginals(conversation, stored, redact)
        const events = await moveOutputs(root, whole, stored, (text) => redact(text).text)
        return write(root, { ...whole, events }, before)
      })
    },

    async renameDocuments(projectId, renamed) {
      const root = rootOf(projectId)
      for (const name of await namesIn(root)) {
        const path = `${conversationsFolder}/${name}`
        await queue.run(`${root}/${path}`, async () => {
          const before = await present(root, name.slice(0, -'.json'.length))
          const text = before && renamedDocument(before, renamed)
          if (text === undefined) return
          const beforeRename = async () =>
            refuseOther(await present(root, name.slice(0, -'.json'.length)), before && sha256Hex(before))
          await writeContained(root, path, text, { beforeRename })
        })
      }
    },

    async updateAnalysis(projectId, id, { summary, topics, updatedAt }) {
      const root = rootOf(projectId)
      return queue.run(`${root}/${conversationPath(id)}`, async () => {
        const before = await bytesOf(root, id)
        const at = updatedAt ?? new Date(clock.now()).toISOString()
        const stored = parseConversation(id, before)
        const sent = { summary, topics: [...topics], updatedAt: at }
        const analysis = analysisWithOriginals(sent, stored.analysis, redactIn(projectId))
        const changed = { ...stored, analysis }
        checkConversation(changed)
        return write(root, changed, before)
      })
    },
  }
}

function refuseOther(current: Uint8Array | undefined, baseHash: string | undefined): void {
  const currentHash = current && sha256Hex(current)
  if (currentHash === baseHash) return
  throw new AppError(ErrorCode.CONFLICT, '这段对话在别处改过，没有覆盖。', { data: { currentHash } })
}
