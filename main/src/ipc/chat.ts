import type { chat as channels } from '../contract/chat.ts'
import type { ConversationStore, ConversationTrash } from '../services/conversation/index.ts'
import type { Handlers } from './router.ts'

export function chatHandlers(options: {
  readonly conversations: Pick<ConversationStore, 'create' | 'rename'>
  readonly trash: ConversationTrash
}): Handlers<typeof channels> {
  const { conversations, trash } = options
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
    'chat:restore': async ({ projectId, id }) => {
      await trash.restore(projectId, id)
      return { id }
    },
  }
}
