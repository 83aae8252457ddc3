import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AgentApproval } from '#contract/agent.ts'
import { type ShownHunk, shownHunks } from './shownDiff.ts'

type File = AgentApproval['files'][number]

/** UTF-16 units that are added to the page at once: all of a long change would take seconds. */
const portionUnits = 60_000

/** The changes of an approval from the first on, as many as were scrolled to. */
export const useShownFiles = (files: readonly File[]) => {
  const { i18n } = useTranslation()
  const [portions, setPortions] = useState(1)
  const hunksOf = useMemo(() => {
    const segmenter = new Intl.Segmenter(i18n.language, { granularity: 'word' })
    const cached = new Map<File, readonly ShownHunk[]>()
    return (file: File) => {
      const hunks = cached.get(file) ?? shownHunks(file.diff, segmenter)
      cached.set(file, hunks)
      return hunks
    }
  }, [i18n.language])
  const { shown, isComplete } = useMemo(
    () => firstOf(files, hunksOf, portions * portionUnits),
    [files, hunksOf, portions],
  )
  const showMore = useCallback(() => setPortions((count) => count + 1), [])
  return { shown, isComplete, showMore }
}

/** The first rows of some files, of about so many units; `isComplete`: all of them. */
export const firstOf = (
  files: readonly File[],
  hunksOf: (file: File) => readonly ShownHunk[],
  maxUnits: number,
) => {
  let units = 0
  let isComplete = true
  const shown: { readonly file: File; readonly hunks: readonly ShownHunk[] }[] = []
  for (const file of files) {
    if (units >= maxUnits) return { shown, isComplete: false }
    const hunks: ShownHunk[] = []
    for (const hunk of hunksOf(file)) {
      const rows = []
      for (const row of hunk.rows) {
        if (units >= maxUnits) {
          isComplete = false
          break
        }
        rows.push(row)
        if (row.state !== 'folded') units += row.chunks.reduce((sum, { text }) => sum + text.length, 20)
      }
      hunks.push(isComplete ? hunk : { rows })
      if (!isComplete) break
    }
    shown.push({ file, hunks })
    if (!isComplete) break
  }
  return { shown, isComplete }
}
