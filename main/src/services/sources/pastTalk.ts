import { type Draft, defineSource, type Source } from '../context/source.ts'
import type { TalkPort } from './ports.ts'

const path = (conversationId: string, id: string) => `talk:${conversationId}/${id}`

interface TalkDraft extends Draft {
  readonly likeness: number
}

/** What was said earlier in this conversation and is not sent with it, where the author asks about it. */
export function createPastTalk(talks: TalkPort): Source {
  return defineSource<TalkDraft>({
    name: 'pastTalk',
    layer: 'retrieved',
    place: 4,
    stability: 'scene',
    part: 'longTerm',
    late: 3,
    ladder: [{ step: 'out', cutOrder: 2 }],
    missing: { code: 'MEMORY_UNAVAILABLE', params: {} },
    label: (_draft, language) => (language === 'zh' ? '这段对话里早先说的' : 'Said earlier in this talk'),
    score: ({ likeness }) => 0.5 + likeness / 2,
    read: async ({ projectId, asked, selected, language }, { past }) => {
      const found = past?.find(asked.text === '' ? (selected?.text ?? '') : asked.text) ?? []
      return found.map(({ id, number, byAuthor, timestamp, text, from, to, likeness }) => ({
        ref: { path: path(past?.conversationId ?? '', id), item: `${from}-${to}` },
        storeId: projectId,
        title: `#${number}`,
        text: `#${number} ${who[language][byAuthor ? 'author' : 'model']} ${timestamp.slice(0, 10)}\n${text.trim()}`,
        likeness,
        reason: { code: 'past_talk', params: { number, likeness } },
      }))
    },
    reread: async ({ path: at, item = '' }, { projectId, language }) => {
      const place = /^talk:([^/]+)\/(.+)$/.exec(at)
      if (!place) return undefined
      const [, conversationId = '', id = ''] = place
      const [from, to] = item.split('-').map(Number)
      const said = await talks.message(projectId, conversationId, id)
      if (!said) return undefined
      const { number, byAuthor, timestamp, text } = said
      const by = who[language][byAuthor ? 'author' : 'model']
      return { text: `#${number} ${by} ${timestamp.slice(0, 10)}\n${text.slice(from, to).trim()}` }
    },
  })
}

const who = { zh: { author: '作者', model: '助手' }, en: { author: 'Author', model: 'Assistant' } } as const
