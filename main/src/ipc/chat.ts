import type { chat as channels } from '../contract/chat.ts'
import type { ConversationStore, ConversationTrash, Summaries } from '../services/conversation/index.ts'
import type { Handlers } from './router.ts'

export function chatHandlers(options: {
  readonly conversations: Pick<ConversationStore, 'create' | 'rename'>
  readonly summaries: Summaries
  readonly trash: ConversationTrash
}): Handlers<typeof channels> {
  const { conversations, summaries, trash } = options
  return {
    'chat:create': ({ projectId, documentId }) => conversations.create(projectId, { documentId }),
    'chat:rename': async ({ projectId, id, title }) => {
      await conversations.rename(projectId, id, title)
      return { id }
    },
    'chat:delete': async ({ projectId, id }) => {
      await trash.take(projectId, id)
      return { id }
    },
    'chat:summary:update': async ({ projectId, id, eventId, text }) => {
      await summaries.edit(projectId, id, eventId, text)
      return { id }
    },
    'chat:summary:undo': async ({ projectId, id, eventId }) => {
      await summaries.undo(projectId, id, eventId)
      return { id }
    },
    'chat:trash': ({ projectId }) => trash.list(projectId),
    'chat:trash:empty': async ({ projectId, ids }) => ({ removed: await trash.empty(projectId, ids) }),
    'chat:restore': async ({ projectId, id }) => {
      await trash.restore(projectId, id)
      return { id }
    },
  }
}
