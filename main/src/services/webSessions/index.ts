export {
  createWebSessions,
  type HostKeys,
  sessionIdOf,
  type WebSessions,
} from './webSessions.ts'
