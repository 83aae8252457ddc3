import { defineSource, type Source } from '../context/source.ts'
import type { MemoryPort } from './ports.ts'

/**
 * What the author asked of skills that write prose, in this chapter since the app was opened, newest first, at most 500
 * tokens. Skills that only show their answer neither give nor take it: a wish to a critique is none for the next page.
 */
export function createWorkingMemory(memory: Pick<MemoryPort, 'working'>): Source {
  return defineSource({
    name: 'workingMemory',
    display: { name: { zh: '本次写作中的要求', en: 'Asked for during this session' }, card: 'name' },
    layer: 'immediate',
    place: 7,
    stability: 'turn',
    maxTokens: 500,
    shrinkSteps: [{ step: 'head', cutOrder: 5, boundary: 'grapheme' }],
    missing: { code: 'MEMORY_UNAVAILABLE', params: {} },
    label: (_draft, language) =>
      language === 'zh' ? '作者刚才的要求（最近的在前）' : 'What the author asked before (latest first)',
    async read({ projectId, documentId, stateless, skill }) {
      // What earlier requests left behind: a stateless one neither reads nor writes it.
      if (stateless || skill.output === 'show') return []
      const instructions = memory.working.instructions(projectId, documentId)
      if (instructions.length === 0) return []
      return [
        {
          ref: { path: 'memory:working' },
          storeId: projectId,
          title: 'memory:working',
          text: instructions
            .toReversed()
            .map((text) => `- ${text}`)
            .join('\n'),
          reason: { code: 'working_memory', params: {} },
        },
      ]
    },
  })
}
