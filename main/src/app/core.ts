import { join } from 'node:path'
import { systemClock } from '../lib/clock.ts'
import { createFileCache } from '../lib/fileCache.ts'
import { sha256Hex } from '../lib/hash.ts'
import { createLogger } from '../lib/logger.ts'
import { createRedactedLogger } from '../lib/redactedValues.ts'
import { createProjectService } from '../services/project/index.ts'
import { createRedactor } from '../services/redaction/index.ts'
import { createAllowStore, createSecretFinder, inTime } from '../services/secrets/index.ts'
import { createFileKeyStore, createSettingsService } from '../services/settings/index.ts'
import type { Building } from './options.ts'

/** What the secret preset may take for one text; the own patterns do not wait for it. */
const supplementMs = 500
const repositoryRoot = join(import.meta.dirname, '..', '..', '..')

export type Core = Awaited<ReturnType<typeof createCore>>

/** What everything else stands on: settings, keys, redaction, a log that cannot leak, projects. */
export async function createCore({ options }: Building) {
  const { dataFolder, clock = systemClock, environment = process.env } = options
  const plainLogger = options.logger ?? createLogger()
  const keys = options.keys ?? (await createFileKeyStore({ dataFolder, environment, logger: plainLogger }))
  const settings = await createSettingsService({ dataFolder, keys, logger: plainLogger })
  const finder = createSecretFinder({ hash: sha256Hex, monotonic: clock.monotonic, logger: plainLogger })
  const redactor = createRedactor({
    keys: () => keys.values(),
    allow: (text, projectId) => allowed.allows(projectId, text),
    supplement: inTime(finder.find, supplementMs),
    onSupplementFailure: (cause) => plainLogger.warn({ cause }, 'secret preset gave no answer'),
  })
  const logger = createRedactedLogger(plainLogger, redactor.redactText)
  const files = createFileCache()
  const projects = createProjectService({
    dataFolder,
    files,
    samplesFolder: options.samplesFolder ?? join(repositoryRoot, 'samples', '雾港来信'),
    clock,
    logger,
  })
  const { dataFolderOf } = projects
  const allowed = createAllowStore({ dataFolderOf, clock, logger, onChanged: redactor.forget })
  const templateFolder = options.templateFolder ?? join(repositoryRoot, '.creonow-template')
  return { dataFolder, files, clock, logger, keys, settings, redactor, projects, allowed, templateFolder }
}
