import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { Spending } from '#contract/spending.ts'
import { useWorkspace } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatDollars } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'

/** What models have cost this month, in the open work and in all, and how far it may go. */
export const SpendingSettings = () => {
  const workspace = useWorkspace()
  const project = useStore(workspace.store, (state) => state.project)
  return project === null ? null : <SpendingOf projectId={project.projectId} />
}

const SpendingOf = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { data, error } = useChannelQuery('spending:get', { projectId })
  const change = useChannelMutation('spending:limit:set')
  const failure = error ?? change.error
  return (
    <section className="settings-section" data-testid="spending-settings">
      <h3>{t('spending.title')}</h3>
      <p className="form-hint">{t('spending.about')}</p>
      {failure !== null && <Notice tone="danger">{sentence(failure)}</Notice>}
      {data !== undefined &&
        (['book', 'all'] as const).map((of) => (
          <LimitField
            key={of}
            of={of}
            account={data[of]}
            onChange={(limit) => void change.send('spending:limit:set', { projectId, of, limit })}
          />
        ))}
    </section>
  )
}

interface LimitFieldProps {
  readonly of: 'book' | 'all'
  readonly account: Spending['book']
  readonly onChange: (limit: number | null) => void
}

/** A limit in dollars, stored when the field is left; empty for none. */
const LimitField = ({ of, account: { spent, limit }, onChange }: LimitFieldProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? (limit === undefined ? '' : String(limit))
  const amount = value.trim() === '' ? null : Number(value.trim().replace(/^\$/, ''))
  const isAmount = amount === null || (Number.isFinite(amount) && amount >= 0 && amount <= 1_000_000)
  return (
    <Field
      label={t(`spending.${of}`, { spent: formatDollars(spent) })}
      hint={t('spending.limit')}
      value={value}
      maxLength={12}
      error={isAmount ? undefined : t('spending.noAmount')}
      onChange={setTyped}
      onLeave={() => {
        if (!isAmount || typed === null) return
        setTyped(null)
        if (amount !== (limit ?? null)) onChange(amount)
      }}
    />
  )
}
