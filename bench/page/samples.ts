import type { PageTask, TraceEvent } from './trace.ts'

interface ProfileNode {
  readonly id: number
  readonly parent?: number
  readonly callFrame: {
    readonly functionName: string
    readonly lineNumber?: number
    readonly columnNumber?: number
  }
}

interface ProfileChunk {
  readonly cpuProfile?: { readonly nodes?: readonly ProfileNode[]; readonly samples?: readonly number[] }
  readonly timeDeltas?: readonly number[]
}

const most = 6

/** The functions that the sampler found in a task of a thread, themselves, most first; milliseconds. */
export function functionsIn(
  events: readonly TraceEvent[],
  thread: Pick<TraceEvent, 'pid' | 'tid'>,
  task: PageTask,
): (readonly [name: string, ms: number])[] {
  const profile = events.find(
    ({ name, pid, tid }) => name === 'Profile' && pid === thread.pid && tid === thread.tid,
  )
  if (profile === undefined) return []
  const startTime = (profile.args?.data as { startTime?: number } | undefined)?.startTime // by the trace format
  const nodes = new Map<number, ProfileNode>()
  const found = new Map<string, number>()
  const until = task.ts + task.cpuMs * 1000 * 3
  let at = startTime ?? profile.ts
  for (const { name, pid, id, args } of events) {
    if (name !== 'ProfileChunk' || pid !== thread.pid || id !== profile.id) continue
    const { cpuProfile, timeDeltas = [] } = (args?.data ?? {}) as ProfileChunk // by the trace format
    for (const node of cpuProfile?.nodes ?? []) nodes.set(node.id, node)
    for (const [index, nodeId] of (cpuProfile?.samples ?? []).entries()) {
      const delta = timeDeltas[index] ?? 0
      at += delta
      if (at < task.ts || at > until) continue
      const { functionName = '', lineNumber, columnNumber } = nodes.get(nodeId)?.callFrame ?? {}
      if (functionName === '(idle)') continue
      const label = `${functionName || 'anonymous'}@${lineNumber ?? ''}:${columnNumber ?? ''}`
      found.set(label, (found.get(label) ?? 0) + delta / 1000)
    }
  }
  return [...found].toSorted((one, other) => other[1] - one[1]).slice(0, most)
}
