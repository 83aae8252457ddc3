import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/Notice.tsx'
import { useModels } from '../settings/useAppSettings.ts'
import type { WhatIf } from './useWhatIf.ts'
import { WhatIfForm } from './WhatIfForm.tsx'

/** Opens the form; over what it gave stands that nothing was sent, with a way back. Developer mode only. */
export const WhatIfTools = ({ whatIf }: { readonly whatIf: WhatIf }) => {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const { models } = useModels()
  const { available, open, terms, view, message } = whatIf
  const focus = () => button.current?.focus()
  // The form that had the focus is gone.
  useEffect(() => {
    if (view !== null) button.current?.focus()
  }, [view])

  const nameOf = (modelId: string) => models.find(({ id }) => id === modelId)?.name ?? modelId
  if (!available) return null
  const close = () => {
    whatIf.close()
    focus()
  }
  const back = () => {
    whatIf.leave()
    focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="viewer-tool"
        data-testid="what-if"
        aria-expanded={open}
        onClick={open ? close : whatIf.show}
      >
        {t('viewerTools.whatIf')}
      </button>
      <div className="what-if">
        {open && terms !== null && <WhatIfForm whatIf={whatIf} terms={terms} onClose={close} />}
        {message !== '' && <Notice tone="danger">{t('viewer.failed', { message })}</Notice>}
        {view !== null && (
          <Notice tone="warning" actions={[{ label: t('viewerTools.back'), onPress: back }]}>
            {t('viewerTools.notSent', { model: nameOf(view.receipt.modelId) })}
          </Notice>
        )}
      </div>
    </>
  )
}
