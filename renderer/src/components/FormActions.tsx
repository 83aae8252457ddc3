import { Button } from './Button.tsx'
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
    <Button type="submit" variant="primary" disabled={!ready}>
      {submit}
    </Button>
    <Button onClick={onCancel}>{cancel}</Button>
  </div>
)
