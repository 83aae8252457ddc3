/** A part of a message, or a block of the system message, in either format. */
interface Part {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly tool_use_id?: string
  readonly name?: string
  readonly input?: unknown
  readonly content?: unknown
  readonly thinking?: string
  readonly signature?: string
  readonly is_error?: boolean
  readonly cache_control?: { readonly ttl?: string }
}

interface WireMessage {
  readonly role: string
  readonly content: string | readonly Part[] | null
  readonly reasoning_content?: string
  readonly tool_call_id?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

/** The body of a request in either format. */
export interface WireBody {
  readonly tools?: readonly {
    readonly name?: string
    readonly description?: string
    readonly input_schema?: unknown
    readonly function?: { readonly name: string; readonly description: string; readonly parameters: unknown }
    readonly cache_control?: { readonly ttl?: string }
  }[]
  readonly system?: string | readonly Part[]
  readonly messages: readonly WireMessage[]
}

const partsOf = (content: WireMessage['content'] | WireBody['system']): readonly Part[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
const textOf = (content: WireMessage['content'] | WireBody['system']): string =>
  partsOf(content)
    .map(({ text = '' }) => text)
    .join('')

/** What a model sees first: the tools and the system message, without marks. */
export function frontOf({ tools = [], system, messages }: WireBody): string {
  const head = system === undefined ? messages.find(({ role }) => role === 'system')?.content : system
  return JSON.stringify([tools, textOf(head ?? '')])
}

/** The author's words and the results, as the model gets them, in order. */
export function shownTo({ messages }: WireBody): readonly string[] {
  return messages
    .filter(({ role }) => role !== 'assistant' && role !== 'system')
    .flatMap(({ content }) =>
      partsOf(content).map(({ text, content: inner }) => text ?? textOf(inner as WireMessage['content'])),
    )
}

/** How long the marks of a request live, in the order of the wire: tools, system, messages. */
export const marksOf = ({ tools = [], system, messages }: WireBody): readonly string[] =>
  [...tools, ...partsOf(system ?? []), ...messages.flatMap(({ content }) => partsOf(content))].flatMap(
    ({ cache_control: mark }) => (mark ? [mark.ttl ?? '5m'] : []),
  )

function faultsOfMarks(body: WireBody): readonly string[] {
  const marks = marksOf(body)
  const grows = marks.some((mark, at) => mark === '1h' && at > 0 && marks[at - 1] === '5m')
  return [
    ...(marks.length > 4 ? [`${marks.length} marks`] : []),
    ...(grows ? ['a mark lives longer than one in front of it'] : []),
  ]
}

const toolName = /^[a-zA-Z0-9_-]{1,64}$/
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isObjectJson = (text: string): boolean => {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}

/** What of a request chat completions refuse. */
export function faultsOfChat(body: WireBody): readonly string[] {
  const { messages } = body
  const faults: string[] = [...faultsOfMarks(body)]
  let open: string[] = []
  for (const [at, { role, content, tool_calls: calls, tool_call_id: id = '' }] of messages.entries()) {
    if (role === 'tool') {
      if (!open.includes(id)) faults.push(`a result without a call: ${id}`)
      open = open.filter((each) => each !== id)
      if (content === null || content === '') faults.push('an empty result')
      continue
    }
    if (open.length > 0) faults.push(`calls without results: ${open.join()}`)
    open = []
    if ((role === 'system') !== (at === 0)) faults.push('the system message is not the first')
    // As Mistral does.
    if (role === 'user' && messages[at - 1]?.role === 'tool') faults.push('words of the user behind a result')
    if (role !== 'assistant') continue
    if (!calls && textOf(content) === '') faults.push('an empty message')
    for (const { id: own, function: called } of calls ?? []) {
      if (open.includes(own)) faults.push(`two calls with one id: ${own}`)
      open.push(own)
      if (!toolName.test(called.name)) faults.push(`no name of a tool: ${called.name}`)
      if (!isObjectJson(called.arguments)) faults.push(`arguments that are no object: ${called.arguments}`)
    }
  }
  if (open.length > 0) faults.push(`calls without results: ${open.join()}`)
  return faults
}

/** What of a request Anthropic's messages refuse. */
export function faultsOfMessages(body: WireBody): readonly string[] {
  const { messages } = body
  const faults: string[] = [...faultsOfMarks(body)]
  if (messages[0]?.role !== 'user') faults.push('the first message is not of the user')
  if (messages.at(-1)?.role !== 'user') faults.push('the last message is not of the user')
  for (const [at, { role, content }] of messages.entries()) {
    const parts = partsOf(content)
    if (messages[at - 1]?.role === role) faults.push('two messages of one side')
    if (parts.some(({ type, text = '' }) => type === 'text' && text.trim() === ''))
      faults.push('an empty text')
    if (parts.some((part) => /thinking/.test(part.type) && part.cache_control))
      faults.push('a mark on thinking')
    if (parts.some((part) => part.type === 'thinking' && !part.signature))
      faults.push('thinking without a signature')
    const calls = parts.filter(({ type }) => type === 'tool_use')
    for (const { name = '', input } of calls) {
      if (!toolName.test(name)) faults.push(`no name of a tool: ${name}`)
      if (!isObject(input)) faults.push('arguments that are no object')
    }
    const ids = calls.map(({ id }) => id)
    const next = messages[at + 1]
    const results = partsOf(next?.content ?? [])
      .filter(({ type }) => type === 'tool_result')
      .map(({ tool_use_id: id }) => id)
    if (role === 'assistant' && JSON.stringify(results.toSorted()) !== JSON.stringify(ids.toSorted()))
      faults.push(`calls ${ids.join()} and results ${results.join()}`)
    const firstResult = parts.findIndex(({ type }) => type === 'tool_result')
    if (firstResult > 0) faults.push('a result behind other parts')
    if (firstResult >= 0 && messages[at - 1]?.role !== 'assistant') faults.push('a result without a call')
  }
  return faults
}
