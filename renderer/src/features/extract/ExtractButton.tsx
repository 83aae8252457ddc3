import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/Button.tsx'
import { ExtractDialog } from './ExtractDialog.tsx'

/** Makes chapters, beats, cards or threads of an answer. */
export const ExtractButton = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button data-testid="extract" title={t('extract.about')} onClick={() => setOpen(true)}>
        <ListPlus size={14} aria-hidden />
        {t('extract.open')}
      </Button>
      {isOpen && <ExtractDialog text={text} onClose={() => setOpen(false)} />}
    </>
  )
}
