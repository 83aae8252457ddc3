import type { bookViews as bookViewsChannels } from '../contract/bookViews.ts'
import type { cardDrafts as cardDraftsChannels } from '../contract/cardDrafts.ts'
import type { chapterChanges as chapterChangesChannels } from '../contract/chapterChanges.ts'
import type { continuity as continuityChannels } from '../contract/continuity.ts'
import type { sceneCheck as sceneCheckChannels } from '../contract/sceneCheck.ts'
import type { threads as threadsChannels } from '../contract/threads.ts'
import type { voice as voiceChannels } from '../contract/voice.ts'
import type { BookViews } from '../services/codex/index.ts'
import type { ContinuityService } from '../services/continuity/index.ts'
import type { CardDrafts, ChapterChanges } from '../services/drafts/index.ts'
import type { SceneCheck } from '../services/sceneCheck/index.ts'
import type { ThreadsService } from '../services/threads/index.ts'
import type { VoiceService } from '../services/voice/index.ts'
import type { Handlers } from './router.ts'

// The handlers of what the text tells of the book: ties, changes, threads, contradictions, the voice.

/** Handlers of the `codex:ties:`, `codex:timeline:` and `codex:knowledge:` channels. */
export function bookViewsHandlers({
  bookViews,
}: {
  readonly bookViews: BookViews
}): Handlers<typeof bookViewsChannels> {
  return {
    'codex:ties:list': async ({ projectId, documentId }) => {
      const { entries, ties, open } = await bookViews.ties(projectId, documentId)
      return { entries: [...entries], ties: [...ties], open }
    },
    'codex:timeline:list': async ({ projectId, documentId }) => {
      const { events, dangling } = await bookViews.timeline(projectId, documentId)
      return { events: [...events], dangling }
    },
    'codex:knowledge:get': async ({ projectId, documentId, cursorPosition }) => {
      const { people, facts, ...rest } = await bookViews.knowledge(projectId, documentId, cursorPosition)
      return {
        ...rest,
        people: [...people],
        facts: facts.map((fact) => ({ ...fact, people: [...fact.people] })),
      }
    },
  }
}

/** Handlers of the `codex:changes:` channels. */
export function chapterChangesHandlers({
  chapterChanges,
}: {
  readonly chapterChanges: ChapterChanges
}): Handlers<typeof chapterChangesChannels> {
  return {
    'codex:changes:list': async ({ projectId, documentId }) => {
      const { changes, ...rest } = await chapterChanges.list(projectId, documentId)
      return { ...rest, changes: [...changes] }
    },
    'codex:changes:accept': async ({ projectId, changes, asFact = false }) => {
      const { accepted, created, failed } = await chapterChanges.accept(projectId, {
        choice: changes,
        asFact,
      })
      return { accepted, created: [...created], failed: [...failed] }
    },
    'codex:changes:reject': async ({ projectId, changes }) => ({
      rejected: await chapterChanges.reject(projectId, changes),
    }),
  }
}

/** Handlers of the `codex:drafts:` channels. */
export function cardDraftsHandlers({
  cardDrafts,
}: {
  readonly cardDrafts: CardDrafts
}): Handlers<typeof cardDraftsChannels> {
  return {
    'codex:drafts:list': async ({ projectId }) => {
      const { drafts, ...rest } = await cardDrafts.list(projectId)
      return {
        ...rest,
        drafts: drafts.map(({ facts, ...draft }) => ({
          ...draft,
          facts: facts.map(({ ids: _ids, ...fact }) => fact),
        })),
      }
    },
    'codex:drafts:accept': ({ projectId, facts }) => cardDrafts.accept(projectId, facts),
    'codex:drafts:reject': async ({ projectId, facts }) => ({
      rejected: await cardDrafts.reject(projectId, facts),
    }),
  }
}

/** `continuity:*`: contradictions that rules find in a chapter. */
export function continuityHandlers({
  continuity,
}: {
  readonly continuity: ContinuityService
}): Handlers<typeof continuityChannels> {
  return {
    'continuity:list': async ({ projectId, documentId }) => ({
      findings: [...(await continuity.list(projectId, documentId))],
    }),
    'continuity:decide': ({ projectId, ...decision }) => continuity.decide(projectId, decision),
  }
}

/** `scene:*`: checks of a scene and of what a card carries. */
export function sceneCheckHandlers({
  sceneCheck,
}: {
  readonly sceneCheck: SceneCheck
}): Handlers<typeof sceneCheckChannels> {
  return {
    'scene:readiness:get': ({ projectId, documentId, cursorPosition }) =>
      sceneCheck.readiness(projectId, documentId, cursorPosition),
    'scene:ripple:list': ({ projectId, id, removed }) => sceneCheck.ripple(projectId, id, removed),
  }
}

/** `threads:*`: the promises of a book. */
export function threadsHandlers({
  threads,
}: {
  readonly threads: ThreadsService
}): Handlers<typeof threadsChannels> {
  return {
    'threads:list': async ({ projectId }) => {
      const { threads: listed, removed } = await threads.list(projectId)
      return { threads: [...listed], removed }
    },
    'threads:restore': ({ projectId, id }) => threads.restore(projectId, id),
    'threads:create': ({ projectId, ...input }) => threads.create(projectId, input),
    'threads:update': ({ projectId, ...input }) => threads.update(projectId, input),
    'threads:mark': ({ projectId, ...input }) => threads.mark(projectId, input),
    'threads:delete': async ({ projectId, id }) => ({ deleted: await threads.delete(projectId, id) }),
  }
}

/** `voice:*`: how the author writes, measured. */
export function voiceHandlers({ voice }: { readonly voice: VoiceService }): Handlers<typeof voiceChannels> {
  return {
    'voice:get': ({ projectId }, { signal }) => voice.get(projectId, signal),
    'voice:save': async ({ projectId }) => ({ path: await voice.save(projectId) }),
  }
}
