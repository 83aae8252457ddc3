import { useTranslation } from 'react-i18next'
import { warningSentence } from '../contextViewer/sentences.ts'
import type { Run } from './runStore.ts'

/** What was not as it should be, each once. */
export const RunWarnings = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation()
  if (run.warnings.length === 0) return null
  return (
    <ul className="run-warnings" aria-label={t('run.warnings')}>
      {run.warnings.map((warning) => (
        <li key={warning}>{warningSentence(warning, run.context ?? {}, t)}</li>
      ))}
    </ul>
  )
}
