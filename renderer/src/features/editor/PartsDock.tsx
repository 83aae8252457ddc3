import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../app/AppContext.tsx'
import type { PartsCount } from './partControls.ts'

/**
 * The decision part by part, at the lower edge of the manuscript. It has the focus when the writer asks for it: J and K go to the
 * next and the previous part, Y takes and N leaves the current one, Ctrl+Z takes the
 * last decision back, Escape goes back to the text.
 */
export const PartsDock = ({ open }: { readonly open: PartsCount }) => {
  const { t } = useTranslation()
  const editor = useEditor()
  const bar = useRef<HTMLDivElement>(null)
  const { isNew } = open
  useEffect(() => {
    if (isNew) bar.current?.focus()
  }, [isNew])
  const keys: Readonly<Record<string, () => void>> = {
    j: () => editor.stepPart(1),
    k: () => editor.stepPart(-1),
    y: () => editor.decideParts(true, 'current'),
    n: () => editor.decideParts(false, 'current'),
    escape: () => editor.focus(),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
    if (!isUndo && (event.ctrlKey || event.metaKey || event.altKey)) return
    const act = isUndo ? editor.undoStep : keys[event.key.toLowerCase()]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const button = (name: string, word: string, key: string | undefined, onPress: () => void) => (
    <button
      type="button"
      className={`suggestion-button ${name === 'take' ? 'suggestion-accept' : ''}`}
      data-testid={`ai-parts-${name}`}
      title={key}
      aria-keyshortcuts={key}
      onClick={onPress}
    >
      {word}
    </button>
  )
  return (
    <div
      ref={bar}
      className="suggestion-bar suggestion-dock suggestion-parts"
      role="toolbar"
      aria-label={t('suggestion.parts')}
      data-testid="suggestion-parts"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <span className="suggestion-writing" role="status">
        {t(open.kind === 'paragraph' ? 'suggestion.paragraphOf' : 'suggestion.changeOf', {
          position: open.position,
          pending: open.pending,
        })}
      </span>
      {button('previous', t('suggestion.previousPart'), 'K', () => editor.stepPart(-1))}
      {button('next', t('suggestion.nextPart'), 'J', () => editor.stepPart(1))}
      {button('take', t('suggestion.takePart'), 'Y', () => editor.decideParts(true, 'current'))}
      {button('leave', t('suggestion.leavePart'), 'N', () => editor.decideParts(false, 'current'))}
      {button('take-rest', t('suggestion.takeRest'), undefined, () => editor.decideParts(true, 'rest'))}
      {button('leave-rest', t('suggestion.leaveRest'), undefined, () => editor.decideParts(false, 'rest'))}
    </div>
  )
}
