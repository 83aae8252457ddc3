import { defineSource, type Source } from '../context/source.ts'
import { rereadChapter } from './chapterText.ts'
import type { DocumentPort } from './ports.ts'
import { fillsIn } from './skillTemplate.ts'

/** The author's selection; a skill whose text names the selection contains it itself. */
export function createSelection(documents?: DocumentPort): Source {
  return defineSource({
    name: 'selection',
    display: { name: { zh: '选中的文字', en: 'Selection' }, card: 'name' },
    layer: 'immediate',
    place: 5,
    stability: 'turn',
    redaction: 'manuscript',
    required: true,
    shrinkSteps: [],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'cursor' } },
    label: (_draft, language) => (language === 'zh' ? '选中的文字' : 'Selection'),
    async read({ projectId, path, title, text, selected, skill, language }) {
      if (!selected || fillsIn(skill, 'selection', language)) return []
      const { from, to } = selected
      return [
        {
          ref: { path, from, to },
          storeId: projectId,
          title,
          text: text.slice(from, to),
          whole: text,
          reason: { code: 'selection', params: {} },
          of: selected,
        },
      ]
    },
    ...(documents ? { reread: rereadChapter(documents) } : {}),
  })
}
