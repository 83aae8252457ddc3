import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentEvent, AgentTask } from '#contract/agent.ts'
import { type AgentScript, isSummaryAsked, scriptedSummary, uniqueFrom } from './agentScript.ts'
import type { CacheBook } from './book.ts'
import { type CacheName, caches, type Request } from './caches.ts'
import { modelsFile, services } from './services.ts'
import { type Arrange, withProduct } from './session.ts'
import { startWire } from './wire.ts'

/**
 * Why a request begins differently from the one before. `task`: the scratchpad of the last task has become history.
 * `shortened`: results of earlier steps were shortened inside the round. `compacted`: history was.
 */
export type AgentCause = 'first' | 'task' | 'shortened' | 'compacted'

export interface AgentPlay {
  readonly requests: readonly Request[]
  /** Of each request; undefined: nothing that should change its beginning. */
  readonly asked: readonly { readonly event: AgentCause | undefined; readonly goesOn: boolean }[]
  /** How tasks ended, and how many steps they made. */
  readonly tasks: readonly Pick<AgentTask, 'state'>[]
  readonly mostSteps: number
  /** Summaries that were asked for. */
  readonly compactions: number
  readonly shortenings: number
}

/** Plays all tasks in one conversation, over a real connection to an endpoint that caches in one of the ways. */
export async function playAgent(
  book: CacheBook,
  script: AgentScript,
  kind: CacheName,
  { count, arrange }: { readonly count: (text: string) => number; readonly arrange?: Arrange },
): Promise<AgentPlay> {
  const { family, model } = services[kind]
  const events = new Map<number, AgentCause>([[0, 'first']])
  let [task, step, compactions, shortenings, mostSteps] = [0, 0, 0, 0, 0]
  const wire = await startWire({
    ...{ cache: caches[kind](), count, uniqueFrom },
    answer(asked) {
      if (isSummaryAsked(asked.text)) return scriptedSummary(asked.text)
      step += 1
      mostSteps = Math.max(mostSteps, step)
      return script.tasks[task]?.step(step, asked) ?? 'Finish[没有了。]'
    },
  })
  let ended = Promise.withResolvers<void>()
  const emit = (name: string, payload: unknown) => {
    if (name !== 'agent') return
    const { type, step: told, task: changed } = payload as AgentEvent // by the contract
    if (type === 'call' && told?.notes?.includes('shortened')) {
      shortenings += 1
      events.set(wire.requests.length - 1, 'shortened')
    }
    if (type === 'compaction' && changed?.compaction?.state !== 'working') {
      compactions += 1
      events.set(wire.requests.length, 'compacted')
    }
    if (type === 'done' || type === 'error') ended.resolve()
  }
  try {
    return await withProduct(
      book,
      async ({ ask }, { projectId }) => {
        const service = { id: 'wire', name: 'wire', baseUrl: wire.baseUrl, models: [model], family }
        // The script writes its steps as text.
        const provider = { ...service, toolProtocol: 'react' }
        await ask('settings:update', { patch: { providers: [provider], defaultModelId: `wire/${model}` } })
        await ask('settings:key:set', { provider: 'wire', key: 'bench-key' })
        const tasks: AgentTask[] = []
        let conversation: { conversationId?: string } = {}
        for (const { input } of script.tasks) {
          step = 0
          ended = Promise.withResolvers()
          if (task > 0) events.set(wire.requests.length, 'task')
          const asked = { projectId, ...conversation, input, maxSteps: 200 }
          const { taskId, conversationId } = await ask<AgentTask>('agent:run', asked)
          conversation = { conversationId }
          await ended.promise
          tasks.push(await ask<AgentTask>('agent:read', { projectId, taskId }))
          task += 1
        }
        return {
          ...{ requests: wire.requests, tasks, mostSteps, compactions, shortenings },
          asked: wire.goesOn.map((goesOn, at) => ({ event: events.get(at), goesOn })),
        }
      },
      {
        emit,
        async arrange(dataFolder) {
          await arrange?.(dataFolder)
          await mkdir(dataFolder, { recursive: true, mode: 0o700 })
          await writeFile(join(dataFolder, 'models.json'), modelsFile(script.windowTokens))
        },
      },
    )
  } finally {
    await wire.close()
  }
}
