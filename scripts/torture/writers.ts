import { Gone, openApp } from './caller.ts'
import { type Kind, kinds } from './kinds/index.ts'
import { createLedger } from './ledger.ts'
import { type Part, shareOf } from './part.ts'
import { leftovers, makePlace } from './place.ts'
import { startRpc } from './rpcProcess.ts'
import { writeOnce } from './write.ts'

const writesEach = 200

/** Two and three processes write every kind of file at once: what was acknowledged is there. */
export const run: Part = async ({ share, seed, print }) => {
  const writes = shareOf(writesEach, share, 3)
  const chosen = share >= 0.5 ? kinds : someOf(kinds, seed, Math.max(3, Math.ceil(kinds.length * share)))
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
  const problems: string[] = []
  let retried = 0
  try {
    await kind.arrange?.(place)
    const children = Array.from({ length: processes }, () => startRpc(place))
    const ledgers = await Promise.all(
      children.map(async ({ call, end }, who) => {
        const ledger = createLedger(`${kind.name} of writer ${who}`)
        const { projectId } = await call('projects:open', { rootPath: place.project })
        for (let n = 0; n < writes; n++) {
          try {
            retried += await writeOnce(kind, ledger, { call, projectId, place, who, n })
          } catch (error) {
            problems.push(`${kind.name} of writer ${who}: write ${n} ended with ${String(error)}`)
            if (error instanceof Gone) break
          }
        }
        const { code, stderr } = await end()
        if (code !== 0) problems.push(`${kind.name}: writer ${who} ended with ${code}: ${stderr.slice(-500)}`)
        return ledger
      }),
    )
    const { call, projectId, dispose } = await openApp(place)
    const stored = await kind.read({ call, projectId, place })
    const lost = ledgers.flatMap((ledger) => ledger.settle(stored))
    await dispose()
    problems.push(...(await leftovers(place, projectId)).map((path) => `${kind.name}: left over ${path}`))
    return { acknowledged: ledgers.reduce((sum, one) => sum + one.acknowledged, 0), retried, lost, problems }
  } finally {
    await place.remove()
  }
}
