import type { creonow as channels } from '../contract/creonow.ts'
import type { ConversationStore } from '../services/conversation/index.ts'
import type { CreonowService, TextFile, WatchingService } from '../services/creonow/index.ts'
import { withNotices } from './noticeFields.ts'
import type { Handlers } from './router.ts'

export interface CreonowHandlerOptions {
  readonly creonow: CreonowService
  readonly conversations: ConversationStore
  readonly watching: WatchingService
  /** The folder a project's `.creonow` is completed from. */
  readonly templateFolder: string
  readonly redact: (
    text: string,
    projectId: string,
  ) => Promise<{
    readonly text: string
    readonly evidence: readonly { readonly patternId: string; readonly matchCount: number }[]
  }>
}

/** `context:creonow:*`: the folder for the AI, its files redacted, and its watcher. */
export function creonowHandlers(options: CreonowHandlerOptions): Handlers<typeof channels> {
  const { creonow, conversations, watching, templateFolder } = options

  async function shown(projectId: string, { path, text }: TextFile) {
    const redacted = await options.redact(text, projectId)
    const redaction = redacted.evidence.map(({ patternId, matchCount }) => ({
      patternId,
      sourceRef: path,
      matchCount,
    }))
    return { path, text: redacted.text, redaction }
  }

  /** A `.creonow` that is a link out of the project is refused as a whole. */
  async function requireInside(projectId: string): Promise<void> {
    await creonow.exists(projectId)
  }

  return {
    'context:creonow:ensure': async ({ projectId }) => {
      await creonow.ensure(projectId, templateFolder)
      return { rootPath: '.creonow', ensured: true }
    },
    'context:creonow:status': async ({ projectId }) => {
      const exists = await creonow.exists(projectId)
      const watched = { exists, watching: watching.isWatching(projectId) }
      return exists ? { ...watched, rootPath: '.creonow' } : watched
    },
    'context:creonow:watch:start': async ({ projectId }, { session }) => {
      await requireInside(projectId)
      const started = await watching.start(projectId, session.id)
      // The window may have been closed while the watcher was set up.
      if (!session.isOpen()) await watching.release(session.id)
      return { watching: started }
    },
    'context:creonow:watch:stop': async ({ projectId }, { session }) => ({
      watching: await watching.stop(projectId, session.id),
    }),
    'context:creonow:rules:get': async ({ projectId }) => {
      await requireInside(projectId)
      return {
        files: await Promise.all((await creonow.rules(projectId)).map((file) => shown(projectId, file))),
      }
    },
    'context:creonow:settings:list': async ({ projectId }) => {
      await requireInside(projectId)
      return { files: (await creonow.listSettings(projectId)).files }
    },
    'context:creonow:settings:read': async ({ projectId, path }) =>
      shown(projectId, await creonow.readSetting(projectId, path)),
    'context:creonow:conversations:list': async ({ projectId }) => {
      const { conversations: list, notices } = await conversations.list(projectId)
      return { conversations: list, ...withNotices(notices) }
    },
    'context:creonow:conversations:read': ({ projectId, id }) => conversations.show(projectId, id),
    'context:creonow:conversations:save': ({ projectId, conversation, baseHash }) =>
      conversations.save(projectId, conversation, baseHash),
    'context:creonow:conversations:analysis:update': ({ projectId, id, analysis }) =>
      conversations.updateAnalysis(projectId, id, analysis),
  }
}
