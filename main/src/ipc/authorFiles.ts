import type { authorFiles as channels } from '../contract/authorFiles.ts'
import { ErrorCode } from '../contract/errorCodes.ts'
import { AppError } from '../lib/appError.ts'
import { readSkillFields, type SkillCatalogue, withSkillFields } from '../services/ai/index.ts'
import type { AuthorFiles, TerminologyStore } from '../services/creonow/index.ts'
import type { ProjectService } from '../services/project/index.ts'
import type { Handlers } from './router.ts'

export interface AuthorFileHandlerOptions {
  readonly authorFiles: AuthorFiles
  readonly terminology: TerminologyStore
  readonly projects: ProjectService
  readonly skills: SkillCatalogue
}

/** What the author writes for the model, as its screens read and save it. */
export function authorFileHandlers(options: AuthorFileHandlerOptions): Handlers<typeof channels> {
  const { authorFiles, terminology, projects, skills } = options
  return {
    'creonow:file:list': async ({ projectId, place }) => ({
      files: [...(await authorFiles.list(projectId, place))],
      removed: (await authorFiles.removed(projectId, place)).map(({ trashId, path, removedAt }) => ({
        trashId,
        name:
          path
            .split('/')
            .at(-1)
            ?.replace(/\.[^.]+$/, '') ?? path,
        removedAt,
      })),
    }),
    'creonow:file:read': ({ projectId, path }) => authorFiles.read(projectId, path),
    'creonow:file:save': async ({ projectId, path, text, baseHash }) => ({
      hash: await authorFiles.save(projectId, path, text, baseHash),
    }),
    'creonow:file:create': async ({ projectId, place, name }) => {
      const text = place === 'skills' ? await skills.blank(projectId, name.slice(0, 80)) : ''
      return { path: await authorFiles.create(projectId, place, name, text) }
    },
    'creonow:file:rename': async ({ projectId, path, name }) => ({
      path: await authorFiles.rename(projectId, path, name),
    }),
    'creonow:file:delete': async ({ projectId, path }) => ({
      trashId: await authorFiles.remove(projectId, path),
    }),
    'creonow:file:restore': async ({ projectId, trashId }) => ({
      path: await authorFiles.restore(projectId, trashId),
    }),
    'creonow:terminology:get': async ({ projectId }) => {
      const { list, hash } = await terminology.load(projectId)
      return { terminology: structuredClone(list) as never, hash } // readonly to writable: a copy
    },
    'creonow:terminology:save': async ({ projectId, terminology: list, baseHash }) => ({
      hash: await terminology.save(projectId, list, baseHash),
    }),
    'projects:profile:get': async ({ projectId }) => {
      const { facts, hash } = await projects.facts(projectId)
      return { profile: facts, hash }
    },
    'projects:profile:save': async ({ projectId, profile, baseHash }) => ({
      hash: await projects.setFacts(projectId, profile, baseHash),
    }),
    'skills:read': async ({ projectId, path }) => {
      const { text, hash } = await authorFiles.read(projectId, path)
      return { ...readSkillFields(text), text, hash }
    },
    'skills:save': async ({ projectId, path, skill, baseHash }) => {
      const { text, hash } = await authorFiles.read(projectId, path)
      if (hash !== baseHash) throw new AppError(ErrorCode.CONFLICT, { why: 'skill', path })
      return { hash: await authorFiles.save(projectId, path, withSkillFields(text, skill), baseHash) }
    },
    'skills:copy': async ({ projectId, skillId, name }) => {
      const { language } = await projects.profile(projectId)
      const text = await skills.copy(projectId, skillId, name.slice(0, 80), language)
      return { path: await authorFiles.create(projectId, 'skills', name, text) }
    },
  }
}
