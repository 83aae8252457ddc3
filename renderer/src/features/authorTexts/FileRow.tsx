import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../components/Field.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { DraftMark } from '../drafts/DraftMark.tsx'
import type { DraftPlace } from '../drafts/drafts.ts'

interface FileRowProps {
  readonly name: string
  readonly place: DraftPlace
  readonly open: boolean
  readonly fault?: string
  readonly onOpen: () => void
  /** True when it has the new name. */
  readonly onRename?: (name: string) => Promise<boolean>
  readonly onRemove: () => void
}

/** One file: open it, give it another name, delete it. What is deleted can be put back below the list. */
export const FileRow = ({ name, place, open, fault, onOpen, onRename, onRemove }: FileRowProps) => {
  const { t } = useTranslation()
  const [renaming, setRenaming] = useState<string | null>(null)
  if (renaming !== null && onRename !== undefined) {
    return (
      <li>
        <form
          className="sheet-row"
          onSubmit={(event) => {
            event.preventDefault()
            if (renaming.trim() === '') return
            void onRename(renaming.trim()).then((done) => done && setRenaming(null))
          }}
        >
          <Field
            label={t('texts.newName', { name })}
            value={renaming}
            maxLength={80}
            onChange={setRenaming}
          />
          <FormActions
            submit={t('texts.rename')}
            cancel={t('texts.cancel')}
            ready={renaming.trim() !== ''}
            onCancel={() => setRenaming(null)}
          />
        </form>
      </li>
    )
  }
  return (
    <li className="sheet-item">
      <button type="button" className="sheet-item-name" aria-current={open} onClick={onOpen}>
        {name}
        <DraftMark place={place} />
        {fault !== undefined && <span className="shelf-fault"> {fault}</span>}
      </button>
      {onRename !== undefined && (
        <IconButton
          icon={Pencil}
          iconSize={14}
          label={t('texts.renameOf', { name })}
          onPress={() => setRenaming(name)}
        />
      )}
      <IconButton icon={Trash2} iconSize={14} label={t('texts.removeOf', { name })} onPress={onRemove} />
    </li>
  )
}
