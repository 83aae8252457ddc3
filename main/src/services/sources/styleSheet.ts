import { defineSource, type Source } from '../context/source.ts'
import type { FilePort } from './ports.ts'
import { fileDraft, isBlank, rereadFile, ruleFile } from './ruleFile.ts'

const path = '.creonow/rules/style.md'

/** The author's style sheet, whole. An empty sheet adds nothing and costs nothing. */
export function createStyleSheet(files: FilePort): Source {
  return defineSource({
    ...ruleFile,
    name: 'styleSheet',
    display: { name: { zh: '文风', en: 'Style' }, card: 'name' },
    place: 3,
    label: (_draft, language) => (language === 'zh' ? '文风' : 'Style'),
    async read({ projectId }, io) {
      const draft = fileDraft(await files.read(projectId, path), projectId, io)
      return draft && !isBlank(draft.text) ? [draft] : []
    },
    reread: rereadFile(files, (own) => own === path),
  })
}
