import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodexLoss } from '#contract/codex.ts'
import type { ChannelInput } from '#contract/index.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useIpc, useProjectId } from '../../app/AppContext.tsx'
import { bytesOf, saveFile } from '../../app/saveFile.ts'
import { Button } from '../../components/Button.tsx'
import { FilePick } from '../../components/FilePick.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { readBase64 } from '../welcome/readBase64.ts'

interface Done {
  readonly what: 'imported' | 'exported'
  readonly entries: number
  readonly loss: readonly CodexLoss[]
}

type Format = ChannelInput<'codex:export'>['format']

const shownLosses = 20
const formats = ['worldinfo', 'docx', 'markdown', 'csv', 'rime', 'words'] as const satisfies readonly Format[]
/** A browser writes what it is given under the name it is given; the type is for the system. */
const mediaTypes: Readonly<Record<Format, string>> = {
  worldinfo: 'application/json',
  markdown: 'text/markdown',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  csv: 'text/csv',
  rime: 'text/yaml',
  words: 'text/plain',
}

/** Entries from a character card or lorebook, and all entries in one file; what does not fit is listed. */
export const CodexExchange = () => {
  const { t, i18n } = useTranslation()
  const sentence = useErrorSentence()
  const ipc = useIpc()
  const projectId = useProjectId()
  const [done, setDone] = useState<Done | null>(null)
  const [error, setError] = useState<ErrorPayload | null>(null)
  const [imported, setImported] = useState<string>()
  const [format, setFormat] = useState<Format>('worldinfo')

  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setImported(file.name)
    setDone(null)
    const upload = { fileName: file.name, base64: await readBase64(file) }
    const answer = await ipc.invoke('codex:import', { projectId, upload })
    setError(answer.ok ? null : answer.error)
    if (!answer.ok) return
    setDone({ what: 'imported', ...answer.data })
  }
  const give = async () => {
    setDone(null)
    const answer = await ipc.invoke('codex:export', { projectId, format })
    setError(answer.ok ? null : answer.error)
    if (!answer.ok) return
    const { fileName, content, encoding, entries, loss } = answer.data
    saveFile(encoding === 'base64' ? bytesOf(content) : content, fileName, mediaTypes[format])
    setDone({ what: 'exported', entries, loss })
  }
  return (
    <section className="codex-where" data-testid="codex-exchange" aria-label={t('codexSheet.exchange')}>
      <FilePick
        label={t('codexSheet.import')}
        accept=".json,.png,.lorebook"
        name={imported}
        hint={t('codexSheet.importHint')}
        onPick={(file) => void take(file)}
      />
      <SelectField
        label={t('codexSheet.exportAs')}
        value={format}
        options={formats.map((value) => ({ value, label: t(`codexSheet.formats.${value}`) }))}
        onChange={setFormat}
      />
      <Button onClick={() => void give()}>{t('codexSheet.export')}</Button>
      <div role="status">
        {error !== null && <p className="form-error">{sentence(error)}</p>}
        {done !== null && <p>{t(`codexSheet.${done.what}`, { n: done.entries })}</p>}
        {done !== null && done.loss.length > 0 && (
          <details>
            <summary>{t('codexSheet.loss', { n: done.loss.length })}</summary>
            <ul>
              {done.loss.slice(0, shownLosses).map(({ entry, field, reason, english }) => (
                <li key={`${entry} ${field} ${reason}`}>
                  {[entry, field, i18n.language === 'en' ? english : reason]
                    .filter((word) => word !== '')
                    .join(' · ')}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  )
}
