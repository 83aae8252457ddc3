import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const root = resolve(import.meta.dirname, '..', '..')

export interface McpClient {
  readonly pid: number | null
  /** For what has no shortcut here. */
  readonly protocol: Client
  readonly instructions: string
  tools(): Promise<readonly string[]>
  /** The text of an answer, and its code when it is an error. */
  call(name: string, input?: object): Promise<{ readonly text: string; readonly code?: string }>
  /** What came on stdout and was no message of the protocol. */
  readonly faults: readonly Error[]
  close(): Promise<void>
}

/** The official client over a `creonow mcp` of its own. `answer`: how the author answers what is asked. */
export async function startMcp(
  place: { readonly project: string; readonly dataFolder: string },
  options: readonly string[] = [],
  answer?: (message: string) => 'accept' | 'decline',
): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'scripts/creonow.mjs'), 'mcp', '--project', place.project, ...options],
    env: { PATH: process.env.PATH ?? '', CREONOW_DATA_DIR: place.dataFolder },
    stderr: 'ignore',
  })
  const client = new Client(
    { name: '另一个助手', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {} },
  )
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ action: answer(params.message) }))
  const faults: Error[] = []
  client.onerror = (error) => void faults.push(error)
  await client.connect(transport)
  return {
    faults,
    protocol: client,
    pid: transport.pid,
    instructions: client.getInstructions() ?? '',
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: { ...input } })
      const [first] = result.content as readonly { readonly text: string }[] // every tool answers with one text
      const { code } = (result.structuredContent ?? {}) as { readonly code?: string } // what mcpServer gives
      return { text: first?.text ?? '', ...(code === undefined ? {} : { code }) }
    },
    close: () => client.close(),
  }
}
