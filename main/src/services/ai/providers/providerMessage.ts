import { firstUnits } from '../../../lib/text.ts'
/** The kind of an answer by its first characters. */
export function answerShape(body: string): 'page' | 'json' | 'other' {
  const start = body.trimStart().slice(0, 1)
  if (start === '<') return 'page'
  return start === '{' || start === '[' ? 'json' : 'other'
}

const mostUnits = 500

/**
 * The sentence in the body of an error, of any of the shapes in use; undefined when there is none. Only what is
 * meant to be read: a body may repeat the whole request, as the validation errors of vLLM do.
 */
export function wordsOf(body: string): string | undefined {
  const sentence = sentenceIn(body)?.replace(/\s+/g, ' ').trim()
  if (sentence === undefined || sentence === '') return undefined
  return sentence.length > mostUnits ? `${firstUnits(sentence, mostUnits)}…` : sentence
}

function sentenceIn(body: string): string | undefined {
  if (answerShape(body) === 'page') return undefined
  if (answerShape(body) === 'other') return body
  try {
    return messageOf(JSON.parse(body))
  } catch {
    // Cut off, or no JSON at all: its message cannot be separated from the request that it repeats.
    return undefined
  }
}

/** OpenAI `error.message`, Ollama `error`, FastAPI `detail` and `detail[].msg`, others `message`. */
function messageOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(messageOf).filter(Boolean).join('; ') || undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { error, detail, message, msg } = value as Record<string, unknown> // Any JSON object is one.
  return messageOf(error) ?? messageOf(detail) ?? messageOf(message) ?? messageOf(msg)
}

/** Shorter runs are the common words of a language. */
const leastRun = (text: string) => (/[^ -~]/.test(text.slice(0, 8)) ? 8 : 24)

/** The same words without the key, and with an ellipsis for every run that they repeat of the prompt. */
export function withoutPrompt(message: string, prompt: string, key: string | undefined): string {
  const text = key ? message.replaceAll(key, '***') : message
  let out = ''
  for (let at = 0; at < text.length; ) {
    let length = leastRun(text.slice(at))
    if (at + length > text.length || !prompt.includes(text.slice(at, at + length))) {
      out += text[at]
      at += 1
      continue
    }
    while (at + length < text.length && prompt.includes(text.slice(at, at + length + 1))) length += 1
    out += '…'
    at += length
  }
  return out
}
