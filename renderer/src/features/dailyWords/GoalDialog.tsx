import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjectId, useView, useViewStore } from '../../app/AppContext.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Field } from '../../components/Field.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelMutation } from '../../ipc/queries.ts'
import { goalOf, mostGoal } from './goalOf.ts'
import { useToday } from './useToday.ts'

/** The goal of a day, and how the words of a day are counted. */
export const GoalDialog = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const open = useView(({ goalOpen }) => goalOpen)
  const close = () => view.setState({ goalOpen: false })
  return (
    <DialogFrame
      open={open}
      onClose={close}
      title={t('today.title')}
      closeLabel={t('today.close')}
      testId="goal-dialog"
      className="dialog-small"
    >
      <GoalForm />
    </DialogFrame>
  )
}

/** What is typed holds at once, so that closing the window in any way loses nothing. */
const GoalForm = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const today = useToday()
  const { send, error } = useChannelMutation('words:goal:update')
  const [typed, setTyped] = useState(String(today?.goal || ''))
  const usable = goalOf(typed) !== null

  const change = (value: string) => {
    setTyped(value)
    const goal = goalOf(value)
    if (goal !== null) void send('words:goal:update', { projectId, goal })
  }
  return (
    <div className="dialog-body goal-form">
      {today !== null && (
        <p>
          {t('today.words', { n: formatCount(today.words) })}
          {today.ai > 0 && ` · ${t('today.fromAi', { ai: formatCount(today.ai) })}`}
        </p>
      )}
      <Field
        label={t('today.goal')}
        value={typed}
        onChange={change}
        maxLength={12}
        hint={usable ? t('today.goalHint') : t('today.goalRefused', { most: formatCount(mostGoal) })}
      />
      {error !== null && (
        <p className="run-error" role="alert">
          {sentence(error)}
        </p>
      )}
      <p className="form-hint">{t('today.counted')}</p>
    </div>
  )
}
