import { defineSource, type Source } from '../context/source.ts'
import { rereadChapter } from './chapterText.ts'
import type { DocumentPort } from './ports.ts'

/** The chapter up to the cursor; what is beyond the layer's share goes first of all. */
export function createTextBefore(documents?: DocumentPort): Source {
  return defineSource({
    name: 'textBefore',
    display: { name: { zh: '光标之前', en: 'Before the caret' }, card: 'end' },
    layer: 'immediate',
    place: 3,
    stability: 'turn',
    redaction: 'manuscript',
    anchored: true,
    required: true,
    shrinkSteps: [
      { step: 'tail', cutOrder: 1, boundary: 'grapheme', leave: 'share' },
      { step: 'tail', cutOrder: 3, boundary: 'grapheme', leave: 'nearest' },
      { step: 'tail', cutOrder: 6, boundary: 'grapheme' },
    ],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'cursor' } },
    label: ({ title }, language) => `${language === 'zh' ? '光标之前' : 'Before the cursor'} · ${title}`,
    async read({ projectId, path, title, text, before }) {
      if (before.to === 0) return []
      const { from, to } = before
      return [
        {
          ref: { path, from, to },
          storeId: projectId,
          title,
          text: text.slice(from, to),
          whole: text,
          // The part of a huge chapter in front of it was not fetched, and counts as omitted.
          ...(from > 0 ? { fetchedChars: to } : {}),
          reason: { code: 'text_before', params: {} },
          of: before,
        },
      ]
    },
    ...(documents ? { reread: rereadChapter(documents) } : {}),
  })
}
