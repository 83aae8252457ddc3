import { isAppError } from '../../lib/appError.ts'
import { defineSource, type Source } from '../context/source.ts'
import type { MemoryPort } from './ports.ts'
import { preferenceDraft, rereadPreference } from './preferences.ts'

const priority = 100

/** Preferences that their author wants as constraints: in Rules instead of Settings. */
export function createPreferenceConstraints(memory: Pick<MemoryPort, 'confirmed'>): Source {
  return defineSource({
    name: 'preferenceConstraints',
    display: { name: { zh: '创作约束', en: 'Constraints' }, card: 'list' },
    layer: 'rules',
    place: 1,
    stability: 'book',
    print: 'numbered',
    shrinkSteps: [{ step: 'out', cutOrder: 1 }],
    missing: { code: 'MEMORY_UNAVAILABLE', params: {} },
    label: (_draft, language) => (language === 'zh' ? '创作约束' : 'Constraint'),
    async read({ projectId }) {
      return (await confirmed(projectId))
        .filter(({ asConstraint }) => asConstraint)
        .map((rule) => ({
          ...preferenceDraft(rule, projectId),
          priority,
          reason: { code: 'preference', params: { as: 'constraint' } } as const,
        }))
    },
    reread: rereadPreference(memory),
  })

  /** A broken file is reported once, by the preferences in Settings. */
  async function confirmed(projectId: string) {
    try {
      return await memory.confirmed(projectId)
    } catch (error) {
      if (isAppError(error, 'MEMORY_UNAVAILABLE')) return []
      throw error
    }
  }
}
