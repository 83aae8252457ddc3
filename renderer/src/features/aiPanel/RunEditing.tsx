import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor, useRuns } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { isEdited, type Run } from './runStore.ts'

/** Lets the author change a suggestion before it is taken; what is typed shows in the text at once. */
export const RunEditing = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation()
  const id = useId()
  const runs = useRuns()
  const editor = useEditor()
  const isDivided = useStore(editor.store, (state) => state.openParts !== null)
  /** What the field holds; null while there is none. The suggestion never is without words. */
  const [typed, setTyped] = useState<string | null>(null)
  if (isDivided) return null
  const start = async () => {
    if (await runs.startEditing()) setTyped(runs.textOf(run.key))
  }
  const revert = () => {
    runs.revert()
    setTyped(null)
  }
  if (typed === null)
    return (
      <>
        <Button data-testid="ai-card-edit" onClick={() => void start()}>
          {t('run.edit')}
        </Button>
        {isEdited(run) && (
          <Button data-testid="ai-card-revert" onClick={revert}>
            {t('run.revert')}
          </Button>
        )}
      </>
    )
  return (
    <div className="run-editing">
      <label className="visually-hidden" htmlFor={id}>
        {t('run.editing')}
      </label>
      <textarea
        id={id}
        className="field"
        data-testid="ai-card-text"
        rows={10}
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the field replaces the button the writer has just pressed
        autoFocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          runs.edit(target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
          // It would discard the suggestion.
          event.preventDefault()
          event.stopPropagation()
          setTyped(null)
        }}
      />
      <Button data-testid="ai-card-edited" onClick={() => setTyped(null)}>
        {t('run.editDone')}
      </Button>
      <Button onClick={revert}>{t('run.revert')}</Button>
    </div>
  )
}
