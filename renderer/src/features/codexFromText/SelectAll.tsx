import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './SelectAll.css'

interface SelectAllProps {
  /** Of the rows of one kind. */
  readonly keys: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly onChange: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void
}

/** Above the rows: all of them with one press, and what their columns are. */
export const SelectAll = ({ keys, selected, onChange }: SelectAllProps) => {
  const { t } = useTranslation()
  const box = useRef<HTMLInputElement>(null)
  const count = keys.filter((key) => selected.has(key)).length
  const isWhole = count === keys.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isWhole
  }, [count, isWhole])
  return (
    <div className="select-all">
      <label>
        <input
          ref={box}
          type="checkbox"
          data-testid="from-text-all"
          checked={isWhole}
          onChange={() =>
            onChange((before) => {
              const unlisted = [...before].filter((key) => !keys.includes(key))
              return new Set(isWhole ? unlisted : [...unlisted, ...keys])
            })
          }
        />
        {t('fromText.selectAll')}
      </label>
      <span aria-hidden>{t('fromText.count')}</span>
      <span aria-hidden>{t('fromText.first')}</span>
      <span aria-hidden>{t('fromText.sample')}</span>
    </div>
  )
}
