import { type FormEvent, useRef, useState } from 'react'

interface TitleFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  /** What Enter answers with may be empty. */
  readonly optional?: boolean
  /** Null when the field was left without an answer. `stay`: by a key, so that the focus has to go somewhere. */
  readonly onAnswer: (title: string | null, stay: boolean) => void
}

/** A title, to be written where it stands in the list. Leaving the field is an answer too. */
export const TitleField = ({ label, value, placeholder, optional = false, onAnswer }: TitleFieldProps) => {
  const [title, setTitle] = useState(value)
  /** Only the first answer counts. */
  const answered = useRef(false)
  const answer = (stay: boolean, title: string, mayBeEmpty: boolean) => {
    if (answered.current) return
    answered.current = true
    const isAnswer = title === '' ? mayBeEmpty : title !== value
    onAnswer(isAnswer ? title : null, stay)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer(true, title.trim(), optional)
  }
  return (
    <form className="chapter-rename" onSubmit={submit}>
      <input
        className="field"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: the field replaces the row whose menu the writer has just used
        autoFocus
        value={title}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={() => answer(false, title.trim(), false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          answer(true, '', false)
        }}
      />
    </form>
  )
}
