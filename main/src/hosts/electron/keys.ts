import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'
import type { Format } from '../../lib/versionedFile/index.ts'
import { createVersionedFiles } from '../../lib/versionedFile/versionedFiles.ts'
import { environmentKeys, type KeyStore } from '../../services/settings/index.ts'
import type { SafeStorageApi } from './api.ts'

export interface SafeKeyStoreOptions {
  readonly safeStorage: SafeStorageApi
  readonly dataFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly logger: Logger
}

type Sealed = Readonly<Record<string, string>>

const format: Format<Sealed> = {
  schema: z.record(z.string(), z.base64()),
  absent: {},
  version: 1,
  maxBytes: 1_048_576,
  mode: 0o600,
}

/**
 * API keys of this run in memory, at rest only as the system's key ring encrypts them: `keys.safe.json` of the
 * data folder, base64 of safeStorage's output. Call it after Electron is ready. `set` throws FORBIDDEN when the
 * system cannot protect a key; then nothing is stored.
 */
export async function createSafeKeyStore(options: SafeKeyStoreOptions): Promise<KeyStore> {
  const { safeStorage, dataFolder, logger } = options
  const environment = environmentKeys(options.environment)
  const file = createVersionedFiles({ dataFolder, logger }).cached(format, 'keys.safe.json')
  const keys = new Map<string, string>()

  for (const [provider, base64] of Object.entries(file.current().value)) {
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(base64, 'base64'))
      keys.set(provider, result)
      if (shouldReEncrypt) await seal(provider, result)
    } catch (cause) {
      logger.warn({ provider, cause: String(cause) }, 'stored key cannot be read; it has to be entered again')
    }
  }

  async function seal(provider: string, key: string): Promise<void> {
    const base64 = (await safeStorage.encryptStringAsync(key)).toString('base64')
    await file.update((sealed) => ({ next: { ...sealed, [provider]: base64 }, result: undefined }))
  }

  /** On Linux without a key ring, `basic_text` encrypts with a password everybody knows. */
  async function protects(): Promise<boolean> {
    return (
      (await safeStorage.isAsyncEncryptionAvailable()) &&
      safeStorage.getSelectedStorageBackend?.() !== 'basic_text'
    )
  }

  return {
    get: (provider) => environment.of(provider) ?? keys.get(provider),
    async set(provider, key) {
      if (!(await protects())) {
        const variable = environment.nameOf(provider)
        throw new AppError(ErrorCode.FORBIDDEN, { why: 'keyring', variable })
      }
      await seal(provider, key)
      keys.set(provider, key)
    },
    async delete(provider) {
      const stored = await file.update((sealed) => {
        if (!Object.hasOwn(sealed, provider)) return { next: sealed, result: false }
        const { [provider]: _removed, ...rest } = sealed
        return { next: rest, result: true }
      })
      return keys.delete(provider) || stored
    },
    list: () => [...keys.keys()],
    values: () => [...keys.values(), ...environment.all],
  }
}
