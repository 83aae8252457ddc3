import type { Language } from '../context/index.ts'
import { defineSource, type Source } from '../context/source.ts'
import type { MemoryPort } from './ports.ts'

const path = 'memory:lastExchange'

/** Words by which the author refers to an earlier answer. */
const references =
  /刚才|刚刚|方才|上一[次条个版稿段]|(?:前面|上面|之前)(?:说|提|给|列|写|那|的)|你(?:说|提|给|列|写)的|(?:那|这)[个条种](?:方向|建议|想法|方案|意见)|第[一二三四五六七八九\d]+[个条种点]|\b(?:just now|a moment ago|earlier|previous(?:ly)?|above|last (?:one|time|answer|suggestion|version|draft)|you (?:said|suggested|gave|proposed|listed|wrote)|your (?:answer|suggestions?|ideas?|directions?|last|draft)|(?:that|this) (?:direction|suggestion|idea|option)|(?:first|second|third|fourth|fifth|\d(?:st|nd|rd|th)) (?:direction|suggestion|idea|option|one|point)|(?:direction|suggestion|idea|option|point) \d)\b/i

const words = {
  zh: { label: '刚才的一次', asked: '作者：', answer: '回答：' },
  en: { label: 'The exchange before this one', asked: 'Author: ', answer: 'Answer: ' },
} as const satisfies Record<Language, object>

/** The last exchange in this chapter, whatever its skill, when the author's words refer to it: “刚才的第三个方向”. */
export function createLastExchange(memory: Pick<MemoryPort, 'working'>): Source {
  return defineSource({
    name: 'lastExchange',
    display: { name: { zh: '刚才的一次', en: 'The exchange before' }, card: 'name' },
    layer: 'immediate',
    place: 7,
    stability: 'turn',
    maxTokens: 2000,
    shrinkSteps: [{ step: 'head', cutOrder: 5.2, boundary: 'grapheme' }],
    missing: { code: 'MEMORY_UNAVAILABLE', params: {} },
    label: (_draft, language) => words[language].label,
    async read({ projectId, documentId, stateless, authorInput, language }) {
      const key = authorInput.raw.match(references)?.[0]
      const last =
        key === undefined || stateless ? undefined : memory.working.lastExchange(projectId, documentId)
      if (key === undefined || !last) return []
      const { asked, answer } = words[language]
      return [
        {
          ref: { path },
          storeId: projectId,
          title: path,
          text: `${asked}${last.instruction}\n${answer}${last.answer}`,
          reason: { code: 'last_exchange', params: { key } },
        },
      ]
    },
  })
}
