import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useEditor } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { isWorking } from '../aiPanel/runStore.ts'
import { useCurrentRuns } from '../aiPanel/useCurrentRuns.ts'
import { useSkills } from '../aiPanel/useSkills.ts'
import { useStartRun } from '../aiPanel/useStartRun.ts'
import { useMessage } from '../chat/useMessage.ts'
import { useBoxPlace } from './useBoxPlace.ts'
import './OrderLine.css'

const maxInstruction = 1_000_000

/** A field at the caret or the selection: what is written there is carried out there. */
export const OrderLine = () => {
  const editor = useEditor()
  const isOpen = useStore(editor.store, ({ atSelection }) => atSelection?.kind === 'line')
  const projectId = useStore(editor.store, (state) => state.projectId)
  const documentId = useStore(editor.store, (state) => state.documentId)
  if (!isOpen || projectId === null || documentId === null) return null
  return <OrderForm key={documentId} projectId={projectId} documentId={documentId} />
}

interface OrderFormProps {
  readonly projectId: string
  readonly documentId: string
}

/** What is typed stays with its chapter until it is carried out. */
const OrderForm = ({ projectId, documentId }: OrderFormProps) => {
  const { t } = useTranslation()
  const editor = useEditor()
  const skills = useSkills()
  const startRun = useStartRun()
  const { last } = useCurrentRuns()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const hasSelection = editor.place().selection !== null
  const skill = skills?.find(({ id }) => id === (hasSelection ? 'rewrite' : 'continue'))
  const isBusy = last !== undefined && isWorking(last)
  const { message, isEmpty, send } = useMessage({ projectId, form: 'order', row: documentId }, (text) =>
    skill === undefined ? Promise.resolve(false) : startRun(skill, text),
  )
  const { text } = message.value
  const place = useBoxPlace(form, 'below', text)
  const mayNot = isEmpty || isBusy || skill === undefined || skill.error !== undefined

  useLayoutEffect(() => field.current?.focus(), [])
  const leave = () => {
    editor.showAtSelection(null)
    editor.focus()
  }
  const run = () => {
    if (mayNot) return
    leave()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter' && !event.shiftKey) run()
    else return
    event.preventDefault()
    // Escape would put away a suggestion that is open too.
    event.stopPropagation()
  }
  return (
    <form
      ref={form}
      // Where it has no place beside the selection it is at the lower edge: what has the focus does not disappear.
      className={`order-line${place === null ? ' order-line-low' : ''}`}
      style={place ?? {}}
      aria-label={t('atTheText.order')}
      data-testid="order-line"
      data-at-selection
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
    >
      <textarea
        ref={field}
        data-testid="order-input"
        aria-label={t('atTheText.order')}
        placeholder={t(hasSelection ? 'atTheText.orderSelection' : 'atTheText.orderCaret')}
        rows={1}
        maxLength={maxInstruction}
        value={text}
        onChange={(event) => message.change({ text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <div className="order-row">
        <span className="quiet" role="status">
          {t(isBusy ? 'atTheText.orderBusy' : 'atTheText.orderKeys')}
        </span>
        <span className="grow" />
        <Button type="submit" variant="primary" data-testid="order-run" disabled={mayNot}>
          {skill?.name}
        </Button>
      </div>
    </form>
  )
}
