import type { backup as backupChannels } from '../contract/backup.ts'
import type { book as bookChannels } from '../contract/book.ts'
import type { channels as channelsChannels } from '../contract/channels.ts'
import type { constraints as constraintsChannels } from '../contract/constraints.ts'
import type { desktop as desktopChannels } from '../contract/desktop.ts'
import type { edits as editsChannels } from '../contract/edits.ts'
import type { history as historyChannels } from '../contract/history.ts'
import type { memory as memoryChannels } from '../contract/memory.ts'
import type { notes as notesChannels } from '../contract/notes.ts'
import type { permissionChannels } from '../contract/permissions.ts'
import type { redaction as redactionChannels } from '../contract/redaction.ts'
import type { sessions as sessionsChannels } from '../contract/sessions.ts'
import type { Channel } from '../contract/shared.ts'
import type { snapshots as snapshotsChannels } from '../contract/snapshots.ts'
import type { spelling as spellingChannels } from '../contract/spelling.ts'
import type { spendingChannels } from '../contract/spending.ts'
import { toPayload } from '../lib/appError.ts'
import type { PermissionStore } from '../services/agent/index.ts'
import type { RunService } from '../services/ai/index.ts'
import type { BookBackups } from '../services/backup/index.ts'
import type { ConstraintsStore } from '../services/creonow/index.ts'
import type { EditJournal } from '../services/edits/index.ts'
import type { BookExport, BookSearch, ChapterHistory, Restoring } from '../services/manuscript/index.ts'
import type { MemoryService } from '../services/memory/index.ts'
import type { NotesService } from '../services/notes/index.ts'
import type { AllowStore, RedactionReview } from '../services/secrets/index.ts'
import type { BookSnapshots } from '../services/snapshots/index.ts'
import type { BookWords } from '../services/spelling/index.ts'
import type { SpendingBook } from '../services/spending/index.ts'
import type { WebSessions } from '../services/webSessions/index.ts'
import { withNotices } from './noticeFields.ts'
import type { Handlers } from './router.ts'

// The handlers of domains whose channels are one call of a service each.

/** Handlers of the `book:` channels. */
export function bookHandlers({
  bookExport,
  bookSearch,
}: {
  readonly bookExport: BookExport
  readonly bookSearch: BookSearch
}): Handlers<typeof bookChannels> {
  return {
    'book:search': ({ projectId, replacement = '', ...asked }, { signal }) =>
      bookSearch.search(projectId, { ...asked, replacement, signal }),
    'book:replace': ({ projectId, ...asked }) => bookSearch.replace(projectId, asked),
    'book:export': async (
      { projectId, format, layout = 'indented', documentId, lastDocumentId },
      { signal },
    ) => {
      const { bytes, notices, ...exported } = await bookExport.export(projectId, {
        format,
        layout,
        ...{ documentId, lastDocumentId },
        signal,
      })
      return { ...exported, base64: Buffer.from(bytes).toString('base64'), ...withNotices(notices) }
    },
  }
}

/** `constraints:*`: one store, the project's own file. */
export function constraintsHandlers({
  constraints,
}: {
  readonly constraints: ConstraintsStore
}): Handlers<typeof constraintsChannels> {
  return {
    'constraints:list': async ({ projectId }) => ({ items: await constraints.list(projectId) }),
    'constraints:create': ({ projectId, ...input }) => constraints.create(projectId, input),
    'constraints:update': ({ projectId, id, patch, base }) => constraints.update(projectId, id, patch, base),
    'constraints:delete': async ({ projectId, id }) => {
      await constraints.delete(projectId, id)
      return { deleted: true }
    },
    'constraints:get': ({ projectId }) => constraints.get(projectId),
    'constraints:restore': ({ projectId }) => constraints.restore(projectId),
    'constraints:set': ({ projectId, items }) => constraints.set(projectId, items),
  }
}

/** Handlers of the `edits:` channels. */
export function editsHandlers({
  edits,
}: {
  readonly edits: Pick<EditJournal, 'list' | 'undo' | 'accept'>
}): Handlers<typeof editsChannels> {
  return {
    'edits:list': async ({ projectId }) => ({ edits: await edits.list(projectId) }),
    'edits:undo': ({ projectId, editId }) => edits.undo(projectId, editId),
    'edits:keep': async ({ projectId, editId }) => {
      await edits.accept(projectId, editId)
      return { editId }
    },
  }
}

/** Handlers of the `history:` channels. */
export function historyHandlers(options: {
  readonly history: Pick<ChapterHistory, 'list'>
  readonly restoring: Restoring
}): Handlers<typeof historyChannels> {
  const { history, restoring } = options
  return {
    'history:list': async ({ projectId, documentId }) => ({
      versions: (await history.list(projectId, documentId)).map(({ bytes: _, ...version }) => version),
    }),
    'history:read': async ({ projectId, documentId, versionId }) => ({
      text: await restoring.read(projectId, documentId, versionId),
    }),
    'history:restore': ({ projectId, documentId, versionId }) =>
      restoring.restore(projectId, documentId, versionId),
  }
}

/** `snapshots:*`: whole books at one moment. */
export function snapshotsHandlers({
  snapshots,
}: {
  readonly snapshots: BookSnapshots
}): Handlers<typeof snapshotsChannels> {
  return {
    'snapshots:list': async ({ projectId }) => ({ snapshots: [...(await snapshots.list(projectId))] }),
    'snapshots:create': async ({ projectId, name }) => {
      const { manifest: _, ...snapshot } = await snapshots.create(projectId, 'author', { name })
      return { snapshot }
    },
    'snapshots:compare': async ({ projectId, snapshotId }) => {
      const { chapters, files, ...comparison } = await snapshots.compare(projectId, snapshotId)
      return { ...comparison, chapters: [...chapters], files: [...files] }
    },
    'snapshots:read': async ({ projectId, snapshotId, documentId }) => ({
      text: await snapshots.read(projectId, snapshotId, documentId),
    }),
    'snapshots:restore': async ({ projectId, ...request }) => {
      const { restored, discarded, files, ...rest } = await snapshots.restore(projectId, request)
      return { ...rest, restored: [...restored], discarded: [...discarded], files: [...files] }
    },
    'snapshots:delete': async ({ projectId, snapshotId }) => {
      await snapshots.delete(projectId, snapshotId)
      return { snapshotId }
    },
    'snapshots:undelete': async ({ projectId, snapshotId }) => ({
      snapshot: await snapshots.undelete(projectId, snapshotId),
    }),
  }
}

/** `backup:*`: copies of whole books in a folder of the author. */
export function backupHandlers({
  backups,
}: {
  readonly backups: BookBackups
}): Handlers<typeof backupChannels> {
  return {
    'backup:status': async ({ projectId }) => {
      const { leftOut, error, ...status } = await backups.status(projectId)
      return { ...status, leftOut: [...leftOut], ...(error && { error: toPayload(error) }) }
    },
    'backup:now': async ({ projectId, folder }, { signal }) => {
      const { leftOut, ...result } = await backups.make(projectId, folder, signal)
      return { ...result, leftOut: [...leftOut] }
    },
  }
}

/** `memory:*`: preferences and earlier exchanges of a project. */
export function memoryHandlers({
  memory,
}: {
  readonly memory: MemoryService
}): Handlers<typeof memoryChannels> {
  return {
    'memory:list': async ({ projectId }) => ({ preferences: await memory.list(projectId) }),
    'memory:save': async ({ projectId, preference, base }) => ({
      preference: await memory.save(projectId, preference, base),
    }),
    'memory:decide': async ({ projectId, id, accept }) => ({
      preference: await memory.decide(projectId, id, accept),
    }),
    'memory:delete': async ({ projectId, id }) => {
      await memory.delete(projectId, id)
      return { deleted: true }
    },
    'memory:episodes': async ({ projectId, before, limit }) => ({
      episodes: await memory.episodes(projectId, { before, limit }),
    }),
    'memory:distil': ({ projectId }, { signal }) => memory.distil(projectId, signal),
  }
}

/** Handlers of the `agent:permissions:` channels. */
export function permissionsHandlers({
  permissions,
}: {
  readonly permissions: PermissionStore
}): Handlers<typeof permissionChannels> {
  return {
    'agent:permissions:get': async ({ projectId }) => permissions.of(projectId),
    'agent:permissions:set': ({ projectId, ...change }) => permissions.set(projectId, change),
  }
}

/** `redaction:*`: what was hidden, masked, and the texts an author has marked as no secret. */
export function redactionHandlers(options: {
  readonly review: RedactionReview
  readonly allowed: AllowStore
}): Handlers<typeof redactionChannels> {
  const { review, allowed } = options
  return {
    'redaction:matches': async ({ projectId, sourceRef }) => ({
      matches: await review.matches(projectId, sourceRef),
    }),
    'redaction:allow:list': async ({ projectId }) => ({ items: allowed.list(projectId) }),
    'redaction:allow:add': ({ projectId, sourceRef, index, start }) =>
      review.allow(projectId, sourceRef, index, start),
    'redaction:allow:remove': async ({ projectId, sha256 }) => ({
      removed: await allowed.remove(projectId, sha256),
    }),
  }
}

/** `channels:list`: the contract without its schemas. */
export function channelsHandlers(
  contract: Readonly<Record<string, Channel>>,
): Handlers<typeof channelsChannels> {
  const channels = Object.entries(contract).map(([channel, { effect, subjects }]) => ({
    ...{ channel, effect, subjects },
  }))
  return { 'channels:list': async () => ({ channels }) }
}

/** Handlers of the `spending:` channels. */
export function spendingHandlers(
  spending: SpendingBook,
  { cacheValue }: Pick<RunService, 'cacheValue'>,
): Handlers<typeof spendingChannels> {
  return {
    'spending:get': async ({ projectId }) => spending.read(projectId),
    'spending:cache:get': async ({ projectId, modelId, effort }) => {
      const { tokens, lostPrice = null } = cacheValue(projectId, modelId, effort)
      return { tokens, lostPrice }
    },
    'spending:limit:set': async ({ projectId, of, limit }) => {
      await spending.setLimit(projectId, of, limit)
      return spending.read(projectId)
    },
  }
}

/** Handlers of the `sessions:` channels: which browsers are let in, and ending that. */
export function sessionsHandlers(webSessions: WebSessions): Handlers<typeof sessionsChannels> {
  return {
    'sessions:list': async (_input, { session }) => ({
      sessions: webSessions.list().map(({ id, browser, origin, registeredAt, lastUsedAt }) => ({
        ...{ id, browser, origin },
        registeredAt: new Date(registeredAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
        current: id === session.webSession,
      })),
    }),
    'sessions:end': async ({ id }) => ({ ended: await webSessions.end(id) }),
  }
}

/** `desktop:*`: a page and the desktop around it; the host has given the session what it does with it. */
export function desktopHandlers(): Handlers<typeof desktopChannels> {
  return {
    'desktop:describe': async (shown, { session: { desktop } }) => {
      desktop?.describe(shown)
      return { used: desktop !== undefined }
    },
    'desktop:notify': async (notification, { session: { desktop } }) => ({
      shown: desktop?.notify(notification) ?? false,
    }),
    'desktop:print': async ({ to }, { session: { desktop } }) => {
      if (desktop === undefined) return { outcome: 'none' }
      const bytes = await desktop.print(to)
      if (bytes === undefined) return { outcome: 'cancelled' }
      return { outcome: 'done', ...(to === 'pdf' && { base64: Buffer.from(bytes).toString('base64') }) }
    },
    'desktop:progress': async ({ ratio }, { session: { desktop } }) => {
      desktop?.progress(ratio)
      return { used: desktop !== undefined }
    },
    'desktop:unsaved': async ({ isUnsaved }, { session: { desktop } }) => {
      desktop?.unsaved(isUnsaved)
      return { used: desktop !== undefined }
    },
    'desktop:newVersion': async ({ action }, { session: { desktop } }) =>
      desktop === undefined ? {} : { state: await desktop.update(action) },
  }
}

/** `notes:*`: notes in the margin. */
export function notesHandlers({ notes }: { readonly notes: NotesService }): Handlers<typeof notesChannels> {
  return {
    'notes:list': async ({ projectId }) => {
      const { notices, ...listed } = await notes.list(projectId)
      return { ...listed, ...withNotices(notices) }
    },
    'notes:add': ({ projectId, ...input }) => notes.add(projectId, input),
    'notes:edit': ({ projectId, ...input }) => notes.edit(projectId, input),
    'notes:remove': async ({ projectId, id }) => ({ removed: await notes.remove(projectId, id) }),
    'notes:restore': ({ projectId, id }) => notes.restore(projectId, id),
  }
}

/** `spelling:*`: the words that an author has added. */
export function spellingHandlers({
  bookWords,
}: {
  readonly bookWords: BookWords
}): Handlers<typeof spellingChannels> {
  return {
    'spelling:list': async ({ projectId }) => ({ words: [...bookWords.list(projectId)] }),
    'spelling:add': async ({ projectId, word }) => ({ words: [...(await bookWords.add(projectId, word))] }),
    'spelling:remove': async ({ projectId, word }) => ({
      words: [...(await bookWords.remove(projectId, word))],
    }),
  }
}
