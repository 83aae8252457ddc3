import type { ManuscriptService } from '../services/manuscript/index.ts'
import type { ProjectService } from '../services/project/index.ts'
import type { documents as channels } from './contract/documents.ts'
import type { Handlers } from './router.ts'

export function documentsHandlers(options: {
  readonly manuscript: ManuscriptService
  readonly projects: Pick<ProjectService, 'rootOf'>
}): Handlers<typeof channels> {
  const { manuscript, projects } = options
  return {
    'documents:list': async ({ projectId }) => ({ documents: await manuscript.list(projectId) }),
    'documents:read': async ({ projectId, documentId }) => {
      const { text, hash } = await manuscript.read(projectId, documentId)
      return { text, hash }
    },
    'documents:save': ({ projectId, documentId, text, baseHash }) =>
      manuscript.save(projectId, documentId, text, baseHash),
    'documents:create': ({ projectId, ...input }) => manuscript.create(projectId, input),
    'documents:import': ({ projectId, upload, append, encoding }) =>
      manuscript.importInto(projects.rootOf(projectId), {
        bytes: Buffer.from(upload.base64, 'base64'),
        fileName: upload.fileName,
        append: append ?? false,
        ...(encoding === undefined ? {} : { encoding }),
      }),
  }
}
