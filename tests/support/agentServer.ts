import {
  beginStream,
  type ChatServer,
  endStream,
  sendDelta,
  sendUsage,
  startChatServer,
} from './chatServer.ts'

/** All that one request holds, as one text. */
export type Asked = (body: Record<string, unknown>) => string

/** What the model says to a request: the step's text. `number` counts from 1. */
export type Script = readonly string[] | ((asked: string, number: number) => string | Promise<string>)

/** An endpoint of the OpenAI chat protocol that plays the steps of an agent; what is asked past its end finishes. */
export async function startAgentServer(
  script: Script,
): Promise<ChatServer & { readonly asked: () => readonly string[] }> {
  const server = await startChatServer(async (response, number) => {
    const text =
      typeof script === 'function'
        ? await script(textOf(server.requests[number - 1]?.body), number)
        : (script[number - 1] ?? 'Thought: 没有了。\nFinish[剧本演完了。]')
    beginStream(response)
    for (let at = 0; at < text.length; at += 40) sendDelta(response, text.slice(at, at + 40))
    sendDelta(response, '', 'stop')
    sendUsage(response, {
      ...{ prompt_tokens: 1000 + number, completion_tokens: 10, total_tokens: 1010 + number },
      prompt_tokens_details: { cached_tokens: number === 1 ? 0 : 900 },
    })
    endStream(response)
  })
  return { ...server, asked: () => server.requests.map(({ body }) => textOf(body)) }
}

const textOf = (body: Record<string, unknown> | undefined): string =>
  ((body?.messages ?? []) as readonly { readonly content: unknown }[]) // the protocol's own shape
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : (content as { text: string }[]).map(({ text }) => text).join(''),
    )
    .join('\n')

/** The service as settings name it. */
export const agentService = (server: ChatServer) => ({
  provider: { id: 'script', name: '剧本', baseUrl: server.baseUrl, models: ['m'] },
  modelId: 'script/m',
})
