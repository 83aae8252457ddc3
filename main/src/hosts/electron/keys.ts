import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError, systemCode } from '../../lib/appError.ts'
import type { Logger } from '../../lib/logger.ts'
import type { SafeStorageApi } from './api.ts'

export interface SafeKeyStoreOptions {
  readonly safeStorage: SafeStorageApi
  readonly dataFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly logger: Logger
}

/** API keys of this run in memory, at rest only as the system's key ring encrypts them. */
export interface SafeKeyStore {
  get(provider: string): string | undefined
  /** Throws FORBIDDEN when the system cannot protect a key; then nothing is stored. */
  set(provider: string, key: string): Promise<void>
  delete(provider: string): Promise<boolean>
  list(): readonly string[]
  values(): readonly string[]
}

const variable = (provider: string) => `CREONOW_KEY_${provider.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
const fileFormat = z.record(z.string(), z.base64())

/** Keys in `<dataFolder>/keys.safe.json`, base64 of safeStorage's output. Call it after Electron is ready. */
export async function createSafeKeyStore(options: SafeKeyStoreOptions): Promise<SafeKeyStore> {
  const { safeStorage, dataFolder, environment, logger } = options
  const path = join(dataFolder, 'keys.safe.json')
  const keys = new Map<string, string>()
  let sealed = await load()
  let writing = Promise.resolve()

  for (const [provider, base64] of Object.entries(sealed)) {
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(base64, 'base64'))
      keys.set(provider, result)
      if (shouldReEncrypt) await seal(provider, result)
    } catch (cause) {
      logger.warn({ provider, cause: String(cause) }, 'stored key cannot be read; it has to be entered again')
    }
  }

  async function load(): Promise<Record<string, string>> {
    try {
      return fileFormat.parse(JSON.parse(await readFile(path, 'utf8')))
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') logger.error({}, 'keys.safe.json is broken and was left as it is')
      return {}
    }
  }

  /** One write at a time, each from the newest state, so that two keys set at once both survive. */
  function store(change: () => Record<string, string>): Promise<void> {
    const next = writing.then(async () => {
      const changed = change()
      await writeFileAtomic(path, `${JSON.stringify(changed, null, 2)}\n`, { mode: 0o600 })
      sealed = changed
    })
    writing = next.catch(() => undefined) // the caller of `store` gets the error; the queue goes on
    return next
  }

  async function seal(provider: string, key: string): Promise<void> {
    const base64 = (await safeStorage.encryptStringAsync(key)).toString('base64')
    await store(() => ({ ...sealed, [provider]: base64 }))
  }

  /** On Linux without a key ring, `basic_text` encrypts with a password everybody knows. */
  async function protects(): Promise<boolean> {
    return (
      (await safeStorage.isAsyncEncryptionAvailable()) &&
      safeStorage.getSelectedStorageBackend?.() !== 'basic_text'
    )
  }

  return {
    get: (provider) => environment[variable(provider)] || keys.get(provider),
    async set(provider, key) {
      if (!(await protects())) {
        const message = `这台电脑没有可用的系统钥匙串，密钥没有保存；请启用钥匙串，或用环境变量 ${variable(provider)} 提供。`
        throw new AppError(ErrorCode.FORBIDDEN, message)
      }
      await seal(provider, key)
      keys.set(provider, key)
    },
    async delete(provider) {
      if (!keys.has(provider) && !Object.hasOwn(sealed, provider)) return false
      await store(() => {
        const { [provider]: _gone, ...rest } = sealed
        return rest
      })
      keys.delete(provider)
      return true
    },
    list: () => [...keys.keys()],
    values: () => [
      ...keys.values(),
      ...Object.entries(environment).flatMap(([name, value]) =>
        name.startsWith('CREONOW_KEY_') && value ? [value] : [],
      ),
    ],
  }
}
