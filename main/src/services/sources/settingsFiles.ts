import { defineSource, type Source } from '../context/source.ts'
import type { FilePort } from './ports.ts'
import { fileDraft, reportProblem, rereadFile } from './ruleFile.ts'

/** `.creonow/settings/**`, in code-point order. */
export function createSettingsFiles(files: FilePort): Source {
  return defineSource({
    name: 'settingsFiles',
    display: { name: { zh: '设定文件', en: 'Settings file' }, card: 'title' },
    layer: 'settings',
    place: 1,
    stability: 'book',
    shrinkSteps: [{ step: 'head', cutOrder: 1, boundary: 'sentence' }],
    missing: { code: 'SETTINGS_UNAVAILABLE', params: {} },
    async read({ projectId }, io) {
      const listed = await files.listSettings(projectId)
      for (const problem of listed.problems) reportProblem(problem, io)
      const drafts = []
      for (const { path } of listed.files) {
        io.signal.throwIfAborted()
        const draft = fileDraft(await files.read(projectId, path), projectId, io)
        if (draft && draft.text.trim() !== '')
          drafts.push({ ...draft, confidence: 1, reason: { code: 'file', params: {} } as const })
      }
      return drafts
    },
    reread: rereadFile(files, (path) => path.startsWith('.creonow/settings/')),
  })
}
