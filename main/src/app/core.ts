import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { appSettings } from '../contract/settings.ts'
import { systemClock } from '../lib/clock.ts'
import { createFileCache } from '../lib/fileCache.ts'
import { sha256Hex } from '../lib/hash.ts'
import { createLogger } from '../lib/logger.ts'
import { repositoryRoot } from '../lib/ownFile.ts'
import { makePrivate } from '../lib/privateFolder.ts'
import { setProxyFrom } from '../lib/proxy.ts'
import { createRedactedLogger } from '../lib/redactedValues.ts'
import { sweepTemporaries } from '../lib/sweep.ts'
import { systemLanguage } from '../lib/systemLanguage.ts'
import { createVersionedFiles } from '../lib/versionedFile/versionedFiles.ts'
import { isFamily } from '../services/ai/index.ts'
import { createProjectService } from '../services/project/index.ts'
import { createRedactor } from '../services/redaction/index.ts'
import { createAllowStore, createSecretFinder, inTime } from '../services/secrets/index.ts'
import { createFileKeyStore, createSettingsService } from '../services/settings/index.ts'
import { createWebSessions } from '../services/webSessions/index.ts'
import type { Building } from './options.ts'

/** What the secret preset may take for one text; the own patterns do not wait for it. */
const supplementMs = 500

export type Core = Awaited<ReturnType<typeof createCore>>

/** The base of everything else: settings, keys, redaction, a log that cannot leak, projects. */
export async function createCore({ options, lifetime }: Building) {
  const { dataFolder, clock = systemClock, environment = process.env } = options
  const plainLogger = options.logger ?? createLogger()
  lifetime.add({ dispose: setProxyFrom(environment, plainLogger) })
  const files = createFileCache({ now: clock.now })
  await sweepTemporaries(dataFolder)
  await makePrivate(dataFolder)
  // Keys are read before there is a redactor that knows them: what is logged of these files are names and places.
  const versioned = createVersionedFiles({ dataFolder, files, logger: plainLogger })
  const keys = options.keys ?? createFileKeyStore({ versioned, environment })
  const settings = createSettingsService({
    ...{ versioned, schema: appSettings, isFamily, keys },
    systemLanguage: () => systemLanguage(process.env, options.locale),
  })
  const finder = createSecretFinder({ hash: sha256Hex, monotonic: clock.monotonic, logger: plainLogger })
  const redactor = createRedactor({
    keys: () => keys.values(),
    accounts: [basename(homedir())],
    allow: (text, projectId) => allowed.allows(projectId, text),
    supplement: inTime(finder.find, supplementMs),
    onSupplementFailure: (cause) => plainLogger.warn({ cause }, 'secret preset gave no answer'),
  })
  const logger = createRedactedLogger(plainLogger, redactor.redactText)
  const projects = createProjectService({
    dataFolder,
    versioned,
    now: clock.now,
    interfaceLanguage: () => settings.current().language,
    samplesFolder: options.samplesFolder ?? join(repositoryRoot, 'samples', '雾港来信'),
    logger,
  })
  const { exists } = projects
  const allowed = createAllowStore({ exists, versioned, clock, onChanged: redactor.forget })
  const webSessions = createWebSessions({ versioned, clock, logger })
  const templateFolder = options.templateFolder ?? join(repositoryRoot, '.creonow-template')
  return {
    dataFolder,
    files,
    versioned,
    clock,
    logger,
    keys,
    settings,
    redactor,
    author: {
      preferences: () => settings.current().author,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    projects,
    /** Where the versions of a project's chapters lie. */
    historyFolderOf: (projectId: string) => join(dataFolder, 'projects', projectId, 'history'),
    allowed,
    webSessions,
    templateFolder,
  }
}
