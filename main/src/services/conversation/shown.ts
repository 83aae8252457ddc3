import { isDeepStrictEqual } from 'node:util'
import type { Conversation, ConversationEvent } from '#contract/creonow.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { redactValues } from '../../lib/redactedValues.ts'
import { marker, restoreRedacted } from '../redaction/index.ts'

/** A text without its secrets, and what stands where they were. The same text always gives the same. */
export type RedactNow = (text: string) => Parameters<typeof restoreRedacted>[1]

/** A conversation as the page may see it: the file keeps its words. */
export function redactedConversation(stored: Conversation, redact: RedactNow): Conversation {
  const clean = (text: string) => redact(text).text
  const { analysis } = stored
  return {
    ...stored,
    title: clean(stored.title),
    events: stored.events.map((event) => ({
      ...event,
      content: clean(event.content),
      metadata: cleanMetadata(event.metadata, redact),
    })),
    ...(analysis
      ? { analysis: { ...analysis, summary: clean(analysis.summary), topics: analysis.topics.map(clean) } }
      : {}),
  }
}

/**
 * What the page sends back, with the originals of the stored one in the place of their markers. Words without
 * markers are taken as they are.
 * @throws AppError CONFLICT {eventId} when markers and originals cannot be told apart any more: saving would lose
 * the originals.
 */
export function withOriginals(
  sent: Conversation,
  stored: Conversation | undefined,
  redact: RedactNow,
): Conversation {
  if (!stored) return sent
  const storedById = new Map(stored.events.map((event) => [event.id, event]))
  return {
    ...sent,
    title: restored(sent.title, stored.title, redact) ?? throwUnrestorable(undefined),
    events: sent.events.map((event) => {
      const original = storedById.get(event.id)
      return original ? eventWithOriginals(event, original, redact) : event
    }),
    ...(sent.analysis ? { analysis: analysisWithOriginals(sent.analysis, stored.analysis, redact) } : {}),
  }
}

/** An analysis is made anew each time: markers that stand for nothing stored are its own words. */
export function analysisWithOriginals<A extends { readonly summary: string; readonly topics: string[] }>(
  sent: A,
  stored: Conversation['analysis'],
  redact: RedactNow,
): A {
  if (!stored) return sent
  const back = (text: string, original = '') => restored(text, original, redact) ?? text
  return {
    ...sent,
    summary: back(sent.summary, stored.summary),
    topics: sent.topics.map((topic, index) => back(topic, stored.topics[index])),
  }
}

function eventWithOriginals(
  event: ConversationEvent,
  original: ConversationEvent,
  redact: RedactNow,
): ConversationEvent {
  const same = isDeepStrictEqual(event.metadata, cleanMetadata(original.metadata, redact))
  return {
    ...event,
    content: restored(event.content, original.content, redact) ?? throwUnrestorable(event.id),
    metadata: same ? original.metadata : event.metadata,
  }
}

const cleanMetadata = (metadata: ConversationEvent['metadata'], redact: RedactNow) =>
  redactValues(metadata, (text) => redact(text).text) as ConversationEvent['metadata'] // a record stays one

/** Undefined when there are markers and not one original for each. */
function restored(text: string, original: string, redact: RedactNow): string | undefined {
  if (text === original) return text
  const shown = redact(original)
  if (shown.replacements.length === 0) return text
  if (text === shown.text) return original
  return text.includes(marker) ? restoreRedacted(original, shown, text) : text
}

function throwUnrestorable(eventId: string | undefined): never {
  throw new AppError(
    ErrorCode.CONFLICT,
    '这段对话里有隐去的原文，改动后对不上了，没有保存。请重新打开这段对话再改。',
    { data: eventId === undefined ? {} : { eventId } },
  )
}
