import { z } from 'zod'
import type { Format, VersionedFiles } from '../../lib/versionedFile/index.ts'

/** Where API keys live. No channel returns one; the Electron host brings a store of its own. */
export interface KeyStore {
  /** That of the environment, else the stored one; undefined without either. */
  get(provider: string): string | undefined
  /** Stores it, encrypted where the system can. */
  set(provider: string, key: string): Promise<void>
  /** Whether there was one. */
  delete(provider: string): Promise<boolean>
  /** Providers that have a key. */
  list(): readonly string[]
  /** Every key, for redaction only: needed for every text, so the same list until a key changes. */
  values(): readonly string[]
}

const prefix = 'CREONOW_KEY_'
const environmentName = (provider: string) => `${prefix}${provider.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`

/** Keys of the environment, CREONOW_KEY_<PROVIDER>, as they are now: going through `process.env` is slow. */
export function environmentKeys(environment: Readonly<Record<string, string | undefined>>) {
  const keys = new Map(
    Object.entries(environment).flatMap(([name, value]): [string, string][] =>
      name.startsWith(prefix) && value ? [[name, value]] : [],
    ),
  )
  return {
    nameOf: environmentName,
    of: (provider: string) => keys.get(environmentName(provider)),
    all: [...keys.values()],
  }
}

const format: Format<Readonly<Record<string, string>>> = {
  schema: z.record(z.string().max(200), z.string().max(10_000)),
  absent: {},
  version: 1,
  maxBytes: 1_048_576,
  mode: 0o600,
  faultAt: () => ({ code: 'keys', params: {} }),
}

/** Keys in `keys.json` of the data folder (0600); an environment variable goes before the file. */
export function createFileKeyStore(options: {
  readonly versioned: VersionedFiles
  readonly environment: Readonly<Record<string, string | undefined>>
}): KeyStore {
  const file = options.versioned.cached(format, 'keys.json')
  const environment = environmentKeys(options.environment)
  const keys = () => file.current().value
  let cached: { readonly of: unknown; readonly values: readonly string[] } | undefined

  return {
    get: (provider) =>
      environment.of(provider) ?? (Object.hasOwn(keys(), provider) ? keys()[provider] : undefined),
    set: (provider, key) =>
      file.update((stored) => ({ next: { ...stored, [provider]: key }, result: undefined })),
    delete: (provider) =>
      file.update((stored) => {
        if (!Object.hasOwn(stored, provider)) return { next: stored, result: false }
        const { [provider]: _removed, ...rest } = stored
        return { next: rest, result: true }
      }),
    list: () => Object.keys(keys()),
    values() {
      const of = keys()
      if (cached?.of !== of) cached = { of, values: [...Object.values(of), ...environment.all] }
      return cached.values
    },
  }
}
