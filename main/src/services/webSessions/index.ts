export {
  createWebSessions,
  type HostKeys,
  sessionIdOf,
  type WebSession,
  type WebSessions,
  webSessionIdleMs,
} from './webSessions.ts'
