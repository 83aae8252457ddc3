import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Gone, openApp } from './caller.ts'
import { breakUp, isSearchable } from './crashIndex.ts'
import { type Kind, kinds } from './kinds/index.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { type Part, shareOf } from './part.ts'
import { filesBelow, leftovers, makePlace, type Place } from './place.ts'
import { createDice, type Dice } from './random.ts'
import { startRpc } from './rpcProcess.ts'
import { writeOnce } from './write.ts'

export const kills = 200
/** One project is not written into for ever: it would grow. */
const killsPerProject = 20
const atOnce = 3

interface Lane {
  readonly place: Place
  readonly ledgers: ReadonlyMap<Kind, Ledger>
  /** Writes that each kind has begun, so that no two have the same name. */
  readonly begun: Map<Kind, number>
}

/**
 * Kills the product with SIGKILL while it writes, with a log of what it had acknowledged. After each kill the project
 * is opened again: what was acknowledged is there, every file is whole, nothing temporary is left.
 */
export const run: Part = async ({ seed, share, print, kinds: named = [] }) => {
  const selected = named.length > 0 ? kinds.filter(({ name }) => named.includes(name)) : kinds
  const dice = createDice(seed)
  const wanted = shareOf(kills, share, 3)
  const failures: string[] = []
  const counts = { survived: 0, writes: 0, lost: 0, leftOver: 0, torn: 0 }
  const hit = new Map<string, number>()
  for (let killed = 0; killed < wanted; ) {
    const lane = await openLane()
    try {
      for (const last = Math.min(wanted, killed + killsPerProject); killed < last; killed++) {
        const problems = await oneKill(lane, selected, dice, hit)
        const found = await lookAgain(lane)
        const all = [...problems, ...found.lost, ...found.leftOver, ...found.torn, ...found.index]
        counts.lost += found.lost.length
        counts.leftOver += found.leftOver.length
        counts.torn += found.torn.length
        if (all.length === 0) counts.survived += 1
        failures.push(...all.map((sentence) => `kill ${killed + 1}: ${sentence}`))
      }
      for (const { acknowledged } of lane.ledgers.values()) counts.writes += acknowledged
      print(`crash    ${killed} kills, ${counts.writes} writes acknowledged, ${failures.length} failures`)
    } finally {
      await lane.place.remove()
    }
  }
  print(`crash    killed while writing: ${[...hit].map(([name, times]) => `${name} ${times}`).join(' · ')}`)
  print(
    `crash    survived ${counts.survived}/${wanted}, acknowledged ${counts.writes}, lost ${counts.lost}, ` +
      `torn ${counts.torn}, leftovers ${counts.leftOver}`,
  )
  return { checked: wanted, failures }
}

async function openLane(): Promise<Lane> {
  const place = await makePlace()
  for (const kind of kinds) await kind.arrange?.(place)
  // Once opened and closed: what is killed later is a project at work, not one being made.
  const { dispose } = await openApp(place)
  await dispose()
  return { place, ledgers: new Map(kinds.map((kind) => [kind, createLedger(kind.name)])), begun: new Map() }
}

async function oneKill(
  lane: Lane,
  selected: readonly Kind[],
  dice: Dice,
  hit: Map<string, number>,
): Promise<string[]> {
  const problems: string[] = []
  // Every fifth time the index has to be built, or brought to a newer version, while the others write.
  const index = dice.roll(5) === 0 ? dice.oneOf(['index', 'migration'] as const) : undefined
  if (index) await breakUp(lane.place, index)
  const { call, kill } = startRpc(lane.place)
  const chosen = [...new Set(Array.from({ length: atOnce }, () => dice.oneOf(selected)))]
  const afterMs = dice.roll(1500)
  const opening = call('projects:open', { rootPath: lane.place.project }).catch(gone)

  function gone(error: unknown): undefined {
    if (!(error instanceof Gone)) problems.push(String(error))
  }

  async function work(kind: Kind): Promise<void> {
    const ledger = lane.ledgers.get(kind)
    const opened = await opening
    while (ledger && opened) {
      const n = lane.begun.get(kind) ?? 0
      lane.begun.set(kind, n + 1)
      try {
        await writeOnce(kind, ledger, { call, projectId: opened.projectId, place: lane.place, who: 0, n })
      } catch (error) {
        if (error instanceof Gone) hit.set(kind.name, (hit.get(kind.name) ?? 0) + 1)
        else problems.push(`${kind.name} ended with ${String(error)}`)
        return
      }
    }
  }

  const working = chosen.map(work)
  // An index is built from the moment a project is opened; the rest has to be at work first.
  if (!index) await opening
  else hit.set(index, (hit.get(index) ?? 0) + 1)
  await sleep(afterMs)
  await kill()
  await Promise.all(working)
  return problems
}

/** Opens what the killed process left and compares. */
async function lookAgain({ place, ledgers }: Lane) {
  const opened = await openApp(place)
  const { call, projectId } = opened
  const lost: string[] = []
  const index: string[] = []
  try {
    for (const [kind, ledger] of ledgers)
      lost.push(...ledger.settle(await kind.read({ call, projectId, place })))
    if (!(await isSearchable(opened))) index.push('the index does not find what is in the book')
  } finally {
    await opened.dispose()
  }
  return {
    lost,
    index,
    torn: await tornFiles(place),
    leftOver: (await leftovers(place, projectId)).map((path) => `left over ${path}`),
  }
}

async function tornFiles({ project, dataFolder }: Place): Promise<string[]> {
  const torn: string[] = []
  for (const path of await filesBelow(project, dataFolder)) {
    if (!path.endsWith('.json')) continue
    try {
      JSON.parse(await readFile(path, 'utf8'))
    } catch {
      torn.push(`torn ${path}`)
    }
  }
  return torn
}
