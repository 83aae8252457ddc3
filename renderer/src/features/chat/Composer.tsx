import type { ReactNode } from 'react'
import { ModelSelect } from '../aiPanel/ModelSelect.tsx'
import type { DraftForm } from '../drafts/useDraft.ts'
import { NameField } from './NameField.tsx'

interface ComposerProps {
  readonly id: 'chat' | 'agent'
  readonly label: string
  readonly hint: string
  readonly listLabel: string
  /** What `@` completes. */
  readonly names: readonly string[]
  readonly maxLength: number
  readonly message: DraftForm<{ text: string }>
  readonly onSend: () => void
  /** What stands at the end of the row. */
  readonly children: ReactNode
}

/** A box to say something in: words with `@name`, the model, and what can be done with them. */
export const Composer = ({ message, onSend, children, ...field }: ComposerProps) => (
  <form
    className="instruction chat-box"
    onSubmit={(event) => {
      event.preventDefault()
      onSend()
    }}
  >
    <NameField
      {...field}
      text={message.value.text}
      onChange={(text) => message.change({ text })}
      onSend={onSend}
    />
    <div className="instruction-row">
      <ModelSelect />
      <span className="grow" />
      {children}
    </div>
  </form>
)
