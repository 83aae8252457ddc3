import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useDrafts } from '../../app/AppContext.tsx'
import { type DraftPlace, placeId } from './drafts.ts'

/** Beside a row or button whose form was left unfinished. */
export const DraftMark = ({ place }: { readonly place: DraftPlace }) => {
  const { t } = useTranslation()
  const drafts = useDrafts()
  const unfinished = useStore(drafts.store, (state) => state.drafts.has(placeId(place)))
  return unfinished ? <span className="draft-mark">{t('draft.mark')}</span> : null
}
