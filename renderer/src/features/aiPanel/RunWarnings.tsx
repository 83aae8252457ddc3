import { useTranslation } from 'react-i18next'
import { noticeSentence, warningSentence } from '../contextViewer/sentences.ts'
import type { Run } from './runStore.ts'

/** What was not as it should be, each once. */
export const RunWarnings = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation()
  if (run.warnings.length === 0) return null
  const sentenceOf = (warning: string) => {
    const notice = run.notices[warning]
    return (notice && noticeSentence(notice, t)) ?? warningSentence(warning, run.context ?? {}, t)
  }
  return (
    <ul className="run-warnings" aria-label={t('run.warnings')}>
      {run.warnings.map((warning) => (
        <li key={warning}>{sentenceOf(warning)}</li>
      ))}
    </ul>
  )
}
