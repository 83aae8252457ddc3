import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { type DraftPlace, placeId } from './drafts.ts'

/** Beside a row or button whose form was left unfinished. */
export const DraftMark = ({ place }: { readonly place: DraftPlace }) => {
  const { t } = useTranslation()
  const { drafts } = useApp()
  const unfinished = useStore(drafts.store, (state) => state.drafts.has(placeId(place)))
  return unfinished ? <span className="draft-mark">{t('draft.mark')}</span> : null
}
