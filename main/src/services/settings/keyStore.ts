import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { systemCode } from '../../lib/appError.ts'
import { createFileQueue, writeFileAtomically } from '../../lib/files.ts'
import type { Logger } from '../../lib/logger.ts'

/** Where API keys live. No channel returns one; the Electron host brings a store of its own. */
export interface KeyStore {
  get(provider: string): string | undefined
  set(provider: string, key: string): Promise<void>
  delete(provider: string): Promise<boolean>
  /** Providers that have a key. */
  list(): readonly string[]
  /** Every key, for redaction only. */
  values(): readonly string[]
}

const environmentName = (provider: string) =>
  `CREONOW_KEY_${provider.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`

/** Keys in `<data folder>/keys.json` (0600); an environment variable CREONOW_KEY_<PROVIDER> goes before the file. */
export async function createFileKeyStore(options: {
  readonly dataFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly logger: Logger
}): Promise<KeyStore> {
  const path = join(options.dataFolder, 'keys.json')
  const queue = createFileQueue()
  let keys = await load(path, options.logger)
  const fromEnvironment = (provider: string) => options.environment[environmentName(provider)]

  async function store(next: Record<string, string>) {
    await writeFileAtomically(path, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
    await chmod(path, 0o600)
    keys = next
  }

  return {
    get: (provider) => fromEnvironment(provider) ?? keys[provider],
    set: (provider, key) => queue.run(path, () => store({ ...keys, [provider]: key })),
    delete: (provider) =>
      queue.run(path, async () => {
        if (!Object.hasOwn(keys, provider)) return false
        const { [provider]: _gone, ...rest } = keys
        await store(rest)
        return true
      }),
    list: () => Object.keys(keys),
    values: () => [
      ...Object.values(keys),
      ...Object.entries(options.environment).flatMap(([name, value]) =>
        name.startsWith('CREONOW_KEY_') && value ? [value] : [],
      ),
    ],
  }
}

async function load(path: string, logger: Logger): Promise<Record<string, string>> {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') logger.error({}, 'keys file is broken and was left as it is')
    return {}
  }
}
