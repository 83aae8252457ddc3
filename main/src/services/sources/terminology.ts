import { defineSource, type Source } from '../context/source.ts'
import type { FilePort } from './ports.ts'
import { fileDraft, isBlank, reportProblem, rereadFile, ruleFile } from './ruleFile.ts'

const path = '.creonow/rules/terminology.json'
const noTerms = /^\s*\{\s*"terms"\s*:\s*\[\s*\]\s*,\s*"banned"\s*:\s*\[\s*\]\s*\}\s*$/

/** Words to use and words to avoid, as the author wrote them. */
export function createTerminology(files: FilePort): Source {
  return defineSource({
    ...ruleFile,
    name: 'terminology',
    display: { name: { zh: '用词', en: 'Wording' }, card: 'name' },
    place: 4,
    label: (_draft, language) => (language === 'zh' ? '用词' : 'Wording'),
    async read({ projectId }, io) {
      const file = await files.read(projectId, path)
      const list = await files.terminology(projectId)
      if ('problem' in list) {
        reportProblem(list, io)
        return []
      }
      for (const notice of list.notices ?? []) io.notice(notice)
      const draft = fileDraft(list.copy ?? file, projectId, io)
      return draft && !isBlank(draft.text) && !noTerms.test(draft.text) ? [draft] : []
    },
    reread: rereadFile(files, (own) => own === path),
  })
}
