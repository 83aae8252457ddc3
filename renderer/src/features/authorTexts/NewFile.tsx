import { useState } from 'react'
import { Field } from '../../components/Field.tsx'

interface NewFileProps {
  readonly label: string
  readonly submit: string
  /** True when it was made; the name stays otherwise. */
  readonly onName: (name: string) => Promise<boolean>
}

/** A name and a button. */
export const NewFile = ({ label, submit, onName }: NewFileProps) => {
  const [name, setName] = useState('')
  return (
    <form
      className="sheet-tools"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') return
        void onName(name.trim()).then((done) => done && setName(''))
      }}
    >
      <Field label={label} value={name} maxLength={80} onChange={setName} />
      <button type="submit" className="button" disabled={name.trim() === ''}>
        {submit}
      </button>
    </form>
  )
}
