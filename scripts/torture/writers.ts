import { Gone, openApp } from './caller.ts'
import { type Kind, kinds } from './kinds/index.ts'
import { createLedger } from './ledger.ts'
import { type Part, shareOf } from './part.ts'
import { leftovers, makePlace, type Place } from './place.ts'
import { startRpc } from './rpcProcess.ts'
import { writeOnce } from './write.ts'

const writesEach = 200

/** Two and three processes write every kind of file at once: what was acknowledged is there. */
export const run: Part = async ({ share, seed, print, kinds: named = [] }) => {
  const writes = shareOf(writesEach, share, 3)
  const wanted = named.length > 0 ? kinds.filter(({ name }) => named.includes(name)) : kinds
  const chosen = share >= 0.5 ? wanted : someOf(wanted, seed, Math.max(3, Math.ceil(wanted.length * share)))
  const failures: string[] = []
  let checked = 0
  for (const kind of chosen) {
    for (const processes of share >= 0.5 ? [2, 3] : [2]) {
      const { acknowledged, retried, lost, problems } = await race(kind, processes, writes)
      checked += acknowledged
      failures.push(...lost, ...problems)
      print(
        `writers  ${kind.name.padEnd(14)} ${processes} processes × ${writes}: acknowledged ${acknowledged}, ` +
          `tried again ${retried}, lost ${lost.length}, otherwise wrong ${problems.length}`,
      )
    }
  }
  return { checked, failures }
}

const someOf = <T>(all: readonly T[], seed: number, count: number): T[] =>
  Array.from({ length: Math.min(count, all.length) }, (_, n) => all[(seed + n * 5) % all.length] as T)

async function race(kind: Kind, processes: number, writes: number) {
  const place = await makePlace()
  try {
    await kind.arrange?.(place)
    const written = await Promise.all(
      Array.from({ length: processes }, (_, who) => writeAlone(kind, place, who, writes)),
    )
    const { call, projectId, dispose } = await openApp(place)
    const stored = await kind.read({ call, projectId, place })
    const lost = written.flatMap(({ ledger }) => ledger.settle(stored))
    await dispose()
    const left = (await leftovers(place, projectId)).map((path) => `${kind.name}: left over ${path}`)
    return {
      acknowledged: written.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0),
      retried: written.reduce((sum, one) => sum + one.retried, 0),
      lost,
      problems: [...written.flatMap(({ problems }) => problems), ...left],
    }
  } finally {
    await place.remove()
  }
}

/** One process, from opening the project to its end. Whatever goes wrong is a sentence. */
async function writeAlone(kind: Kind, place: Place, who: number, writes: number) {
  const name = `${kind.name} of writer ${who}`
  const ledger = createLedger(name)
  const problems: string[] = []
  let retried = 0
  const { call, end, kill } = startRpc(place)
  try {
    const { projectId } = await call('projects:open', { rootPath: place.project })
    for (let n = 0; n < writes; n++) {
      try {
        retried += await writeOnce(kind, ledger, { call, projectId, place, who, n })
      } catch (error) {
        problems.push(`${name}: write ${n} ended with ${String(error)}`)
        if (error instanceof Gone) break
      }
    }
    const { code, stderr } = await end()
    if (code !== 0) problems.push(`${name} ended with ${code}`)
    if (problems.length > 0) problems.push(`${name} said: ${stderr.slice(-1000)}`)
  } catch (error) {
    problems.push(`${name} ended with ${String(error)}`)
  } finally {
    await kill()
  }
  return { ledger, retried, problems }
}
