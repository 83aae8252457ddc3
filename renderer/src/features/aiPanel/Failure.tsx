import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { FailureKey } from '../../i18n/sentences.ts'
import { zh } from '../../i18n/zh.ts'

interface Failed {
  readonly code: string
  readonly message: string
  readonly details?: unknown
}

const isKnown = (code: string): code is FailureKey => Object.hasOwn(zh.failure, code)

const detailsOf = ({ details }: Failed): Readonly<Record<string, unknown>> =>
  typeof details === 'object' && details !== null ? { ...details } : {}

/** What went wrong, in the interface's language; in main's words where this page has none. */
export const failureSentence = (failed: Failed, t: TFunction): string => {
  if (!isKnown(failed.code)) return failed.message
  const { host, model, seconds } = detailsOf(failed)
  const later = failed.code === 'AI_BUSY' && typeof seconds === 'number'
  const key = later ? 'AI_BUSY_later' : failed.code
  const minutes = later ? Math.max(1, Math.ceil(seconds / 60)) : ''
  return t(`failure.${key}`, { host: String(host), model: String(model), minutes })
}

/** The provider's own words, folded; nothing where it said nothing. */
export const ProviderWords = ({ failed }: { readonly failed: Failed }) => {
  const { t } = useTranslation()
  const { said } = detailsOf(failed)
  if (typeof said !== 'string') return null
  return (
    <details className="run-said">
      <summary>{t('run.said')}</summary>
      <q>{said}</q>
    </details>
  )
}
