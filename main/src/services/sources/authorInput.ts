import { defineSource, type Source } from '../context/index.ts'
import { fillsIn } from './skillTemplate.ts'

/** What the author typed for this request; a skill whose text names the input holds it itself. */
export function createAuthorInput(): Source {
  return defineSource({
    name: 'authorInput',
    layer: 'immediate',
    place: 6,
    stability: 'turn',
    required: true,
    ladder: [],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'cursor' } },
    label: (_draft, language) => (language === 'zh' ? '作者补充' : 'From the author'),
    async read({ projectId, asked, skill, language }) {
      if (asked.raw.trim() === '' || fillsIn(skill, 'input', language)) return []
      return [
        {
          ref: { path: 'request:additionalInput' },
          storeId: projectId,
          title: 'request:additionalInput',
          text: asked.raw,
          reason: { code: 'input', params: {} },
          of: asked,
        },
      ]
    },
  })
}
