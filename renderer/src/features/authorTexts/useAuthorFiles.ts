import { useCallback, useEffect, useState } from 'react'
import type { ChannelOutput } from '#contract/index.ts'
import type { Envelope, ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useApp } from '../../app/AppContext.tsx'

type Listed = ChannelOutput<'creonow:file:list'>
export type AuthorFile = Listed['files'][number]

/** The files of one folder for the AI; looked at again after each change, the app's own and others'. */
export const useAuthorFiles = (projectId: string, place: 'settings' | 'skills') => {
  const { ipc } = useApp()
  const [listed, setListed] = useState<Listed | null>(null)
  const [error, setError] = useState<ErrorPayload | null>(null)

  const load = useCallback(async () => {
    const answer = await ipc.invoke('creonow:file:list', { projectId, place })
    if (answer.ok) setListed(answer.data)
    else setError(answer.error)
  }, [ipc, projectId, place])
  useEffect(() => {
    void load()
    return ipc.on('changed', (change) => {
      const isIts = change.paths.some((path) => path === '.creonow' || path.startsWith(`.creonow/${place}`))
      if (change.projectId === projectId && isIts) void load()
    })
  }, [ipc, load, projectId, place])

  /** What was done, or null when it was refused: then the error says why. */
  const after = async <T>(asked: Promise<Envelope<T>>): Promise<T | null> => {
    const answer = await asked
    setError(answer.ok ? null : answer.error)
    if (answer.ok) await load()
    return answer.ok ? answer.data : null
  }

  return {
    listed,
    error,
    create: (name: string) => after(ipc.invoke('creonow:file:create', { projectId, place, name })),
    rename: (path: string, name: string) =>
      after(ipc.invoke('creonow:file:rename', { projectId, path, name })),
    remove: (path: string) => after(ipc.invoke('creonow:file:delete', { projectId, path })),
    restore: (trashId: string) => after(ipc.invoke('creonow:file:restore', { projectId, trashId })),
    copy: (skillId: string, name: string) => after(ipc.invoke('skills:copy', { projectId, skillId, name })),
  }
}

export type AuthorFiles = ReturnType<typeof useAuthorFiles>
