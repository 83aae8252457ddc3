import type { streamText } from 'ai'
import type { StreamedCall, ThinkingBlock, VendorFields } from './toolTurns.ts'

/** One part of the library's stream. */
type StreamPart = ReturnType<typeof streamText>['stream'] extends AsyncIterable<infer P> ? P : never

/** What of an answer is sent again with the next request. */
export interface CallCollector {
  /** Takes one part of the stream; those that are neither call nor thinking are ignored. */
  read(part: StreamPart): void
  /** In the order in which they began. */
  calls(): readonly StreamedCall[]
  /** In order; a block without words and vendor's fields is left out. */
  thinking(): readonly ThinkingBlock[]
  /** UTF-16 units of all arguments so far. */
  units(): number
}

interface OpenThinking {
  readonly id: string
  text: string
  vendor?: VendorFields
}
type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Collects calls and thinking while they come: a call is none before all of it is there. */
export function createCallCollector(): CallCollector {
  const calls: Mutable<StreamedCall>[] = []
  const thinking: OpenThinking[] = []
  let units = 0

  const callOf = (id: string) => calls.findLast((call) => call.id === id)
  function add(id: string, name: string): Mutable<StreamedCall> {
    const call = { id, name, arguments: '' }
    calls.push(call)
    return call
  }
  function append(call: Mutable<StreamedCall> | undefined, text: string): void {
    units += text.length
    if (call) call.arguments += text
  }
  /** A block that is not there yet begins with its first part. */
  function thinkingOf(id: string): OpenThinking {
    const open = thinking.findLast((block) => block.id === id)
    if (open) return open
    const block: OpenThinking = { id, text: '' }
    thinking.push(block)
    return block
  }

  return {
    read(part) {
      if (part.type === 'tool-input-start') add(part.id, part.toolName)
      else if (part.type === 'tool-input-delta') append(callOf(part.id), part.delta)
      else if (part.type === 'tool-call') {
        const streamed = callOf(part.toolCallId)
        const call = streamed ?? add(part.toolCallId, part.toolName)
        if (!streamed) {
          const { input } = part
          append(call, typeof input === 'string' ? input : JSON.stringify(input ?? {}))
        }
        if (part.providerMetadata) call.vendor = part.providerMetadata
      } else if (
        part.type === 'reasoning-start' ||
        part.type === 'reasoning-delta' ||
        part.type === 'reasoning-end'
      ) {
        const block = thinkingOf(part.id)
        if (part.type === 'reasoning-delta') block.text += part.text
        // The signature comes with a part of its own, behind the words.
        if (part.providerMetadata) block.vendor = merged(block.vendor, part.providerMetadata)
      }
    },
    calls: () => calls.map((call) => ({ ...call })),
    thinking: () =>
      thinking.flatMap(({ text, vendor }) =>
        text === '' && !vendor ? [] : [{ text, ...(vendor && { vendor }) }],
      ),
    units: () => units,
  }
}

function merged(before: VendorFields | undefined, more: VendorFields): VendorFields {
  const entries = Object.entries(more).map(([vendor, fields]) => [vendor, { ...before?.[vendor], ...fields }])
  return { ...before, ...Object.fromEntries(entries) }
}
