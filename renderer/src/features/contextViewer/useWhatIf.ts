import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { BudgetLayers } from '#contract/context.ts'
import {
  useContextModel,
  useEditor,
  useIpc,
  useProjectId,
  useQueries,
  useSettings,
} from '../../app/AppContext.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useAppSettings, useModels } from '../settings/useAppSettings.ts'
import type { ReceiptView } from './contextModel.ts'
import { findEntries, sharesOf, type Terms, viewOf, withShares } from './whatIf.ts'

interface State {
  readonly open: boolean
  /** Null until the budget of the project is known. */
  readonly terms: Terms | null
  readonly layers: BudgetLayers | null
  readonly view: ReceiptView | null
  readonly message: string
}

const nothing: State = { open: false, terms: null, layers: null, view: null, message: '' }

/** What the preview would be under other terms; main answers without sending or writing anything. */
export const useWhatIf = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const ipc = useIpc()
  const context = useContextModel()
  const settings = useSettings()
  const queries = useQueries()
  const editor = useEditor()
  const projectId = useProjectId()
  const documentId = useStore(editor.store, (state) => state.documentId)
  const developer = useAppSettings(({ developerMode }) => developerMode) ?? false
  const { defaultModelId } = useModels()
  const preview = useStore(context.store, (state) => state.shown === 'preview')
  const [state, setState] = useState(nothing)
  /** Of what was asked last: whatever comes next takes its place. */
  const loading = useRef(new AbortController())
  const available = developer && preview && documentId !== null
  const patch = (change: Partial<State>) => setState((previous) => ({ ...previous, ...change }))

  const restart = () => {
    loading.current.abort()
    loading.current = new AbortController()
    return loading.current.signal
  }
  const leave = useCallback(() => {
    loading.current.abort()
    setState(nothing)
  }, [])
  // It was asked for this chapter, beside the preview.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what it was asked for
  useEffect(leave, [leave, available, documentId])
  useEffect(() => () => loading.current.abort(), [])

  const open = async () => {
    patch({ open: true, message: '' })
    if (state.terms !== null) return
    const signal = restart()
    const answer = await queries.fetchChannel('context:budget:get', { projectId })
    if (signal.aborted) return
    if (!answer.ok) return patch({ message: sentence(answer.error) })
    const { layers } = answer.data
    const modelId = settings.store.getState().chosenModelId ?? defaultModelId ?? ''
    patch({ layers, terms: { modelId, shares: sharesOf(layers), pinned: '' } })
  }

  const loadPreview = async () => {
    const { terms, layers } = state
    const request = context.request()
    if (terms === null || layers === null) return
    if (request === null) return patch({ message: t('viewer.empty') })
    const signal = restart()
    const listed = await queries.fetchChannel('codex:list', { projectId })
    if (signal.aborted) return
    if (!listed.ok) return patch({ message: sentence(listed.error) })
    const { ids, unknown } = findEntries(terms.pinned, listed.data.entries)
    if (unknown.length > 0)
      return patch({ message: t('viewerTools.unknownEntry', { names: unknown.join(t('run.comma')) }) })
    const { modelId, shares } = terms
    const answer = await ipc.invoke(
      'context:inspect',
      {
        ...request,
        ...(modelId === '' ? {} : { modelId }),
        pinned: ids,
        overrides: { budget: withShares(layers, shares) },
      },
      { signal },
    )
    if (signal.aborted) return
    if (answer.ok) patch({ view: viewOf(request, modelId, answer.data), open: false, message: '' })
    else if (answer.error.code !== 'CANCELLED') patch({ message: sentence(answer.error) })
  }

  return {
    ...state,
    available,
    show: () => void open(),
    close: () => patch({ open: false, message: '' }),
    change: (terms: Terms) => patch({ terms }),
    loadPreview: () => void loadPreview(),
    leave,
  }
}

export type WhatIf = ReturnType<typeof useWhatIf>
