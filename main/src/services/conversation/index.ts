export {
  type Analysis,
  type ConversationStore,
  type ConversationStoreOptions,
  createConversationStore,
} from './store.ts'
