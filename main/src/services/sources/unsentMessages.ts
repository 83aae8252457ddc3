import { type Draft, defineSource, type Source } from '../context/source.ts'
import type { ConversationPort } from './ports.ts'

/** `talk:` is the prefix of a message's place in stored receipts. */
const pathOf = (conversationId: string, id: string) => `talk:${conversationId}/${id}`

interface ExcerptDraft extends Draft {
  readonly similarity: number
}

/** Earlier messages of this conversation that are not sent with it, where they are relevant to the author's words. */
export function createUnsentMessages(conversations: ConversationPort): Source {
  return defineSource<ExcerptDraft>({
    name: 'pastTalk',
    display: { name: { zh: '这段对话里早先说的', en: 'Said earlier in this talk' }, card: 'name' },
    layer: 'retrieved',
    place: 4,
    stability: 'scene',
    part: 'longTerm',
    maxAppended: 3,
    shrinkSteps: [{ step: 'out', cutOrder: 2 }],
    missing: { code: 'MEMORY_UNAVAILABLE', params: {} },
    label: (_draft, language) => (language === 'zh' ? '这段对话里早先说的' : 'Said earlier in this talk'),
    score: ({ similarity }) => 0.5 + similarity / 2,
    read: async ({ projectId, authorInput, selected, language }, { unsentMessages }) => {
      const excerpts =
        unsentMessages?.find(authorInput.text === '' ? (selected?.text ?? '') : authorInput.text) ?? []
      return excerpts.map(({ id, number, byAuthor, timestamp, text, from, to, similarity }) => ({
        ref: { path: pathOf(unsentMessages?.conversationId ?? '', id), item: `${from}-${to}` },
        storeId: projectId,
        title: `#${number}`,
        text: `#${number} ${who[language][byAuthor ? 'author' : 'model']} ${timestamp.slice(0, 10)}\n${text.trim()}`,
        similarity,
        reason: { code: 'past_talk', params: { number, likeness: similarity } },
      }))
    },
    reread: async ({ path, item = '' }, { projectId, language }) => {
      const place = /^talk:([^/]+)\/(.+)$/.exec(path)
      if (!place) return undefined
      const [, conversationId = '', id = ''] = place
      const [from, to] = item.split('-').map(Number)
      const message = await conversations.message(projectId, conversationId, id)
      if (!message) return undefined
      const { number, byAuthor, timestamp, text } = message
      const by = who[language][byAuthor ? 'author' : 'model']
      return { text: `#${number} ${by} ${timestamp.slice(0, 10)}\n${text.slice(from, to).trim()}` }
    },
  })
}

const who = { zh: { author: '作者', model: '助手' }, en: { author: 'Author', model: 'Assistant' } } as const
