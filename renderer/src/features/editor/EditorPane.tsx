import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, useWorkspace } from '../../app/AppContext.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { OrderLine } from '../atTheText/OrderLine.tsx'
import { SelectionBar } from '../atTheText/SelectionBar.tsx'
import { SpellingMenu } from '../spelling/SpellingMenu.tsx'
import { EditorFooter } from './EditorFooter.tsx'
import { SuggestionDock } from './SuggestionDock.tsx'
import './EditorPane.css'
import './findPanel.css'
import '../names/nameCard.css'

/** The manuscript. The editor itself lives outside React; this gives it its place. */
export const EditorPane = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const editor = useEditor()
  const workspace = useWorkspace()
  const host = useRef<HTMLDivElement>(null)
  const { phase, error, documentId } = useStore(editor.store)

  useLayoutEffect(() => {
    if (host.current !== null) return editor.attach(host.current)
  }, [editor])

  const again = () => {
    if (documentId !== null) void workspace.openDocument(documentId)
  }
  return (
    <section className="editor-pane">
      <div ref={host} className="editor" data-testid="editor" hidden={phase !== 'ready'} />
      {phase === 'loading' && (
        <div className="editor-page">
          <Skeleton label={t('editor.loading')} />
        </div>
      )}
      {phase === 'empty' && <p className="editor-empty">{t('editor.none')}</p>}
      {phase === 'failed' && (
        <div className="editor-page">
          <Notice tone="danger" actions={[{ label: t('editor.again'), onPress: again }]}>
            {t('editor.failed', { message: error === null ? '' : sentence(error) })}
          </Notice>
        </div>
      )}
      {phase === 'ready' && <SelectionBar />}
      {phase === 'ready' && <OrderLine />}
      {phase === 'ready' && <SpellingMenu />}
      {phase === 'ready' && <SuggestionDock />}
      {phase === 'ready' && <EditorFooter />}
    </section>
  )
}
