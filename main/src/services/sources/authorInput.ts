import { defineSource, type Source } from '../context/source.ts'
import { fillsIn } from './skillTemplate.ts'

const path = 'request:additionalInput'

/** The author's words for this request; a skill whose text names the input contains it itself. */
export function createAuthorInput(): Source {
  return defineSource({
    name: 'authorInput',
    display: { name: { zh: '您的要求', en: 'Your instruction' }, card: 'name' },
    layer: 'immediate',
    place: 9,
    stability: 'turn',
    required: true,
    shrinkSteps: [],
    missing: { code: 'IMMEDIATE_UNAVAILABLE', params: { part: 'cursor' } },
    label: (_draft, language) => (language === 'zh' ? '作者补充' : 'From the author'),
    async read({ projectId, authorInput, skill, language }, io) {
      if (authorInput.raw === '' || fillsIn(skill, 'input', language)) return []
      if (authorInput.raw.trim() === '') {
        io.reportOmitted(path, 'not_selected', authorInput.raw.length)
        return []
      }
      return [
        {
          ref: { path },
          storeId: projectId,
          title: path,
          text: authorInput.raw,
          reason: { code: 'input', params: {} },
          of: authorInput,
        },
      ]
    },
  })
}
