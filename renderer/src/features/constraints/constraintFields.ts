import type { ConstraintItem, ListedConstraint } from '#contract/constraints.ts'

/** What an author decides of a constraint. */
export type ConstraintDraft = Pick<ConstraintItem, 'text' | 'kind' | 'priority' | 'scope'>

/** A constraint as its fields hold it. */
export interface ConstraintFields {
  readonly text: string
  readonly kind: ListedConstraint['kind']
  readonly priority: string
  /** The chapters it holds from and to; empty: anywhere. */
  readonly from: string
  readonly to: string
}

const usualPriority = 100

export const emptyFields: ConstraintFields = {
  text: '',
  kind: 'narrative',
  priority: String(usualPriority),
  from: '',
  to: '',
}

export const fieldsOf = ({ text, kind, priority, scope }: ConstraintDraft): ConstraintFields => ({
  text,
  kind,
  priority: String(priority),
  from: scope?.from ?? '',
  to: scope?.to ?? '',
})

/** The constraint that ready fields stand for. */
export const constraintOf = ({ text, kind, priority, from, to }: ConstraintFields): ConstraintDraft => ({
  text: text.trim(),
  kind,
  priority: Number(priority),
  ...(from === '' && to === ''
    ? {}
    : { scope: { ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) } }),
})

export const isPriority = (text: string) => /^\d{1,4}$/.test(text) && Number(text) <= 1000
export const isReady = ({ text, priority }: ConstraintFields) => text.trim() !== '' && isPriority(priority)
