import { useTranslation } from 'react-i18next'
import { useView, useViewStore } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'

/** What became of the link that was to be copied; one that the browser does not copy can be copied by hand. */
export const CopiedLink = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const copied = useView(({ copiedLink }) => copiedLink)
  if (copied === null) return null
  return (
    <Notice
      tone={copied.outcome === 'copied' ? 'plain' : 'warning'}
      actions={[{ label: t('error.dismiss'), onPress: () => view.setState({ copiedLink: null }) }]}
    >
      <span data-testid="copied-link">
        {t(`atTheText.link.${copied.outcome}`)} {copied.outcome === 'refused' && <code>{copied.link}</code>}
      </span>
    </Notice>
  )
}
