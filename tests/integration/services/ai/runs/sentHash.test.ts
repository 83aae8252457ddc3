import { afterEach, expect, test } from 'vitest'
import { sha256Hex } from '../../../../../main/src/lib/hash.ts'
import { type AgentApp, startAgentApp } from '../../../../support/agentApp.ts'

let app: AgentApp | undefined
afterEach(() => app?.remove())

interface WireMessage {
  readonly role: string
  readonly content: string | readonly { readonly text: string }[]
}
const textOf = ({ content }: WireMessage) =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('')

/** Of what the service was really sent, in order. */
function wireHashes({ server }: AgentApp): readonly string[] {
  return server.requests.map(({ body }) =>
    sha256Hex(
      JSON.stringify((body.messages as WireMessage[]).map((message) => [message.role, textOf(message)])),
    ),
  )
}

test('receipts of runs and chats have the hash of every message that was sent, the history included', async () => {
  app = await startAgentApp(['雾散了。', 'The fog 𠮷 lifted.', '对。'])
  const { projectId, server } = app
  const { documents } = await app.invoke('documents:list', { projectId })
  const documentId = documents.find(({ kind }) => kind === 'chapter')?.documentId ?? ''
  const request = { projectId, documentId, cursorPosition: 40, modelId: 'script/m' }
  const { id: conversationId } = await app.invoke('chat:create', { projectId, documentId })
  for (const more of [
    { skillId: 'continue' },
    { skillId: 'chat', conversationId, additionalInput: '她是谁？' },
    { skillId: 'chat', conversationId, additionalInput: '真的？' },
  ]) {
    await app.invoke('ai:run', { ...request, ...more })
    await app.app.services.runs.drain()
  }
  const { receipts } = await app.invoke('context:receipt:list', { projectId })
  const [stored, prompts] = [[] as { sentHash?: string | undefined; promptHash: string }[], [] as string[]]
  for (const { receiptId } of receipts.toReversed()) {
    const { receipt, prompt } = await app.invoke('context:receipt:read', { projectId, receiptId })
    stored.push(receipt)
    prompts.push(prompt ?? '')
  }
  const roles = server.requests.map(({ body }) => (body.messages as WireMessage[]).map(({ role }) => role))
  expect(stored.map(({ sentHash }) => sentHash)).toEqual(wireHashes(app))
  expect(stored.map(({ promptHash, sentHash }) => promptHash === sentHash)).toEqual([false, false, false])
  expect(roles.at(-1)).toEqual(['system', 'user', 'assistant', 'user'])
  // What the viewer shows as the exact prompt.
  const shown = prompts.at(-1) ?? ''
  const places = [
    '[user]\n',
    '<<<作者先前的话>>>\n她是谁？',
    '[assistant]\nThe fog 𠮷 lifted.',
    '真的？',
  ].map((part) => shown.indexOf(part))
  expect(places).toEqual(places.filter((at) => at > 0).toSorted((a, b) => a - b))
})

test('every step of a task has them, live and as its conversation stores it', async () => {
  app = await startAgentApp(['Thought: 看看。\nAction: LS[{"path": "manuscript"}]', 'Finish[看过了 𠮷]'])
  const task = await app.task('看看有哪些章')
  const hashes = wireHashes(app)
  const live = new Map(
    app.events.flatMap(({ step }) => (step?.sentHash ? [[step.number, step.sentHash]] : [])),
  )
  expect([...live.values()]).toEqual(hashes)
  expect(task.steps.map(({ sentHash }) => sentHash)).toEqual(hashes)
})
