import { graphemeAtOrBefore, headThatFits } from '../context/core/cuts.ts'
import { defineSource, type Source } from '../context/source.ts'
import { rereadChapter } from './chapterText.ts'
import type { DocumentPort } from './ports.ts'

const mostTokens = 500
/** More characters than this never fit into so many tokens. */
const reachUnits = mostTokens * 8

/** The text behind the cursor, at most 500 tokens of it. */
export function createTextAfter(documents?: DocumentPort): Source {
  return defineSource({
    name: 'textAfter',
    display: { name: { zh: '光标之后', en: 'After the caret' }, card: 'name' },
    layer: 'immediate',
    place: 4,
    stability: 'turn',
    redaction: 'manuscript',
    shrinkSteps: [{ step: 'head', cutOrder: 4, boundary: 'grapheme' }],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'cursor' } },
    label: (_draft, language) => (language === 'zh' ? '光标之后' : 'After the cursor'),
    async read({ projectId, path, title, text, after }, io) {
      const { from } = after
      if (from === after.to) return []
      const reach = text.slice(from, graphemeAtOrBefore(text, from + reachUnits))
      const fits = (end: number) => io.countRange(text, from, from + end) <= mostTokens
      const to = from + headThatFits(reach, fits, 'grapheme')
      if (to === from) return []
      return [
        {
          ref: { path, from, to },
          storeId: projectId,
          title,
          text: text.slice(from, to),
          whole: text,
          reason: { code: 'text_after', params: {} },
          of: after,
        },
      ]
    },
    ...(documents ? { reread: rereadChapter(documents) } : {}),
  })
}
