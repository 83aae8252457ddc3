import type { ConversationEvent } from '../../main/src/contract/creonow.ts'

const startedAt = Date.parse('2026-03-01T08:00:00.000Z')

/** An event of a log; its time says where it stands. */
export function talkEvent(
  at: number,
  type: ConversationEvent['type'],
  content: string,
  metadata: ConversationEvent['metadata'] = {},
): ConversationEvent {
  const role = { user: 'user', observation: 'tool', summary: 'system' }[type as string] ?? 'assistant'
  return {
    ...{ id: `e${at}`, type, role: role as ConversationEvent['role'], content, metadata }, // one of the four
    timestamp: new Date(startedAt + at * 60_000).toISOString(),
  }
}

/** So many turns of an author and a model, with what they say. */
export function talkOf(
  turns: number,
  asked: (n: number) => string,
  said: (n: number) => string,
): ConversationEvent[] {
  return Array.from({ length: turns }, (_, n) => [
    talkEvent(2 * n, 'user', asked(n)),
    talkEvent(2 * n + 1, 'assistant', said(n)),
  ]).flat()
}

/** A log in memory, as a store keeps it. */
export function logOf(events: readonly ConversationEvent[]) {
  const conversation = {
    ...{ version: 1 as const, id: 'c1', title: '', createdAt: '2026-03-01', updatedAt: '2026-03-01' },
    events: [...events],
  }
  const take = (next: readonly ConversationEvent[]) => {
    conversation.events = [...next]
  }
  return {
    conversation,
    store: {
      read: async () => ({ conversation, hash: '' }),
      append: async (_project: string, _id: string, event: ConversationEvent) =>
        take([...conversation.events, event]),
      amend: async (
        _project: string,
        _id: string,
        edit: (events: readonly ConversationEvent[]) => readonly ConversationEvent[],
      ) => take(edit(conversation.events)),
    },
  }
}
