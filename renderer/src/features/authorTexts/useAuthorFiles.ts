import type { ChannelOutput } from '#contract/index.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'

/** The author's files of one folder, and writing them; what is sent answers null where it was refused, for the reason in `error`. */
export const useAuthorFiles = (projectId: string, place: 'settings' | 'skills') => {
  const list = useChannelQuery('creonow:file:list', { projectId, place })
  const { send, error } = useChannelMutation(
    'creonow:file:create',
    'creonow:file:rename',
    'creonow:file:delete',
    'creonow:file:restore',
    'skills:copy',
  )
  const listed: ChannelOutput<'creonow:file:list'> | undefined = list.data
  return {
    listed,
    error: list.error ?? error,
    create: (name: string) => send('creonow:file:create', { projectId, place, name }),
    rename: (path: string, name: string) => send('creonow:file:rename', { projectId, path, name }),
    remove: (path: string) => send('creonow:file:delete', { projectId, path }),
    restore: (trashId: string) => send('creonow:file:restore', { projectId, trashId }),
    copy: (skillId: string, name: string) => send('skills:copy', { projectId, skillId, name }),
  }
}

export type AuthorFiles = ReturnType<typeof useAuthorFiles>
