import { useMemo } from 'react'
import { useCodexRows } from '../codex/useCodexRows.ts'

/** Every name of the codex, then every alias, each once; none until they are read. */
export const useCodexNames = (): readonly string[] => {
  const rows = useCodexRows()
  return useMemo(
    () => [
      ...new Set([
        ...(rows ?? []).map(({ name }) => name),
        ...(rows ?? []).flatMap(({ aliases }) => aliases),
      ]),
    ],
    [rows],
  )
}
