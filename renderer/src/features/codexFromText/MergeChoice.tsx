import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNamed } from '../codex/matchingRows.ts'
import './MergeChoice.css'

/** A card that names can be merged into. */
export interface MergeTarget {
  /** Of the entry; of a row, its key. */
  readonly id: string
  readonly label: string
  /** What it is found by beside its label. */
  readonly aliases: readonly string[]
  /** A row whose card is not made yet. */
  readonly isNew: boolean
}

interface MergeChoiceProps {
  readonly name: string
  readonly tabIndex: number
  /** Called only when the list opens: there may be 20,000. */
  readonly targets: () => readonly MergeTarget[]
  readonly onChoose: (target: MergeTarget) => void
}

const mostShown = 50
/** A button with a list of cards that can be searched. */
export const MergeChoice = ({ name, tabIndex, targets, onChoose }: MergeChoiceProps) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const items = useMemo(() => (open ? targets() : []), [open, targets])
  return (
    <Combobox.Root<MergeTarget>
      items={items}
      value={null}
      onValueChange={(target) => target !== null && onChoose(target)}
      open={open}
      onOpenChange={setOpen}
      limit={mostShown}
      filter={({ label, aliases }, query) => isNamed([label, ...aliases], query)}
      itemToStringLabel={({ label }) => label}
      autoHighlight
    >
      <Combobox.Trigger
        className="select select-quiet"
        tabIndex={tabIndex}
        aria-label={t('fromText.mergeOf', { name })}
      >
        <span className="select-value">{t('fromText.merge')}</span>
        <ChevronDown size={14} aria-hidden />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className="menu-place" align="end" sideOffset={4}>
          <Combobox.Popup className="menu merge-menu" aria-label={t('fromText.mergeOf', { name })}>
            <Combobox.Input
              className="field"
              aria-label={t('fromText.mergeFind')}
              placeholder={t('fromText.mergeFind')}
            />
            <Combobox.Empty className="merge-none">{t('fromText.mergeNone')}</Combobox.Empty>
            <Combobox.List className="merge-list">
              {(target: MergeTarget) => (
                <Combobox.Item key={target.id} value={target} className="menu-item merge-item">
                  <span>{target.label}</span>
                  {target.isNew && <span className="quiet">{t('fromText.mergeNew')}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
