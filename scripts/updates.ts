import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { signChannelFiles } from './packaging/signChannelFiles.ts'

/**
 * `npm run updates -- keys FILE`: makes the owner's pair of keys; FILE gets the private one, the public one is printed.
 * `npm run updates -- sign FILE [FOLDER]`: signs the channel files in a folder, usually `out/packages`, with it.
 */
const [command, keyFile, folder = 'out/packages'] = process.argv.slice(2)

if (command === 'keys' && keyFile !== undefined) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  say(`CREONOW_UPDATE_KEY=${base64Of(publicKey)}`)
} else if (command === 'sign' && keyFile !== undefined) {
  const privateKey = createPrivateKey(readFileSync(keyFile))
  const signed = signChannelFiles(resolve(folder), privateKey)
  for (const path of signed) say(`${path}.sig`)
  say(`signed by ${base64Of(createPublicKey(privateKey))}`)
  if (signed.length === 0) process.exitCode = 1
} else {
  process.stderr.write('npm run updates -- keys FILE | sign FILE [FOLDER]\n')
  process.exitCode = 2
}

function base64Of(publicKey: KeyObject): string {
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
