import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChannelInput } from '#contract/index.ts'
import { useProjectId, useSettings, useWorkspace } from '../../app/AppContext.tsx'
import { formatCount, formatDollars } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { useModels } from '../settings/useAppSettings.ts'
import type { ChosenRun } from './runChoices.ts'

/** Fewer tokens cost nothing that anybody would wait for. */
const fewestTokens = 1000

/** What a change loses of the cache, in a sentence, before it is made; undefined: nothing to speak of. */
export const useCacheNote = (
  change: 'model' | 'front' | 'skill',
  run?: Pick<ChosenRun, 'modelId' | 'choices'>,
): string | undefined => {
  const chosenModelId = useStore(useSettings().store, (state) => state.chosenModelId)
  return useLoss(change, requestOf(useProjectId(), run ?? { modelId: chosenModelId, choices: {} }))
}

/** The same for how hard the model of a run thinks. */
export const useEffortNote = (run: ChosenRun): string | undefined =>
  useLoss('thinking', requestOf(useProjectId(), run))

const requestOf = (
  projectId: string,
  { modelId, choices: { effort } }: Pick<ChosenRun, 'modelId' | 'choices'>,
) => ({
  projectId,
  ...(modelId && { modelId }),
  ...(effort && { effort }),
})

/** The same for the thinking of a service, in the open book: only its own models have anything to lose. */
export const useThinkingNote = (providerId: string | null): string | undefined => {
  const projectId = useStore(useWorkspace().store, (state) => state.project?.projectId)
  const chosenModelId = useStore(useSettings().store, (state) => state.chosenModelId)
  const { defaultModelId } = useModels()
  const modelId = chosenModelId ?? defaultModelId
  const isItsModel = providerId !== null && modelId?.startsWith(`${providerId}/`) === true
  return useLoss('thinking', projectId !== undefined && isItsModel ? { projectId, modelId } : null)
}

function useLoss(
  change: 'model' | 'front' | 'thinking' | 'skill',
  request: ChannelInput<'spending:cache:get'> | null,
): string | undefined {
  const { t } = useTranslation()
  const { data } = useChannelQuery('spending:cache:get', request)
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
