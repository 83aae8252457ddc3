import { useTranslation } from 'react-i18next'
import { useIpc, useProjectId } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import type { Ipc } from '../../ipc/types.ts'
import { AutosavedForm } from '../autosavedForm/AutosavedForm.tsx'
import type { AutosavedUse } from '../autosavedForm/useAutosaved.ts'
import type { DraftPlace } from '../drafts/drafts.ts'

interface SynopsisFormProps {
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

interface SynopsisText {
  readonly text: string
}

const trimmed = ({ text }: SynopsisText): SynopsisText => ({ text: text.trim() })

/** The synopsis of one chapter, or of a volume, as its form stores it; a chapter without one has an empty text. */
const storedSynopsis = (
  ipc: Ipc,
  { projectId, documentId }: { readonly projectId: string; readonly documentId: string },
): AutosavedUse<SynopsisText> => ({
  path: '.creonow/synopses',
  place: synopsisPlace(projectId, documentId),
  async read() {
    const answer = await ipc.invoke('retrieval:synopses:list', { projectId })
    if (!answer.ok) return answer
    const { synopses, volumes } = answer.data
    const synopsis =
      synopses.find((each) => each.documentId === documentId) ?? volumes.find(({ id }) => id === documentId)
    return { ok: true, data: { value: { text: synopsis?.text ?? '' }, hash: null } }
  },
  async write(value, _hash, base) {
    const { text } = trimmed(value)
    const input = { projectId, documentId, text, base: base.text }
    const answer = await ipc.invoke('retrieval:synopses:save', input)
    return answer.ok ? { ok: true, data: { hash: null } } : answer
  },
  // Deleting is a button of its own: a field that is empty for a moment deletes nothing.
  isReady: ({ text }) => text.trim() !== '',
  asStored: trimmed,
})

/** The words of one synopsis, stored by themselves. */
export const SynopsisForm = ({ documentId, label, onDone }: SynopsisFormProps) => {
  const { t } = useTranslation()
  return (
    <AutosavedForm
      source={storedSynopsis(useIpc(), { projectId: useProjectId(), documentId })}
      className="provider-form"
      label={label}
      formatValue={({ text }) => text}
      invalid={t('synopses.incomplete')}
      done={t('synopses.done')}
      onDone={onDone}
    >
      {({ text }, change, isReady) => (
        <Field
          label={label}
          value={text}
          rows={6}
          maxLength={20_000}
          error={isReady ? undefined : t('synopses.noText')}
          onChange={(next) => change({ text: next })}
        />
      )}
    </AutosavedForm>
  )
}
