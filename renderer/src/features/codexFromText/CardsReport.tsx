import { useTranslation } from 'react-i18next'
import type { ChannelOutput } from '#contract/index.ts'
import type { StoredError } from '../../../../main/src/contract/sentences/errorSentence.ts'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'

const mostNamed = 8

/** What became of the names that were to be cards: those made, those there already, those that failed and why. */
export const CardsReport = ({ report }: { readonly report: ChannelOutput<'codex:cards:create'> }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { created, existing, failed } = report
  const listed = (names: readonly string[]) =>
    `${names.slice(0, mostNamed).join(t('run.comma'))}${names.length > mostNamed ? '…' : ''}`
  // The contract carries codes as text.
  const [first] = failed as readonly { readonly error: StoredError }[]
  return (
    <Notice tone={failed.length > 0 ? 'danger' : 'plain'}>
      <p>{t('fromText.done', { n: formatCount(created.length) })}</p>
      {existing.length > 0 && (
        <p>
          {t('fromText.existing', {
            n: formatCount(existing.length),
            names: listed(
              existing.map(({ text, ofName }) =>
                text === ofName ? text : t('fromText.existingIn', { name: text, of: ofName }),
              ),
            ),
          })}
        </p>
      )}
      {first !== undefined && (
        <p>
          {t('fromText.notMade', {
            n: formatCount(failed.length),
            names: listed(failed.map(({ card }) => card)),
            reason: sentence(first.error),
          })}
        </p>
      )}
    </Notice>
  )
}
