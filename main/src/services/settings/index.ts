import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppSettings } from '#contract/settings.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, systemCode } from '../../lib/appError.ts'
import { createFileQueue, writeFileAtomically } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'
import type { KeyStore } from './keyStore.ts'

export { createFileKeyStore, type KeyStore } from './keyStore.ts'
export type { AppSettings }

export const defaultSettings: AppSettings = {
  language: 'zh',
  theme: 'system',
  developerMode: false,
  defaultModelId: 'fake',
  historyBudgetTokens: 4000,
  capacityTokens: 64_000,
  sourceDeadlineMs: 2000,
  runSourceDeadlineMs: 500,
  editor: { fontSizePx: 18, lineHeight: 1.95, measureEm: 38, face: 'serif' },
  providers: [],
  embedding: null,
}

export interface SettingsService {
  /** The settings in force now. */
  current(): AppSettings
  update(patch: Partial<AppSettings>): Promise<AppSettings>
  readonly keys: KeyStore
}

/** App settings in `<data folder>/settings.json`. A broken file is kept aside and the defaults are in force. */
export async function createSettingsService(options: {
  readonly dataFolder: string
  readonly keys: KeyStore
  readonly logger: Logger
}): Promise<SettingsService> {
  const path = join(options.dataFolder, 'settings.json')
  const queue = createFileQueue()
  let settings = await load(path, options.logger)

  return {
    current: () => settings,
    keys: options.keys,
    update: (patch) =>
      queue.run(path, async () => {
        const ids = (patch.providers ?? []).map(({ id }) => id)
        if (new Set(ids).size !== ids.length)
          throw new AppError(ErrorCode.INVALID_ARGUMENT, '两个服务商用了同一个标识。')
        const next = { ...settings, ...patch }
        await writeFileAtomically(path, `${JSON.stringify(next, null, 2)}\n`)
        settings = next
        return next
      }),
  }
}

const stored = z.record(z.string(), z.unknown())

async function load(path: string, logger: Logger): Promise<AppSettings> {
  try {
    const known = stored.parse(JSON.parse(await readFile(path, 'utf8')))
    const sound = Object.entries(known).filter(
      ([name, value]) =>
        name in defaultSettings && typeof value === typeof defaultSettings[name as keyof AppSettings],
    )
    return { ...defaultSettings, ...Object.fromEntries(sound) }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return defaultSettings
    logger.error(
      { cause: error instanceof Error ? error.name : 'unknown' },
      'settings file is broken, defaults in force',
    )
    return keepAside(path, logger)
  }
}

async function keepAside(path: string, logger: Logger): Promise<AppSettings> {
  try {
    await writeFileAtomically(`${path}.broken`, await readFile(path))
  } catch (error) {
    logger.error({ cause: systemCode(error) }, 'broken settings file could not be copied')
  }
  return defaultSettings
}
