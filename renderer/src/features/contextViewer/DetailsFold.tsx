import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What only somebody who reports a fault asks for, such as a hash or the name of a pattern. */
export const DetailsFold = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <details className="viewer-details">
      <summary>{t('viewer.details')}</summary>
      {children}
    </details>
  )
}
