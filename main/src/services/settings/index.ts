import { z } from 'zod'
import type { AppSettings, appSettings } from '#contract/settings.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { type Format, noticesOf, type VersionedFiles, warningsOf } from '../../lib/versionedFile/index.ts'
import type { KeyStore } from './keyStore.ts'

export { leftServers, mayHaveKey } from './keyOrigin.ts'
export { createFileKeyStore, environmentKeys, type KeyStore } from './keyStore.ts'
export { storedLanguage } from './storedLanguage.ts'
export type { AppSettings }

/** Without `language`, which is that of this computer. */
export const defaultSettings: Omit<AppSettings, 'language'> = {
  theme: 'system',
  developerMode: false,
  defaultModelId: 'fake',
  historyBudgetTokens: 4000,
  keptRounds: 10,
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
  /** False: the language is that of this computer. */
  isLanguageStored(): boolean
  /** @throws AppError INVALID_ARGUMENT (two providers with one id, an unknown family), and as `VersionedFile.update`. */
  update(patch: Partial<AppSettings>): Promise<AppSettings>
  /** The warnings of an answer that depends on settings: that the file is broken, and where. */
  warnings(): readonly string[]
  /** That the settings file is broken, and where. */
  notices(): ReturnType<typeof noticesOf>
  /** Keys of providers; no channel returns one. */
  readonly keys: KeyStore
}

/**
 * App settings in `settings.json` of the data folder. Fields that are missing have their defaults; those of a newer
 * version stay in the file. `schema` is the contract's.
 */
export function createSettingsService(options: {
  readonly versioned: VersionedFiles
  readonly schema: typeof appSettings
  /** Whether a provider may name this family. */
  readonly isFamily: (id: string) => boolean
  readonly keys: KeyStore
  /** Of the interface, while nobody has set one. */
  readonly systemLanguage: () => AppSettings['language']
}): SettingsService {
  const { versioned, schema, isFamily, keys, systemLanguage } = options
  const file = versioned.cached(formatOf(schema, isFamily), 'settings.json')
  let shown: { readonly of: unknown; readonly settings: AppSettings } | undefined

  function current(): AppSettings {
    const { value } = file.current()
    if (shown?.of !== value) {
      const recognized = Object.entries(value).filter(
        ([name, set]) => name in schema.shape && set !== undefined,
      )
      const unset = { ...defaultSettings, language: systemLanguage() }
      const read: AppSettings = { ...unset, ...Object.fromEntries(recognized) }
      const providers = read.providers.map((each) => ({ ...each, baseUrl: withoutCredentials(each.baseUrl) }))
      shown = { of: value, settings: { ...read, providers } }
    }
    return shown.settings
  }

  return {
    current,
    isLanguageStored: () => Object.hasOwn(file.current().value, 'language'),
    keys,
    warnings: () => warningsOf(file.current()),
    notices: () => noticesOf(file.current()),
    async update(patch) {
      if (!haveOwnIds(patch.providers)) throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'providerId' })
      if (patch.providers?.some(({ baseUrl }) => hasCredentials(baseUrl)))
        throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'urlCredentials' })
      const family = patch.providers?.find((provider) => !hasFamily(provider, isFamily))?.family
      if (family !== undefined)
        throw new AppError(ErrorCode.INVALID_ARGUMENT, { why: 'endpointFamily', family })
      await file.update((stored) => ({
        next: withoutAnyCredentials({ ...defaultSettings, ...stored, ...patch }),
        result: undefined,
      }))
      return current()
    },
  }
}

function formatOf(schema: typeof appSettings, isFamily: (id: string) => boolean) {
  const stored = z.looseObject(schema.shape).partial()
  return {
    schema: stored
      .refine(({ providers }) => haveOwnIds(providers), { path: ['providers'] })
      .superRefine(({ providers = [] }, { addIssue }) => {
        for (const [at, provider] of providers.entries())
          if (!hasFamily(provider, isFamily)) addIssue({ code: 'custom', path: ['providers', at, 'family'] })
      }),
    absent: {},
    version: 1,
    toJson: (value) => ({ version: 1, ...value }),
    maxBytes: 1_048_576,
    faultAt: (path) =>
      path.length === 0
        ? { code: 'object', params: {} }
        : { code: 'value', params: { field: path.join('.') } },
  } satisfies Format<z.infer<typeof stored>>
}

const hasFamily = ({ family }: AppSettings['providers'][number], isFamily: (id: string) => boolean) =>
  family === undefined || isFamily(family)

const haveOwnIds = (providers: AppSettings['providers'] = []) =>
  new Set(providers.map(({ id }) => id)).size === providers.length

/** Whether a URL has a name and a password in front of its host: keys belong to the key store. */
export function hasCredentials(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && (parsed.username !== '' || parsed.password !== '')
}

/** A URL that somebody wrote into the file by hand goes neither to the page nor back to disk with its password. */
function withoutCredentials(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !hasCredentials(url)) return url
  parsed.username = ''
  parsed.password = ''
  return parsed.href
}

const withoutAnyCredentials = <S extends Pick<AppSettings, 'providers'>>(settings: S): S => ({
  ...settings,
  providers: settings.providers.map((each) => ({ ...each, baseUrl: withoutCredentials(each.baseUrl) })),
})
