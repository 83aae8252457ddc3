import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fusesUnlike } from '../../../scripts/packaging/fuses.ts'

/** What Electron's programs carry: a mark, the version, how many fuses, and a state for each. */
const program = (states: string) =>
  Buffer.concat([
    Buffer.from('code\0dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, states.length]),
    Buffer.from(`${states}\0more code`),
  ])

test('a packed program is refused whose fuses are not as the configuration says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'creonow-雾港-'))
  const path = join(folder, 'creonow')
  const wanted = { runAsNode: false, enableCookieEncryption: true, onlyLoadAppFromAsar: true }
  try {
    await writeFile(path, program('010001'))
    const sound = await fusesUnlike(path, wanted)
    await writeFile(path, program('110000'))
    const open = await fusesUnlike(path, { ...wanted, unheardOf: true })
    expect([sound, open]).toEqual([
      [],
      [
        'runAsNode: off was wanted, on it is',
        'onlyLoadAppFromAsar: on was wanted, off it is',
        'unheardOf: no such fuse',
      ],
    ])
    await writeFile(path, 'no program of Electron')
    await expect(fusesUnlike(path, wanted)).rejects.toThrow()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
