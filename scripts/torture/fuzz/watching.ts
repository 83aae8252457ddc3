import { lstatSync } from 'node:fs'
import { relative } from 'node:path'
import { filesBelow, type Place } from '../place.ts'

/** What a refused request may touch: SQLite's own files, locks, which hold nothing, and copies of what was read. */
const passing = /\.sqlite(-wal|-shm|-journal)?$|(^|\/)(locks|lastGood)\/|\.creonow\/cache\//

/**
 * A line for each file in the project and the data folder: its name, size, time and number, so that one written again
 * with the bytes it had is seen too. What a run that goes on writes and removes meanwhile is not there.
 */
export async function contentsOf({ folder, project, dataFolder }: Place): Promise<string> {
  const lines: string[] = []
  for (const path of (await filesBelow(project, dataFolder)).sort()) {
    const name = relative(folder, path)
    const stats = passing.test(name) ? undefined : lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (stats) lines.push(`${name} ${stats.size} ${stats.mtimeNs} ${stats.ino}`)
  }
  return lines.join('\n')
}

/** The first lines that are new, else those that are missing. */
export function newIn(after: string, before: string): string {
  const notIn = (text: string, other: string) => {
    const lines = new Set(other.split('\n'))
    return text.split('\n').filter((line) => !lines.has(line))
  }
  const added = notIn(after, before)
  if (added.length > 0) return added.slice(0, 5).join(', ')
  return `missing: ${notIn(before, after).slice(0, 5).join(', ')}`
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
