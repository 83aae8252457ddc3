import { type KeyObject, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Signs every channel file of electron-builder in a folder (`latest.yml`, `latest-mac.yml`, `latest-linux-arm64.yml`) by a
 * file `….sig` beside it: base64 of the Ed25519 signature of its bytes. Returns what was signed.
 */
export function signChannelFiles(folder: string, privateKey: KeyObject): readonly string[] {
  const paths = readdirSync(folder)
    .filter((name) => /^latest(?:-[a-z0-9-]+)?\.yml$/.test(name))
    .toSorted()
    .map((name) => join(folder, name))
  for (const path of paths)
    writeFileSync(`${path}.sig`, `${sign(null, readFileSync(path), privateKey).toString('base64')}\n`)
  return paths
}
