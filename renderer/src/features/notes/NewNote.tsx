import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useProjectId, useViewStore } from '../../app/AppContext.tsx'
import type { NoteTarget } from '../../app/viewStore.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelMutation } from '../../ipc/queries.ts'
import { useMessage } from '../chat/useMessage.ts'

/** A note that is being written about words of a chapter; what is typed stays until it is stored. */
export const NewNote = ({ target }: { readonly target: NoteTarget }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const view = useViewStore()
  const editor = useEditor()
  const projectId = useProjectId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { send, error } = useChannelMutation('notes:add')
  const { documentId, start, words } = target
  const { message, isEmpty, ...own } = useMessage({ projectId, form: 'note', row: '' }, async (text) => {
    // The words must be in the chapter as it is stored.
    if ((await editor.flush()) === null) return false
    const added = await send('notes:add', { projectId, documentId, start, words, text })
    if (added !== null) {
      view.setState({ noteTarget: null })
      editor.focus()
    }
    return added !== null
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: called again for the same words it comes back
  useLayoutEffect(() => field.current?.focus(), [target])
  const close = () => {
    view.setState({ noteTarget: null })
    editor.focus()
  }
  const save = () => {
    if (!isEmpty) own.send()
  }
  return (
    <form
      className="note-card"
      data-testid="note-new"
      aria-label={t('notes.new')}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <p className="note-words">{words}</p>
      <textarea
        ref={field}
        className="field"
        aria-label={t('notes.text')}
        placeholder={t('notes.hint')}
        rows={3}
        maxLength={10_000}
        value={message.value.text}
        onChange={(event) => message.change({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') close()
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      <div className="note-actions">
        <Button type="submit" variant="primary" disabled={isEmpty}>
          {t('notes.save')}
        </Button>
        <Button onClick={close}>{t('notes.cancel')}</Button>
      </div>
    </form>
  )
}
