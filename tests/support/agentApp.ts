import { EventEmitter, once } from 'node:events'
import type { AppOptions } from '../../main/src/app.ts'
import type { AgentEvent, AgentTask } from '../../main/src/contract/agent.ts'
import { agentEvent } from '../../main/src/contract/agent.ts'
import type { ChannelInput } from '../../main/src/contract/index.ts'
import { agentService, type Script, startAgentServer } from './agentServer.ts'
import { startApp, type TestApp } from './app.ts'
import type { Workplace } from './commandLine.ts'

export interface AgentApp<S = Awaited<ReturnType<typeof startAgentServer>>> extends TestApp {
  readonly server: S
  /** What has been told so far, each event held to the contract. */
  readonly events: readonly AgentEvent[]
  /** Starts a task and waits for its end; approvals are answered by `decide`, all with yes when absent; numbers are the places to write. */
  task(
    input: string,
    more?: Partial<ChannelInput<'agent:run'>>,
    decide?: (event: AgentEvent) => 'once' | 'always' | 'no' | 'cancel' | readonly number[],
  ): Promise<AgentTask>
  /** The same session's own calls. */
  call(channel: string, input: object): Promise<{ ok: boolean; data?: unknown; error?: { code: string } }>
}

/** The whole app over a copy of the sample, with a scripted model behind a real address. */
export async function startAgentApp(
  script: Script,
  options: Partial<AppOptions> = {},
  arrange?: (place: Workplace) => Promise<void>,
): Promise<AgentApp> {
  const server = await startAgentServer(script)
  return startAppWith(server, agentService(server), options, arrange)
}

type Service = ChannelInput<'settings:update'>['patch']['providers'] extends readonly (infer P)[] | undefined
  ? P
  : never

/** The whole app over a copy of the sample, with a service behind a real address. */
export async function startAppWith<S extends { close(): Promise<void> }>(
  server: S,
  { provider, modelId }: { readonly provider: Service; readonly modelId: string },
  options: Partial<AppOptions> = {},
  arrange?: (place: Workplace) => Promise<void>,
): Promise<AgentApp<S>> {
  const app = await startApp(options, arrange)
  await app.invoke('settings:update', { patch: { providers: [provider] } })
  await app.invoke('settings:key:set', { provider: provider.id, key: 'test-key' })
  await app.invoke('settings:update', { patch: { defaultModelId: modelId } })
  const events: AgentEvent[] = []
  const heard = new EventEmitter()
  let decide: NonNullable<Parameters<AgentApp['task']>[2]> = () => 'once'
  const session = app.app.createSession({
    id: 'agent-test',
    mayInspect: () => true,
    emit(name, payload) {
      if (name !== 'agent') return
      const event = agentEvent.parse(payload)
      events.push(event as AgentEvent)
      heard.emit('event')
      const { taskId, step } = event
      if (event.type !== 'approval' || step?.approval === undefined) return
      const decision = decide(event as AgentEvent)
      if (decision === 'cancel') void call('agent:cancel', { taskId })
      else {
        const { approvalId } = step.approval
        const answer = typeof decision === 'string' ? { decision } : { decision: 'once', placeIds: decision }
        void call('agent:approve', { taskId, approvalId, ...answer })
      }
    },
  })
  const call: AgentApp['call'] = (channel, input) => app.app.router.dispatch(session, channel, input)
  await call('projects:open', { rootPath: app.project })
  return {
    ...app,
    ...{ server, events, call },
    async task(input, more = {}, answer = () => 'once') {
      decide = answer
      const { projectId } = app
      const started = await call('agent:run', { projectId, input, ...more })
      if (!started.ok) throw new Error(started.error?.code)
      const { taskId } = started.data as { taskId: string }
      while (!events.some((event) => event.taskId === taskId && /^(done|error)$/.test(event.type)))
        await once(heard, 'event')
      await new Promise((resolve) => setImmediate(resolve))
      return app.invoke('agent:read', { projectId, taskId })
    },
    async remove() {
      await server.close()
      await app.remove()
    },
  }
}
