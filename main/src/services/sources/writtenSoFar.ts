import type { Language } from '../context/index.ts'
import { defineSource, type Source } from '../context/source.ts'

const path = 'request:textSoFar'

/** It ends the prompt, so that what the model writes goes on from its last character. */
const labels: Record<Language, string> = {
  zh: '本次要求 · 换下选中文字的新文已写到这里，从它最后一个字接下去，只写余下的，不重复',
  en: 'Request: the text that replaces the selection stands so far; go on from its last character, write only the rest',
}

/** The part of a replacement that an earlier run has written; the request continues it. */
export function createWrittenSoFar(): Source {
  return defineSource({
    name: 'writtenSoFar',
    display: { name: { zh: '已写到这里的', en: 'Written so far' }, card: 'end' },
    layer: 'immediate',
    place: 10,
    stability: 'turn',
    redaction: 'manuscript',
    required: true,
    shrinkSteps: [],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'cursor' } },
    label: (_draft, language) => labels[language],
    async read({ projectId, soFar }) {
      if (soFar === undefined) return []
      return [
        {
          ref: { path },
          storeId: projectId,
          title: path,
          text: soFar.raw,
          reason: { code: 'so_far', params: {} },
          of: soFar,
        },
      ]
    },
  })
}
