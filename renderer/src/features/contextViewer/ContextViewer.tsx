import { Tabs } from '@base-ui/react/tabs'
import { FileDown } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useContextModel, useEditor, useProjectId, useQueries, useViewStore } from '../../app/AppContext.tsx'
import { saveFile } from '../../app/saveFile.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Select } from '../../components/SelectField.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useCurrentRuns } from '../aiPanel/useCurrentRuns.ts'
import { useModels } from '../settings/useAppSettings.ts'
import { CompareTab } from './CompareTab.tsx'
import type { ReceiptView } from './contextModel.ts'
import { runName } from './evidence.ts'
import { LookupTab } from './LookupTab.tsx'
import { PromptTab } from './PromptTab.tsx'
import { ReadTab } from './ReadTab.tsx'
import { RunOfParagraph } from './RunOfParagraph.tsx'
import { makeReport } from './report.ts'
import { createSaltedHash } from './saltedHash.ts'
import { useRunReceipts, useShownReceipt } from './useReceipt.ts'
import { useWhatIf, type WhatIf } from './useWhatIf.ts'
import { WhatIfForm } from './WhatIfForm.tsx'
import './ContextViewer.css'

type TabName = 'read' | 'ask' | 'compare' | 'prompt'

/** Exactly what a run read, and why: parts, cuts, fingerprints, the prompt itself. */
export const ContextViewer = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const context = useContextModel()
  const editor = useEditor()
  const [tab, setTab] = useState<TabName>('read')
  const [base, setBase] = useState<string | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const projectId = useProjectId()
  const documentId = useStore(editor.store, (state) => state.documentId)
  const receiptId = useCurrentRuns().last?.receiptId
  const { data: stored } = useShownReceipt()
  const whatIf = useWhatIf()
  const shown = whatIf.view ?? stored ?? null

  // A new run or another chapter brings the viewer to its newest context.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what changes what is newest
  useEffect(() => {
    context.showLatest(projectId)
  }, [context, projectId, documentId, receiptId])

  const keys = useMemo(
    () => ({
      close: () => view.setState({ viewerOpen: false }),
      search: () => setTab('prompt'),
      compare: () => setTab('compare'),
    }),
    [view],
  )
  useViewerKeys(root, keys)

  return (
    <div ref={root} className="viewer" data-testid="ai-context-panel">
      <Tabs.Root className="viewer-tabs-root" value={tab} onValueChange={(value: TabName) => setTab(value)}>
        <ViewerBar>
          <Tabs.List className="viewer-tabs" aria-label={t('viewer.title')}>
            {(['read', 'ask', 'compare', 'prompt'] as const).map((name) => (
              <Tabs.Tab key={name} value={name} className="tab">
                {name === 'ask' ? t('lookup.title') : t(`viewer.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </ViewerBar>
        <div className="viewer-tools">
          <RunOfParagraph />
          <WhatIfTools whatIf={whatIf} />
        </div>
        {shown === null ? (
          <ViewerState />
        ) : (
          <>
            <Tabs.Panel value="read" className="viewer-panel">
              <ReadTab shown={shown} />
            </Tabs.Panel>
            <Tabs.Panel value="ask" className="viewer-panel">
              <LookupTab key={shown.receipt.receiptId} shown={shown} />
            </Tabs.Panel>
            <Tabs.Panel value="compare" className="viewer-panel">
              <CompareTab shown={shown} base={base} onBase={setBase} />
            </Tabs.Panel>
            <Tabs.Panel value="prompt" className="viewer-panel">
              <PromptTab prompt={shown.prompt} />
            </Tabs.Panel>
          </>
        )}
      </Tabs.Root>
    </div>
  )
}

/** The viewer while it has nothing to show: loading, empty, or an error with a way out. */
const ViewerState = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const context = useContextModel()
  const queries = useQueries()
  const previewError = useStore(context.store, (state) => state.previewError)
  const { error: viewError, isLoading } = useShownReceipt()
  const projectId = useProjectId()
  const error = viewError ?? previewError
  if (isLoading) return <Skeleton label={t('viewer.loading')} lines={8} />
  if (error === null) return <p className="panel-note">{t('viewer.empty')}</p>
  const again = () => {
    context.showLatest(projectId)
    void queries.invalidateProject(projectId)
  }
  return (
    <Notice tone="danger" actions={[{ label: t('error.retry'), onPress: again }]}>
      {t('viewer.failed', { message: sentence(error) })}
    </Notice>
  )
}

/** Tabs of the viewer and the choice of run. */
const ViewerBar = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation()
  const context = useContextModel()
  const shown = useStore(context.store, (state) => state.shown)
  const runs = useRunReceipts()
  const { data } = useShownReceipt()
  return (
    <div className="viewer-bar">
      {children}
      <span className="grow" />
      <Select
        variant="quiet"
        label={t('viewer.which')}
        value={shown}
        options={[
          { value: 'preview', label: t('viewer.preview') },
          ...runs.map((line) => ({ value: line.receiptId, label: runName(line, t) })),
        ]}
        onChange={context.show}
      />
      {data !== undefined && <ExportButton shown={data} />}
    </div>
  )
}

/** Saves what is shown as a report for a bug, with hashes in the place of every text and name. */
const ExportButton = ({ shown }: { readonly shown: ReceiptView }) => {
  const { t } = useTranslation()
  const queries = useQueries()
  const exportReport = async () => {
    const version = import.meta.env.APP_VERSION ?? null
    const answer = await queries.fetchChannel('context:sources:list', {})
    const sourceNames = new Set(answer.ok ? answer.data.sources.map(({ sourceName }) => sourceName) : [])
    const report = await makeReport(shown, { version, sourceNames, hash: createSaltedHash() })
    const text = `${JSON.stringify(report, null, 2)}\n`
    saveFile(text, `creonow-report-${shown.receipt.receiptId}.json`, 'application/json')
  }
  return <IconButton icon={FileDown} label={t('report.export')} onPress={() => void exportReport()} />
}

interface ViewerKeys {
  readonly close: () => void
  readonly search: () => void
  readonly compare: () => void
}

const typing =
  'input, textarea, [role="combobox"], [role="listbox"], [contenteditable="true"], [role="dialog"], .sheet'

/** The viewer's keys, heard wherever the focus is, except where keys make text. */
const useViewerKeys = (root: RefObject<HTMLElement | null>, keys: ViewerKeys) => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : document.body
      const inside = root.current?.contains(target) ?? false
      const writes = target.closest(typing) !== null
      if (event.defaultPrevented || (writes && !(inside && event.key === 'Escape'))) return
      // A sheet beside the text goes first when a button in it has taken the focus along.
      if (event.key === 'Escape' && target === document.body && document.querySelector('.sheet')) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const done = () => event.preventDefault()
      if (event.key === 'Escape') {
        done()
        keys.close()
      } else if (event.key === '/') {
        done()
        keys.search()
      } else if (event.key === 'd') {
        done()
        keys.compare()
      } else if (root.current !== null && moveBetweenChunks(root.current, event.key)) done()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [root, keys])
}

/** Moves the focus to the next or previous chunk of the viewer; false when the key is for something else. */
const moveBetweenChunks = (root: HTMLElement, key: string): boolean => {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false
  const chunks = [...root.querySelectorAll<HTMLElement>('[data-chunk]')]
  const now = chunks.findIndex((chunk) => chunk.contains(document.activeElement))
  const next = now === -1 ? 0 : now + (key === 'ArrowDown' ? 1 : -1)
  const target = chunks[Math.min(chunks.length - 1, Math.max(0, next))]
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
  return target !== undefined
}

/** Opens the form; over what it gave stands that nothing was sent, with a way back. Developer mode only. */
const WhatIfTools = ({ whatIf }: { readonly whatIf: WhatIf }) => {
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
