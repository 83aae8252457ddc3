import { Tabs } from '@base-ui/react/tabs'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useContextModel, useEditor, useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { useRunsHere } from '../aiPanel/useRunsHere.ts'
import { AskTab } from './AskTab.tsx'
import { CompareTab } from './CompareTab.tsx'
import { PromptTab } from './PromptTab.tsx'
import { ReadTab } from './ReadTab.tsx'
import { RunOfParagraph } from './RunOfParagraph.tsx'
import { useShownReceipt } from './useReceipt.ts'
import { useViewerKeys } from './useViewerKeys.ts'
import { useWhatIf } from './useWhatIf.ts'
import { ViewerBar } from './ViewerBar.tsx'
import { ViewerState } from './ViewerState.tsx'
import { WhatIfTools } from './WhatIfTools.tsx'

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
  const receiptId = useRunsHere().last?.receiptId
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
                {name === 'ask' ? t('ask.title') : t(`viewer.${name}`)}
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
              <AskTab key={shown.receipt.receiptId} shown={shown} />
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
