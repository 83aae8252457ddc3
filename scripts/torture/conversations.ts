import type { OpenedApp } from './caller.ts'
import { event, listen } from './endpoint.ts'
import type { Book } from './writingDay.ts'

/** After so many turns the author begins another conversation. */
const turnsPerConversation = 25
const steps = [
  'Thought: 先找。\nAction: Grep[{"pattern": "雾", "path": "manuscript", "limit": 20}]',
  'Thought: 再看。\nAction: Glob[{"pattern": "manuscript/*.md"}]',
  'Thought: 看完了。\nFinish[看完了。]',
]

/** A model on loopback for chats and for tasks of the agent. */
export async function openModel({ call, runs }: OpenedApp) {
  let answers: readonly string[] = ['雾又厚了。']
  let at = 0
  const server = await listen((request, response) => {
    request.resume()
    request.on('end', () => {
      const text = answers[at % answers.length] ?? ''
      at += 1
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`${event(text, 'stop')}data: [DONE]\n\n`)
    })
  })
  const provider = { id: 'local', name: '本机', baseUrl: `${server.url}/v1`, models: ['m'] }
  await call('settings:update', { patch: { providers: [provider] } })
  const { models } = await call('ai:models', {})
  const modelId = models.find((one) => one.provider === 'local')?.id ?? ''
  const conversations = new Map<string, string>()
  const taskConversations = new Map<string, string>()

  return {
    /** One question and its answer. @throws Error when the run fails. */
    async chat({ projectId, documents }: Book, n: number): Promise<void> {
      answers = [`第${n}个回答：雾又厚了，码头上没有人。`]
      const { documentId } = documents[Math.floor(n / 7) % documents.length] ?? { documentId: '' }
      const conversationId =
        (n % turnsPerConversation !== 0 && conversations.get(projectId)) ||
        (await call('chat:create', { projectId })).id
      conversations.set(projectId, conversationId)
      const { runId } = await call('ai:run', {
        ...{ projectId, documentId, cursorPosition: n * 13, skillId: 'continue', modelId, conversationId },
        additionalInput: `第${n}问：接下来写谁？`,
      })
      const end = await runs.end(runId)
      if (end.type !== 'done') throw new Error(`chat ${n}: ${JSON.stringify(end)}`)
    },
    /** A task of three steps. @throws Error when it does not finish. */
    async runTask({ projectId }: Book, n: number): Promise<void> {
      answers = steps
      at = 0
      // Each conversation has a folder that is watched: a new one for every task would be counted as a leak.
      const before = taskConversations.get(projectId)
      const { taskId, conversationId } = await call('agent:run', {
        ...{ projectId, modelId, input: `第${n}件事：看看雾。` },
        ...(before === undefined ? {} : { conversationId: before }),
      })
      taskConversations.set(projectId, conversationId)
      await runs.taskEnd(taskId)
      const { state } = await call('agent:read', { projectId, taskId })
      if (state !== 'finished') throw new Error(`task ${n}: ${state}`)
    },
    close: server.close,
  }
}
