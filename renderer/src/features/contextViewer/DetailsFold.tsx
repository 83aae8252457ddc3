import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface DetailsFoldProps {
  /** What they are of. */
  readonly of: string
  readonly children: ReactNode
}

/** What only somebody who reports a fault asks for, such as a hash or the name of a pattern. */
export const DetailsFold = ({ of, children }: DetailsFoldProps) => {
  const { t } = useTranslation()
  return (
    <details className="viewer-details">
      <summary aria-label={t('viewer.detailsOf', { name: of })}>{t('viewer.details')}</summary>
      {children}
    </details>
  )
}
