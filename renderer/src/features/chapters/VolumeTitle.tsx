import { useTranslation } from 'react-i18next'
import { useVolumeActions } from '../../app/AppContext.tsx'
import { TitleField } from './TitleField.tsx'

interface VolumeTitleProps {
  /** The chapter that the volume begins with. */
  readonly documentId: string
  /** Of the volume there is; a new one has none. */
  readonly title?: string
  /** The focus goes back to the row, unless the writer has gone elsewhere meanwhile. */
  readonly onDone: (stay: boolean) => void
}

/** The title of a volume that is to begin here, or of the one that does. */
export const VolumeTitle = ({ documentId, title, onDone }: VolumeTitleProps) => {
  const { t } = useTranslation()
  const volumes = useVolumeActions()
  const answer = async (wanted: string | null, stay: boolean) => {
    if (wanted !== null && title === undefined) await volumes.create(documentId, wanted)
    else if (wanted !== null) await volumes.rename(documentId, wanted)
    onDone(stay)
  }
  const isNew = title === undefined
  return (
    <TitleField
      label={isNew ? t('volumes.name') : t('chapters.newName', { title })}
      value={title ?? ''}
      {...(isNew && { placeholder: t('volumes.nameHint') })}
      optional={isNew}
      onAnswer={(wanted, stay) => void answer(wanted, stay)}
    />
  )
}
