import { useTranslation } from 'react-i18next'
import type { StoredError } from '#contract/sentences/errorSentence.ts'

/** The provider's own words, folded; nothing where it said nothing. */
export const ProviderWords = ({ failed: { details } }: { readonly failed: StoredError }) => {
  const { t } = useTranslation()
  const message = typeof details === 'object' && details !== null && 'said' in details ? details.said : null
  if (typeof message !== 'string') return null
  return (
    <details className="run-said">
      <summary>{t('run.said')}</summary>
      <q>{message}</q>
    </details>
  )
}
