import { isAppError } from '../../lib/appError.ts'
import type { Ref } from '../context/index.ts'
import {
  type Draft,
  defineSource,
  type RereadRequest,
  type Source,
  type SourceIo,
} from '../context/source.ts'
import type { MemoryPort, PreferenceRule } from './ports.ts'

type Confirmed = Pick<MemoryPort, 'confirmed'>

/** Confirmed preferences, by how sure they are. */
export function createPreferences(memory: Confirmed): Source {
  return defineSource({
    name: 'preferences',
    display: { name: { zh: '写作偏好', en: 'Writing preference' }, card: 'name' },
    layer: 'settings',
    place: 2,
    stability: 'book',
    part: 'preferences',
    shrinkSteps: [{ step: 'head', cutOrder: 1, boundary: 'paragraph' }],
    missing: { code: 'MEMORY_UNAVAILABLE', params: {} },
    label: (_draft, language) => (language === 'zh' ? '写作偏好' : 'Preference'),
    async read({ projectId }, io) {
      const all = await readable(memory, projectId, io)
      return all
        .filter(({ asConstraint }) => !asConstraint)
        .map((rule) => ({
          ...preferenceDraft(rule, projectId),
          confidence: rule.confidence,
          reason: { code: 'preference', params: { as: 'setting' } } as const,
        }))
    },
    reread: rereadPreference(memory),
  })
}

export function preferenceDraft(rule: PreferenceRule, projectId: string): Omit<Draft, 'reason'> {
  return {
    ref: { path: `memory:${rule.id}` },
    storeId: projectId,
    title: rule.id,
    text: rule.text.trim(),
    of: rule,
  }
}

/** Nothing, with a row and a notice, when the file is broken; any other failure is the engine's to report. */
async function readable(
  memory: Confirmed,
  projectId: string,
  io: SourceIo,
): Promise<readonly PreferenceRule[]> {
  try {
    return await memory.confirmed(projectId)
  } catch (error) {
    if (!isAppError(error, 'MEMORY_UNAVAILABLE')) throw error
    io.reportOmitted('.creonow/memory/preferences.json', 'invalid_format')
    io.notice({ code: 'MEMORY_UNAVAILABLE', params: {} })
    return []
  }
}

export function rereadPreference(memory: Confirmed) {
  return async ({ path }: Ref, { projectId }: RereadRequest) => {
    if (!path.startsWith('memory:')) return undefined
    const rule = (await memory.confirmed(projectId)).find(({ id }) => `memory:${id}` === path)
    return rule && { text: rule.text.trim() }
  }
}
