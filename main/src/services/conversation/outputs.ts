import { readdir } from 'node:fs/promises'
import type { Conversation, ConversationEvent } from '#contract/creonow.ts'
import { isAppError, systemCode } from '../../lib/appError.ts'
import { resolveContained, writeContained } from '../../lib/containedPath.ts'

/** An output longer than this lies beside the conversation, UTF-16 units. */
const maxInlineUnits = 2000
const outputsFolder = '.creonow/outputs'
/** What tools and searches brought in, not what people and models wrote. */
const machineMade = new Set<ConversationEvent['type']>(['action', 'observation', 'knowledge'])

/**
 * The events as they are stored: outputs redacted, long ones moved to `.creonow/outputs/<id>/<n>.txt` with
 * their start left in place and the file named in `metadata.output`. An event that is saved again keeps its
 * file. @throws AppError as `writeContained`.
 */
export async function moveOutputs(
  root: string,
  conversation: Conversation,
  stored: Conversation | undefined,
  redact: (text: string) => string,
): Promise<ConversationEvent[]> {
  const before = new Map(stored?.events.map((event) => [event.id, event]))
  const folder = `${outputsFolder}/${conversation.id}`
  let next: number | undefined
  const events: ConversationEvent[] = []
  for (const event of conversation.events) {
    const content = machineMade.has(event.type) ? redact(event.content) : event.content
    if (!machineMade.has(event.type) || content.length <= maxInlineUnits) {
      events.push({ ...event, content })
      continue
    }
    const previousOutput = before.get(event.id)?.metadata.output
    next ??= await nextNumber(root, folder)
    const isOwn = typeof previousOutput === 'string' && previousOutput.startsWith(`${folder}/`)
    const output = isOwn ? previousOutput : `${folder}/${next++}.txt`
    await writeContained(root, output, content)
    events.push({
      ...event,
      content: content.slice(0, maxInlineUnits).replace(/[\uD800-\uDBFF]$/, ''),
      metadata: { ...event.metadata, output, outputCharacters: content.length },
    })
  }
  return events
}

async function nextNumber(root: string, folder: string): Promise<number> {
  try {
    const names = await readdir(await resolveContained(root, folder))
    return Math.max(0, ...names.map((name) => Number(/^(\d+)\.txt$/.exec(name)?.[1] ?? 0))) + 1
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || isAppError(error, 'NOT_FOUND')) return 1
    throw error
  }
}
