import { inMessages, type Segment, segmentsOf } from '../cache/segments.ts'
import type { GenerationRequest } from '../providers/provider.ts'
import type { ChatDialect } from './chatFamilies.ts'
import type { ChatFields } from './thinking.ts'

/**
 * The body of a chat completion in the dialect of who answers: marks on parts where they mean something (nothing but
 * one string for each message elsewhere), whether and how hard to think, and the field that limits the answer. No
 * user is named, so that no provider's cache is divided by one.
 */
export function chatBody(
  { max_tokens: limit, ...body }: ChatFields,
  request: GenerationRequest,
  dialect: ChatDialect = {},
): ChatFields {
  const { limitField = 'max_tokens', thinking = effortField } = dialect
  return {
    ...body,
    [limitField]: limit,
    ...cacheFields(request, dialect),
    ...thinking(request),
    ...(request.cache?.marks.length ? { messages: markedMessages(request, body.messages) } : {}),
  }
}

function cacheFields({ cache }: GenerationRequest, { sendsCacheKey }: ChatDialect): ChatFields {
  if (!cache) return {}
  return {
    ...(sendsCacheKey ? { prompt_cache_key: cache.key } : {}),
    // By itself it would mark the end, which is unique, and let it be paid for.
    ...(cache.kind === 'breakpoints' ? { prompt_cache_options: { mode: 'explicit' } } : {}),
  }
}

/** Each message in its parts, with the marks on them; `plain`: all of them without. */
function markedMessages({ prompt, cache }: GenerationRequest, plain: unknown): readonly ChatFields[] {
  const segments = segmentsOf(prompt)
  const markOf = (segment: Segment) => {
    const mark = cache?.marks.find(({ at }) => segments[at] === segment)
    if (!mark) return {}
    if (cache?.kind === 'breakpoints') return { prompt_cache_breakpoint: { mode: 'explicit' } }
    // Five minutes are the default, and the only choice at some.
    return { cache_control: { type: 'ephemeral', ...(mark.ttlSeconds > 300 ? { ttl: '1h' } : {}) } }
  }
  const texts = inMessages(segments).map(({ role, segments: own }) => {
    const [only] = own
    // A round that nothing is marked in is sent as it is without marks.
    if (own.length === 1 && only?.kind === 'history' && Object.keys(markOf(only)).length === 0)
      return { role, content: only.text }
    return {
      role,
      content: own.map((segment) => ({ type: 'text', text: segment.text, ...markOf(segment) })),
    }
  })
  const ofTurns = turnBodies(plain, texts.length)
  // OpenAI takes no breakpoint on what the model or a tool has written.
  if (cache?.kind === 'breakpoints') return [...texts, ...ofTurns.flat()]
  const turnMarks = segments.flatMap((segment) => (segment.turn === undefined ? [] : [markOf(segment)]))
  return [...texts, ...ofTurns.flatMap((messages, at) => markLast(messages, turnMarks[at] ?? {}))]
}

/** The messages of each turn, as the library wrote them: one of the model, then all up to the model's next. */
function turnBodies(plain: unknown, from: number): readonly (readonly ChatFields[])[] {
  const turns: ChatFields[][] = []
  // The body is the library's own, an array of messages.
  for (const message of (plain as readonly ChatFields[]).slice(from)) {
    if (message.role === 'assistant') turns.push([])
    turns.at(-1)?.push(message)
  }
  return turns
}

function markLast(messages: readonly ChatFields[], mark: ChatFields): readonly ChatFields[] {
  const last = messages.at(-1)
  if (!last || Object.keys(mark).length === 0) return messages
  return [...messages.slice(0, -1), { ...last, content: [{ type: 'text', text: last.content, ...mark }] }]
}

/** The effort as OpenAI names it, where nothing is known of who answers. */
const effortField = ({ effort }: GenerationRequest): ChatFields =>
  effort === undefined ? {} : { reasoning_effort: effort }
