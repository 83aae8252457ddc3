import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, print, readCorpus, stretched, timed } from '../measuring.ts'
import { changedInnocents, innocent, listedRows } from './listedTable.ts'
import { harmless, hostileAssignments, hostileUnits } from './secretCorpus.ts'
import { speeds } from './speed.ts'
import { falseChanges, kindRows, redacted } from './table.ts'

/**
 * Leaks, prose lost and second finds for each kind of secret in all surroundings; harmless texts and whole novels
 * that were changed; milliseconds for a million characters of the novel and of other kinds of text, and t(2n)/t(n) of the worst hostile text.
 */
export async function run(options: { json: boolean; novel?: string }): Promise<void> {
  const rows = kindRows()
  const { name, text } = readCorpus(options.novel, 400_000)
  const million = stretched(text, 1_000_000)
  const ms = Array.from({ length: 15 }, () => timed(() => redacted(million)).ms)
  const folder = process.env.CREONOW_NOVELS
  const novels = (folder ? readdirSync(folder) : []).filter((file) => file.endsWith('.txt'))
  const changed = novels.filter((file) => {
    const novel = readFileSync(join(folder ?? '', file), 'utf8')
    return redacted(novel).text !== novel || redacted(novel, 'manuscript').text !== novel
  })
  const growth = [...hostileUnits, ...hostileAssignments].map((unit) => growthOf(unit))
  print(
    {
      ...Object.fromEntries(
        rows.map(({ kind, texts, leaks, proseLost, foundAgain }) => [
          kind,
          { texts, leaks, proseLost, foundAgain },
        ]),
      ),
      all: {
        kinds: rows.length,
        leaks: rows.reduce((sum, { leaks }) => sum + leaks, 0),
        proseLost: rows.reduce((sum, { proseLost }) => sum + proseLost, 0),
        foundAgain: rows.reduce((sum, { foundAgain }) => sum + foundAgain, 0),
      },
      ...Object.fromEntries(
        listedRows().map(({ kind, secrets, left, half }) => [
          `listed: ${kind}`,
          { secrets, left: left.length, half: half.length },
        ]),
      ),
      'innocent texts': { texts: innocent.length, changed: changedInnocents().length },
      'harmless texts': { texts: harmless.length, changed: falseChanges().length },
      novels: { texts: novels.length, changed: changed.length },
      [`a million characters: ${name}`]: { p50Ms: median(ms) },
      ...Object.fromEntries(
        Object.entries(speeds(text)).map(([kind, speed]) => [`a million characters: ${kind}`, speed]),
      ),
      'hostile texts, t(2n)/t(n)': { texts: growth.length, worst: Math.max(...growth) },
    },
    options.json,
  )
}

/** Least processor time of five at each size, in one run: what others on the machine do does not count. */
function growthOf(unit: string): number {
  const build = (units: number) => unit.repeat(Math.ceil(units / unit.length))
  const cpuMs = (text: string) => {
    const start = process.cpuUsage()
    redacted(text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  const least = (units: number) => Math.min(...Array.from({ length: 5 }, () => cpuMs(build(units)))) + 1
  least(10_000)
  return least(400_000) / least(200_000)
}
