import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { AppSettings } from '#contract/settings.ts'
import { useEditor, useSettings, useWorkspace } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Notice } from '../../components/Notice.tsx'
import { NumberChoice } from '../../components/NumberChoice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useChannelMutation, useChannelQuery } from '../../ipc/queries.ts'
import { FolderField } from '../folderField/FolderField.tsx'

type Backup = NonNullable<AppSettings['backup']>

const usual: Omit<Backup, 'folder'> = { when: 'daily', copies: 10 }

/** Where copies of whole books go, when, and how many stay. Without a folder there are none. */
export const BackupSettings = ({ current }: { readonly current: AppSettings }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const project = useStore(useWorkspace().store, (state) => state.project)
  const backup = current.backup ?? null
  /** What stands in the field; null: as stored. */
  const [typed, setTyped] = useState<string | null>(null)
  const change = (patch: Partial<Backup>) =>
    settings.update({ backup: { ...usual, folder: '', ...backup, ...patch } })
  const storeFolder = async (path: string | null) => {
    const folder = path?.trim()
    if (folder === undefined || folder === (backup?.folder ?? '')) return setTyped(null)
    if (await (folder === '' ? settings.update({ backup: null }) : change({ folder }))) setTyped(null)
  }
  // A dialog that is closed by its key leaves no field.
  const last = useRef(() => storeFolder(typed))
  last.current = () => storeFolder(typed)
  useEffect(() => () => void last.current(), [])
  return (
    <section className="settings-section" data-testid="backup-settings">
      <h3>{t('backup.title')}</h3>
      <p className="form-hint">{t('backup.lead')}</p>
      <FolderField
        label={t('backup.folder')}
        hint={t('backup.folderHint')}
        value={typed ?? backup?.folder ?? ''}
        onChange={setTyped}
        onLeave={() => void storeFolder(typed)}
        error={null}
        choose={t('picker.choose')}
        onChoose={(path) => void storeFolder(path)}
      />
      {backup !== null && (
        <>
          <Choice
            label={t('backup.when')}
            value={backup.when}
            options={(['daily', 'opening'] as const).map((value) => ({ value, label: t(`backup.${value}`) }))}
            onChange={(when) => void change({ when })}
          />
          <NumberChoice
            label={t('backup.copies')}
            value={backup.copies}
            min={1}
            max={100}
            step={1}
            onChange={(copies) => void change({ copies })}
          />
          {project !== null && <BookBackup projectId={project.projectId} />}
        </>
      )}
    </section>
  )
}

/** The newest backup of the open book, what is wrong, and a new one at once. */
const BookBackup = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const editor = useEditor()
  const { data, error: unread } = useChannelQuery('backup:status', { projectId })
  const { send, error: refused, isPending } = useChannelMutation('backup:now')
  const make = async () => {
    await editor.flush()
    await send('backup:now', { projectId })
  }
  const error = data?.error ?? unread ?? refused
  return (
    <>
      {error !== null && error !== undefined && <Notice tone="danger">{sentence(error)}</Notice>}
      {data !== undefined && (
        <p className="form-hint" data-testid="backup-newest">
          {data.madeAt === null
            ? t('backup.none')
            : t('backup.newest', { time: formatMoment(new Date(data.madeAt)), name: data.fileName })}
          {data.leftOut.length > 0 && ` ${t('backup.leftOut', { paths: data.leftOut.join(', ') })}`}
        </p>
      )}
      <Button data-testid="backup-now" disabled={isPending} onClick={() => void make()}>
        {t('backup.now')}
      </Button>
    </>
  )
}
