import { useTranslation } from 'react-i18next'
import { useIpc } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import type { DraftPlace } from '../drafts/drafts.ts'
import { KeptNotice } from '../kept/KeptNotice.tsx'
import { useKept } from '../kept/useKept.ts'
import { type SynopsisText, storedSynopsis } from './storedSynopsis.ts'

interface SynopsisFormProps {
  readonly projectId: string
  readonly documentId: string
  readonly label: string
  readonly onDone: () => void
}

/** Where the unfinished synopsis of a chapter lies. */
export const synopsisPlace = (projectId: string, documentId: string): DraftPlace => ({
  projectId,
  form: 'synopsis',
  row: documentId,
})

/** The words of one synopsis, stored by themselves. */
export const SynopsisForm = ({ projectId, documentId, label, onDone }: SynopsisFormProps) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const kept = useKept<SynopsisText>({
    path: '.creonow/synopses',
    place: synopsisPlace(projectId, documentId),
    ...storedSynopsis(ipc, { projectId, documentId }),
  })
  const { flush, save, value } = kept
  return (
    <form
      className="provider-form"
      onSubmit={(event) => {
        event.preventDefault()
        void flush().then((done) => done && onDone())
      }}
    >
      {value !== null && (
        <Field
          label={label}
          value={value.text}
          rows={6}
          maxLength={20_000}
          error={save.kind === 'unready' ? t('synopses.noText') : undefined}
          onChange={(text) => kept.change({ text })}
        />
      )}
      <KeptNotice kept={kept} words={({ text }) => text} unready={t('synopses.unready')} />
      <div className="form-actions">
        <button type="submit" className="button">
          {t('synopses.done')}
        </button>
      </div>
    </form>
  )
}
