import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useProjectId, useSettings } from '../../app/AppContext.tsx'
import { formatCount, formatDollars } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'

/** Fewer tokens cost nothing that anybody would wait for. */
const fewestTokens = 1000

/** What a change loses of the cache, in a sentence, before it is made; undefined: nothing to speak of. */
export const useCacheNote = (change: 'model' | 'front'): string | undefined => {
  const { t } = useTranslation()
  const modelId = useStore(useSettings().store, (state) => state.chosenModelId)
  const { data } = useChannelQuery('spending:cache:get', {
    ...{ projectId: useProjectId() },
    ...(modelId && { modelId }),
  })
  if (data === undefined || data.tokens < fewestTokens) return undefined
  const { tokens, lostPrice } = data
  const params = { tokens: formatCount(tokens), price: formatDollars(lostPrice ?? 0) }
  return t(`spending.loss.${change}${lostPrice === null ? 'Unpriced' : ''}`, params)
}

/** The same as a line above what stands at the beginning of every request. */
export const CacheNote = () => {
  const note = useCacheNote('front')
  return note === undefined ? null : (
    <p className="quiet" data-testid="cache-note">
      {note}
    </p>
  )
}
