import { edges } from '../shorten.ts'
import type { CompressibleResult } from '../toolResults.ts'

const maxActionUnits = 600
const maxResultUnits = 400

/** A step of the agent in the form that is sent when even the newest rounds are too much: its contents are short. */
export function shorterStep<E extends { readonly type: string; readonly content: string }>(event: E): E {
  const content =
    event.type === 'observation'
      ? shorterResult(event.content)
      : event.type === 'action'
        ? edges(event.content, maxActionUnits).text
        : event.content
  return content.length < event.content.length ? { ...event, content } : event
}

/** A message cut to its beginning and its end; a fact that the author has pinned is never cut. */
export function trimmedProse<
  E extends {
    readonly type: string
    readonly content: string
    readonly metadata?: Readonly<Record<string, unknown>>
  },
>(event: E, units: number): E {
  const isMessage = event.type === 'user' || event.type === 'assistant'
  if (!isMessage || event.metadata?.pinned !== undefined) return event
  const { text } = edges(event.content, units)
  return text.length < event.content.length ? { ...event, content: text } : event
}

/** Status and error stay, of the data where the whole lies and how much it was. */
function shorterResult(json: string): string {
  if (json.length <= maxResultUnits) return json
  const { status, error, data } = resultIn(json)
  const fullAt = typeof data.fullAt === 'string' ? data.fullAt : undefined
  const head = edges(JSON.stringify(data), maxResultUnits).text
  return JSON.stringify({
    status,
    data: { shortened: head, truncated: true, ...(fullAt === undefined ? {} : { fullAt }) },
    ...(error ? { error } : {}),
  })
}

function resultIn(json: string): CompressibleResult {
  try {
    const { status = 'success', data = {}, error } = JSON.parse(json) as Partial<CompressibleResult> // as `compressToolResult` wrote it
    return { status, data, ...(error ? { error } : {}) }
  } catch {
    return { status: 'success', data: { text: json } }
  }
}
