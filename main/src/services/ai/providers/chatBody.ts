import type { EndpointFamily } from '../cache/cacheFacts.ts'
import { type Segment, segmentsOf } from '../cache/segments.ts'
import type { GenerationRequest } from './provider.ts'

type Body = Readonly<Record<string, unknown>>

/**
 * The body of a chat completion in the dialect of who answers: marks on parts where they mean something (nothing but
 * one string for each message elsewhere), whether and how hard to think, and the field that limits the answer. No
 * user is named, so that no provider's cache is divided by one.
 */
export function chatBody(body: Body, request: GenerationRequest, family: EndpointFamily): Body {
  return {
    ...limited(body, family),
    ...cacheFields(request, family),
    ...thinkingFields(request, family),
    ...(request.cache?.marks.length ? { messages: markedMessages(request) } : {}),
  }
}

/** OpenAI's thinking models know the limit by its new name only. */
function limited({ max_tokens: limit, ...body }: Body, family: EndpointFamily): Body {
  return { ...body, [family === 'openai' ? 'max_completion_tokens' : 'max_tokens']: limit }
}

function cacheFields({ cache }: GenerationRequest, family: EndpointFamily): Body {
  if (!cache) return {}
  return {
    ...(family === 'openai' || family === 'kimi' ? { prompt_cache_key: cache.key } : {}),
    // Left to itself it would mark the end, which is unique, and let it be paid for.
    ...(cache.kind === 'breakpoints' ? { prompt_cache_options: { mode: 'explicit' } } : {}),
  }
}

function thinkingFields({ thinking, effort }: GenerationRequest, family: EndpointFamily): Body {
  const hard = effort === undefined ? {} : { reasoning_effort: effort }
  switch (family) {
    case 'deepseek':
    case 'glm':
    case 'kimi':
      return thinking ? { thinking: { type: thinking === 'on' ? 'enabled' : 'disabled' } } : {}
    case 'qwen':
      return thinking ? { enable_thinking: thinking === 'on' } : {}
    case 'openrouter':
      return thinking
        ? { reasoning: thinking === 'on' && effort ? { effort } : { enabled: thinking === 'on' } }
        : {}
    case 'openai':
    case 'ollama':
      return thinking === 'off' ? { reasoning_effort: 'none' } : hard
    default:
      // Of others it is not known how they are told.
      return hard
  }
}

/** One message for each run of segments of a role, in parts; a finished round stays a message of its own. */
function markedMessages({ prompt, cache }: GenerationRequest): readonly Body[] {
  const segments = segmentsOf(prompt)
  const markOf = (segment: Segment) => {
    const mark = cache?.marks.find(({ at }) => segments[at] === segment)
    if (!mark) return {}
    if (cache?.kind === 'breakpoints') return { prompt_cache_breakpoint: { mode: 'explicit' } }
    // Five minutes are what is meant when nothing is said, and the only choice at some.
    return { cache_control: { type: 'ephemeral', ...(mark.ttlSeconds > 300 ? { ttl: '1h' } : {}) } }
  }
  const parts = (isIncluded: (segment: Segment) => boolean) =>
    segments.filter(isIncluded).map((segment) => ({ type: 'text', text: segment.text, ...markOf(segment) }))
  return [
    { role: 'system', content: parts(({ kind }) => kind === 'stable') },
    ...segments
      .filter(({ kind }) => kind === 'history')
      .map((round) => ({
        role: round.role,
        content:
          'cache_control' in markOf(round) || 'prompt_cache_breakpoint' in markOf(round)
            ? [{ type: 'text', text: round.text, ...markOf(round) }]
            : round.text,
      })),
    { role: 'user', content: parts(({ role, kind }) => role === 'user' && kind !== 'history') },
  ]
}
