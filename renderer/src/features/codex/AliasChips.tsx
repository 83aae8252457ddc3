import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { splitWords } from '../../app/splitWords.ts'
import { Chip } from '../../components/Chip.tsx'

interface AliasChipsProps {
  /** One name a line. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Other names as chips: Enter or a comma makes one, Backspace in the empty field takes the last back. */
export const AliasChips = ({ value, onChange }: AliasChipsProps) => {
  const { t } = useTranslation()
  const id = useId()
  const [chips, setChips] = useState(() => splitWords(value))
  const [typed, setTyped] = useState('')
  // Another version was taken, or the changes were discarded.
  if (splitWords(value).join('\n') !== splitWords([...chips, typed].join('\n')).join('\n')) {
    setChips(splitWords(value))
    setTyped('')
  }
  // What is half typed belongs to the draft already.
  const set = (next: readonly string[], rest: string) => {
    setChips([...next])
    setTyped(rest)
    onChange(splitWords([...next, rest].join('\n')).join('\n'))
  }
  const type = (text: string) =>
    /[、，,；;\n]/.test(text) ? set(splitWords([...chips, text].join('\n')), '') : set(chips, text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      set(splitWords([...chips, typed].join('\n')), '')
    } else if (event.key === 'Backspace' && typed === '' && chips.length > 0) {
      event.preventDefault()
      set(chips.slice(0, -1), chips.at(-1) ?? '')
    }
  }
  return (
    <div className="form-field">
      <label htmlFor={id}>{t('codex.fields.aliases')}</label>
      <div className="chips">
        {chips.map((chip) => (
          <Chip
            key={chip}
            text={chip}
            label={t('codexSheet.removeAlias', { name: chip })}
            onPress={() =>
              set(
                chips.filter((each) => each !== chip),
                typed,
              )
            }
          />
        ))}
        <input
          id={id}
          value={typed}
          maxLength={500}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p id={`${id}-hint`} className="form-hint">
        {t('codexSheet.aliasHint')}
      </p>
    </div>
  )
}
