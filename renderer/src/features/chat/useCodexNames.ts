import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'

/** Every name of the codex, then every alias, each once. */
export const useCodexNames = (projectId: string): readonly string[] => {
  const { ipc, codex } = useApp()
  const version = useStore(codex.store, (state) => state.version)
  const [names, setNames] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed codex has other names
  useEffect(() => {
    let current = true
    void ipc.invoke('codex:list', { projectId }).then((answer) => {
      // Without names there is nothing to complete; a fault of the codex is told where the codex is.
      if (!current || !answer.ok) return
      const { entries } = answer.data
      setNames([
        ...new Set([...entries.map(({ name }) => name), ...entries.flatMap(({ aliases }) => aliases)]),
      ])
    })
    return () => {
      current = false
    }
  }, [ipc, projectId, version])
  return names
}
