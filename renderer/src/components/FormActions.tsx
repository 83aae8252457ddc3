import './FormActions.css'

interface FormActionsProps {
  readonly submit: string
  readonly cancel: string
  /** False: there is something left to fill in. */
  readonly ready: boolean
  readonly onCancel: () => void
}

/** The two buttons under a form. */
export const FormActions = ({ submit, cancel, ready, onCancel }: FormActionsProps) => (
  <div className="form-actions">
    <button type="submit" className="button button-primary" disabled={!ready}>
      {submit}
    </button>
    <button type="button" className="button" onClick={onCancel}>
      {cancel}
    </button>
  </div>
)
