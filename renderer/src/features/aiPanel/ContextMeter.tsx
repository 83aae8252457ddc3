import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useContextModel, useViewStore } from '../../app/AppContext.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { windowSegments } from '../contextViewer/evidence.ts'
import { Legend } from '../contextViewer/Legend.tsx'
import { StackedBar } from '../contextViewer/StackedBar.tsx'
import { isWorking } from './runStore.ts'
import { useRunsHere } from './useRunsHere.ts'

/** What the model will read if a skill runs now, in one line and one bar. */
export const ContextMeter = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const view = useViewStore()
  const context = useContextModel()
  const { preview, previewError } = useStore(context.store)
  const { last: run } = useRunsHere()
  // Until the caret has rested there is no preview; then the last run says most.
  const shown = run?.context ?? null
  const isLast = shown !== null && ((run !== undefined && isWorking(run)) || preview === null)
  const summary = isLast ? shown : preview
  if (run?.state.phase === 'preparing' && run.state.step === 'warmingUp')
    return <p className="panel-note">{t('run.warmingUp')}</p>
  if (summary === null) {
    return (
      <p className="panel-note">{previewError === null ? t('panel.meterEmpty') : sentence(previewError)}</p>
    )
  }
  const segments = windowSegments(summary)
  const layers = segments.filter(({ name }) => name !== 'free' && name !== 'reserve')
  return (
    <button
      type="button"
      className="meter"
      data-testid="ai-context-meter"
      onClick={() => view.setState({ viewerOpen: true })}
    >
      <span className="meter-heading">
        <b>{t(isLast ? 'panel.meterLast' : 'panel.meter')}</b>
        <span className="grow" />
        <span className="number">
          {t('panel.meterOf', {
            used: formatCount(summary.tokenCount),
            total: formatCount(summary.budget.maxInputTokens),
          })}
        </span>
      </span>
      <StackedBar segments={segments} total={summary.budget.windowTokens} />
      <Legend segments={layers} />
    </button>
  )
}
