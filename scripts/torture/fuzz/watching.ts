import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { filesBelow, type Place } from '../place.ts'

/** What a refused request may touch: SQLite's own files, and locks, which hold nothing. */
const passing = /\.sqlite(-wal|-shm|-journal)?$|(^|\/)locks\/|\.creonow\/cache\//

/** One hash over names and bytes of everything in the project and the data folder. */
export async function contentsOf({ folder, project, dataFolder }: Place): Promise<string> {
  const hash = createHash('sha256')
  for (const path of (await filesBelow(project, dataFolder)).sort()) {
    const name = relative(folder, path)
    if (passing.test(name)) continue
    hash.update(name).update(await readFile(path))
  }
  return hash.digest('hex')
}

const beatMs = 20

/**
 * The longest time the event loop did not turn, in milliseconds of this thread's own work: what others on the
 * machine do does not count.
 */
export function watchLoop(): { stop(): number } {
  let longest = 0
  let before = process.threadCpuUsage()
  const beat = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  }, beatMs)
  return {
    stop() {
      clearInterval(beat)
      return longest
    },
  }
}
