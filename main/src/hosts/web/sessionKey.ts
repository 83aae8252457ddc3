import { createHmac, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, systemCode } from '../../lib/appError.ts'

export interface SessionKey {
  /** Signs cookies. Lives in `<dataFolder>/session.key` (0600), so that an open page survives a restart. */
  readonly secret: string
  /** Names this data folder in the cookie's name without giving the secret away. */
  readonly instanceId: string
}

/**
 * Reads the key, or makes one when it is missing or damaged (open pages then need a new link). Two hosts
 * starting at once end up with the same key. Throws IO_ERROR.
 */
export async function loadSessionKey(dataFolder: string): Promise<SessionKey> {
  const path = join(dataFolder, 'session.key')
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 })
    const found = await readKey(path)
    if (found) return toKey(found)
    await rm(path, { force: true })
    const fresh = `${path}.${randomBytes(6).toString('hex')}`
    await writeFile(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    // A link appears whole or not at all, and fails when another host was faster.
    await link(fresh, path).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw error
    })
    await rm(fresh)
    const made = await readKey(path)
    if (made) return toKey(made)
  } catch (cause) {
    throw new AppError(
      'IO_ERROR',
      '数据文件夹里的 session.key 读写不了，请检查权限，或用 --data 换一个文件夹。',
      {
        cause,
      },
    )
  }
  throw new AppError('IO_ERROR', '数据文件夹里的 session.key 一再被改动，请关掉其他 CreoNow 后重试。')
}

async function readKey(path: string): Promise<string | null> {
  try {
    const text = (await readFile(path, 'utf8')).trim()
    if (!/^[0-9a-f]{64}$/.test(text)) return null
    await chmod(path, 0o600)
    return text
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

function toKey(secret: string): SessionKey {
  return {
    secret,
    instanceId: createHmac('sha256', secret).update('creonow instance').digest('hex').slice(0, 12),
  }
}
