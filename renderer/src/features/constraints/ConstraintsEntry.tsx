import { ListChecks } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../app/AppContext.tsx'

/** The way to the constraints, under the chapters. */
export const ConstraintsEntry = () => {
  const { t } = useTranslation()
  const { view } = useApp()
  return (
    <section className="side-section" aria-label={t('constraints.section')}>
      <h2>{t('constraints.section')}</h2>
      <button
        type="button"
        className="new-chapter"
        data-testid="constraints-open"
        onClick={() => view.setState({ constraintsOpen: true })}
      >
        <ListChecks size={16} aria-hidden />
        {t('constraints.title')}
      </button>
    </section>
  )
}
