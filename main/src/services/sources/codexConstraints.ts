import { defineSource, type Source } from '../context/source.ts'
import { type CodexReader, rereadEntry } from './codexReading.ts'
import type { CodexPort } from './ports.ts'

/** Below the author's own (100): a derived constraint never precedes one. */
const priority = 50

/** Constraints that codex entries bring along. */
export function createCodexConstraints(codex: CodexPort, readingOf: CodexReader): Source {
  return defineSource({
    name: 'codexConstraints',
    display: { name: { zh: '创作约束', en: 'Constraints' }, card: 'list' },
    layer: 'rules',
    place: 2,
    stability: 'book',
    print: 'numbered',
    shrinkSteps: [{ step: 'out', cutOrder: 1 }],
    missing: { code: 'KG_UNAVAILABLE', params: {} },
    label: (_draft, language) => (language === 'zh' ? '创作约束' : 'Constraint'),
    async read(scene, io) {
      const { constraints } = await readingOf(scene, io)
      return constraints.map((constraint) => ({
        ref: { path: constraint.path, item: constraint.id, position: constraint.place },
        storeId: scene.projectId,
        title: constraint.of,
        text: constraint.text,
        priority,
        reason: { code: 'of_entry', params: { entry: constraint.of } },
        of: constraint,
      }))
    },
    reread: rereadEntry(codex),
  })
}
