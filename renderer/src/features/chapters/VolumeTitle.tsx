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
  const answer = async (entered: string | null, stay: boolean) => {
    if (entered !== null && title === undefined) await volumes.create(documentId, entered)
    else if (entered !== null) await volumes.rename(documentId, entered)
    onDone(stay)
  }
  const isNew = title === undefined
  return (
    <TitleField
      label={isNew ? t('volumes.name') : t('chapters.newName', { title })}
      value={title ?? ''}
      {...(isNew && { placeholder: t('volumes.nameHint') })}
      optional={isNew}
      onAnswer={(entered, stay) => void answer(entered, stay)}
    />
  )
}
