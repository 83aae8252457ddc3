import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useRuns } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { RunCard } from './RunCard.tsx'
import { useRunsHere } from './useRunsHere.ts'

/** The runs of the open chapter, newest last; of each request the version that was chosen. */
export const RunList = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const runs = useRuns()
  const { runs: here, last } = useRunsHere()
  const list = useMemo(() => here.filter(({ hidden }) => hidden !== true), [here])
  const blocked = useStore(runs.store, (state) => state.blocked)
  const end = useRef<HTMLDivElement>(null)
  // The list follows its newest run, also while it grows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what moves the end
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [list])
  return (
    <div className="run-list" data-testid="ai-runs">
      {list.length === 0 && blocked === null && <p className="panel-note">{t('panel.runsEmpty')}</p>}
      {list.map((run) => (
        <RunCard key={run.key} run={run} last={run === last} />
      ))}
      {blocked !== null && <Notice tone="danger">{t('run.blocked', { message: sentence(blocked) })}</Notice>}
      <div ref={end} />
    </div>
  )
}
