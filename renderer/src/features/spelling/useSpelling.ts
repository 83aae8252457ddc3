import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useSpellingModel, useWorkspace } from '../../app/AppContext.tsx'
import { useChannelQuery } from '../../ipc/queries.ts'
import { useAppSettings } from '../settings/useAppSettings.ts'

/**
 * Checks the open book if it is English: Chinese characters are never misspelt. Names of the codex are good words. Words
 * of the author's lists are marked in every book.
 */
export const useSpelling = () => {
  const spelling = useSpellingModel()
  const workspace = useWorkspace()
  const project = useStore(workspace.store, (state) => state.project)
  const isOn = useAppSettings(({ editor }) => editor.spelling) ?? true
  const asked = isOn && project?.language === 'en' ? { projectId: project.projectId } : null
  const { data: codex } = useChannelQuery('codex:list', asked)
  const { data: own } = useChannelQuery('spelling:list', asked)
  const words =
    asked === null
      ? null
      : [
          ...(codex?.entries ?? []).flatMap(({ name, aliases }) => [name, ...aliases]),
          ...(own?.words ?? []),
        ].join('\n')
  const { data: lists } = useChannelQuery(
    'wordLists:list',
    project === null ? null : { projectId: project.projectId },
  )
  useEffect(() => spelling.checkLists(lists?.lists.some((list) => list.isOn) ?? false), [spelling, lists])
  useEffect(() => spelling.check(words === null ? null : words.split('\n')), [spelling, words])
}
