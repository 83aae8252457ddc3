import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { SkillSummary } from '#contract/ai.ts'
import { useEditor, useIpc } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import './TrySkill.css'

interface TrySkillProps {
  readonly projectId: string
  readonly skill: SkillSummary | undefined
  /** Stores what is unsaved first. */
  readonly onTry: () => Promise<boolean>
}

type Tried = { readonly kind: 'none' | 'writing' | 'done' | 'failed'; readonly text: string }
const offlineModel = 'fake'

/** Runs the skill on the offline model at the caret; what comes is shown here and goes nowhere. */
export const TrySkill = ({ projectId, skill, onTry }: TrySkillProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const ipc = useIpc()
  const editor = useEditor()
  const { documentId, savedPosition } = useStore(editor.store)
  const [tried, setTried] = useState<Tried>({ kind: 'none', text: '' })
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])

  const start = async () => {
    if (skill === undefined || documentId === null || savedPosition === null) return
    stop.current()
    setTried({ kind: 'writing', text: '' })
    if (!(await onTry())) return setTried({ kind: 'none', text: '' })
    let runId: string | null = null
    let text = ''
    const stopEvents = ipc.on('run', (event) => {
      if (event.runId !== runId) return
      if (event.type === 'text') {
        text += event.delta
        setTried({ kind: 'writing', text })
      } else if (event.type === 'thought') text = ''
      else if (event.type === 'done') setTried({ kind: 'done', text: event.text })
      else if (event.type === 'error') setTried({ kind: 'failed', text: sentence(event.error) })
      if (event.type === 'done' || event.type === 'error') stop.current()
    })
    stop.current = () => {
      stopEvents()
      stop.current = () => undefined
    }
    const { cursorPosition, selection } = savedPosition
    const answer = await ipc.invoke('ai:run', {
      projectId,
      documentId,
      cursorPosition,
      skillId: skill.id,
      modelId: offlineModel,
      ...(selection === null ? {} : { selection }),
    })
    if (answer.ok) runId = answer.data.runId
    else {
      stop.current()
      setTried({ kind: 'failed', text: sentence(answer.error) })
    }
  }
  const ready =
    skill !== undefined && skill.error === undefined && documentId !== null && savedPosition !== null
  return (
    <div className="sheet-list" data-testid="skill-try">
      <div className="sheet-tools">
        <Button disabled={!ready || tried.kind === 'writing'} onClick={() => void start()}>
          {t('skillScreen.try')}
        </Button>
        <span className="quiet">{t(ready ? 'skillScreen.tryHint' : 'skillScreen.tryNotReady')}</span>
      </div>
      <div role="status">
        {tried.kind === 'failed' && <p className="form-error">{tried.text}</p>}
        {(tried.kind === 'writing' || tried.kind === 'done') && <p className="skill-answer">{tried.text}</p>}
      </div>
    </div>
  )
}
