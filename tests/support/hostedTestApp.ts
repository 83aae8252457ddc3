import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { desktop } from '../../main/src/contract/desktop.ts'
import type { HostedApp } from '../../main/src/hosts/hostedApp.ts'
import { createRouter, type Handlers } from '../../main/src/ipc/router.ts'
import { desktopHandlers } from '../../main/src/ipc/serviceHandlers.ts'
import { createSession } from '../../main/src/ipc/session.ts'
import { AppError } from '../../main/src/lib/appError.ts'
import { type Clock, systemClock } from '../../main/src/lib/clock.ts'
import { type Logger, silentLogger } from '../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../main/src/lib/versionedFile/versionedFiles.ts'
import { createWebSessions } from '../../main/src/services/webSessions/index.ts'

const text = z.string().max(200_000_000)
const contract = {
  ...desktop,
  'test:echo': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({ text }),
    output: z.strictObject({ text }),
  },
  'test:fail': { effect: 'works', subjects: [], input: z.strictObject({}), output: z.strictObject({}) },
  'test:whoami': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({}),
    output: z.strictObject({ id: z.string(), mayInspect: z.boolean(), opened: z.array(z.string()) }),
  },
  'test:open': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({ projectId: z.string().max(64) }),
    output: z.strictObject({}),
  },
  'test:touch': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({ projectId: z.string().max(64) }),
    output: z.strictObject({}),
  },
  'test:wait': {
    effect: 'works',
    subjects: [],
    input: z.strictObject({ key: z.string().max(64) }),
    output: z.strictObject({}),
  },
  'test:announce': { effect: 'works', subjects: [], input: z.strictObject({}), output: z.strictObject({}) },
} as const

/** A small app over a real router and a contract of its own, for tests of what carries the messages. */
export interface HostedTestApp extends HostedApp {
  /** Keys of `test:wait` requests that have begun; each ends when released or cancelled. */
  readonly waiting: Set<string>
  release(key: string): void
  developerMode: boolean
  checksForUpdates: boolean
  working: boolean
  /** How often a handler ran to its end. */
  finished: number
  /** How often it was disposed of. */
  ended: number
}

export function createHostedTestApp(options: {
  dataFolder: string
  logger?: Logger
  clock?: Clock
}): HostedTestApp {
  const { dataFolder, logger = silentLogger, clock = systemClock } = options
  const releases = new Map<string, () => void>()
  const waiting = new Set<string>()

  const handlers: Handlers<typeof contract> = {
    ...desktopHandlers(),
    'test:echo': async (input) => input,
    'test:fail': async () => {
      throw new AppError('CONFLICT', { hash: 'abc' })
    },
    'test:whoami': async (_input, { session }) => ({
      id: session.id,
      mayInspect: session.mayInspect(),
      opened: [...session.openProjects],
    }),
    'test:open': async ({ projectId }, { session }) => {
      session.openProjects.add(projectId)
      return {}
    },
    'test:touch': async () => ({}),
    'test:wait': async ({ key }, { signal }) => {
      await new Promise<void>((resolve, reject) => {
        releases.set(key, resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
        waiting.add(key)
      })
      app.finished += 1
      return {}
    },
    'test:announce': async (_input, { session }) => {
      session.emit('run', { type: 'text', runId: 'run-1', delta: '雨还在下。' })
      session.emit('changed', { projectId: 'p1', paths: ['manuscript/001-起.md'], origin: 'outside' })
      return {}
    },
  }

  const app: HostedTestApp = {
    router: createRouter({
      contract,
      handlers,
      projectExists: (projectId) => projectId.startsWith('p'),
      opening: new Set(['test:open']),
      redact: (value) => value,
      logger,
    }),
    settings: { developerMode: () => app.developerMode, checksForUpdates: () => app.checksForUpdates },
    isWorking: () => app.working,
    dataFolder,
    webSessions: createWebSessions({
      versioned: createVersionedFiles({ dataFolder, logger }),
      clock,
      logger,
    }),
    createSession,
    async dispose() {
      app.ended += 1
    },
    waiting,
    release: (key) => releases.get(key)?.(),
    ...{ developerMode: false, checksForUpdates: false, working: false },
    ...{ finished: 0, ended: 0 },
  }
  return app
}

/** A temporary folder and its removal. */
export async function temporaryFolder(
  prefix = 'creonow-',
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
