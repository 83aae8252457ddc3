import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { relative } from 'node:path'
import { filesBelow, type Place } from '../place.ts'

/** What a refused request may touch: SQLite's own files, locks, which hold nothing, and copies of what was read. */
const passing = /\.sqlite(-wal|-shm|-journal)?$|(^|\/)(locks|lastGood)\/|\.creonow\/cache\//

/**
 * One hash over everything in the project and the data folder: names, sizes, times and numbers of the files, so that
 * a file written again with the bytes it had is seen too.
 */
export async function contentsOf({ folder, project, dataFolder }: Place): Promise<string> {
  const hash = createHash('sha256')
  for (const path of (await filesBelow(project, dataFolder)).sort()) {
    const name = relative(folder, path)
    if (passing.test(name)) continue
    const { size, mtimeNs, ino } = lstatSync(path, { bigint: true })
    hash.update(`${name}\0${size} ${mtimeNs} ${ino}\n`)
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
