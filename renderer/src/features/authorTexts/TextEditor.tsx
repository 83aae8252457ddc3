import { useTranslation } from 'react-i18next'
import { useIpc } from '../../app/AppContext.tsx'
import { Field } from '../../components/Field.tsx'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import './TextEditor.css'

interface TextEditorProps {
  readonly projectId: string
  /** Project-relative. */
  readonly path: string
  readonly label: string
  readonly hint?: string
}

/** More is read only in part. */
const wholeUnits = 256 * 1024
const maxUnits = 1_000_000

/** One file as plain text, stored by itself. */
export const TextEditor = ({ projectId, path, label, hint }: TextEditorProps) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const saved = useAutosaved<{ readonly text: string }>({
    path,
    place: { projectId, form: 'file', row: path },
    async read() {
      const answer = await ipc.invoke('creonow:file:read', { projectId, path })
      return answer.ok
        ? { ok: true, data: { value: { text: answer.data.text }, hash: answer.data.hash } }
        : answer
    },
    write: ({ text }, baseHash) => ipc.invoke('creonow:file:save', { projectId, path, text, baseHash }),
  })
  const { value } = saved
  return (
    <>
      {value !== null && (
        <div className="sheet-text">
          <Field
            label={label}
            value={value.text}
            rows={12}
            maxLength={maxUnits}
            {...(hint === undefined ? {} : { hint })}
            onChange={(text) => saved.change({ text })}
          />
        </div>
      )}
      {value !== null && new Blob([value.text]).size > wholeUnits && (
        <p className="form-hint">{t('texts.tooLong')}</p>
      )}
      <AutosavedNotice saved={saved} formatValue={({ text }) => text} />
    </>
  )
}
