import { useCallback, useEffect, useState } from 'react'
import { useJournal, useProjectId } from '../../app/AppContext.tsx'

const kind = 'ignoredName'

/** The rows that the author has ignored for good, in this browser; they can be listed again. */
export const useIgnoredNames = () => {
  const journal = useJournal()
  const projectId = useProjectId()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    void journal
      .list([kind, projectId])
      .then((entries) => setKeys(new Set(entries.map(({ key }) => key[2] ?? ''))))
  }, [journal, projectId])
  const ignore = useCallback(
    (key: string) => {
      setKeys((before) => new Set(before).add(key))
      void journal.save([kind, projectId, key], true)
    },
    [journal, projectId],
  )
  return {
    keys,
    ignore,
    listAgain() {
      for (const key of keys) void journal.drop([kind, projectId, key])
      setKeys(new Set())
    },
  }
}
