import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { CacheNote } from '../aiPanel/CacheNote.tsx'
import { FileRow } from './FileRow.tsx'
import { MoreFiles } from './MoreFiles.tsx'
import { TextEditor } from './TextEditor.tsx'
import { useAuthorFiles } from './useAuthorFiles.ts'

/** The files about the world of the book, and the one that is being written. */
export const WorldScreen = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const files = useAuthorFiles(projectId, 'settings')
  const [path, setPath] = useState<string | null>(null)
  const open = files.listed?.files.find((file) => file.path === path)
  return (
    <div className="sheet-body">
      <p className="quiet">{t('texts.worldLead')}</p>
      <CacheNote />
      {files.error !== null && <Notice tone="danger">{sentence(files.error)}</Notice>}
      {files.listed?.files.length === 0 && <p className="quiet">{t('texts.worldEmpty')}</p>}
      <ul className="sheet-list" aria-label={t('texts.world')}>
        {files.listed?.files.map((file) => (
          <FileRow
            key={file.path}
            name={file.name}
            place={{ projectId, form: 'file', row: file.path }}
            open={file.path === path}
            onOpen={() => setPath(file.path)}
            onRename={async (name) => {
              const renamed = await files.rename(file.path, name)
              if (renamed !== null && path === file.path) setPath(renamed.path)
              return renamed !== null
            }}
            onRemove={() => void files.remove(file.path)}
          />
        ))}
      </ul>
      <MoreFiles label={t('texts.newWorld')} files={files} onOpen={setPath} />
      {open !== undefined && (
        <TextEditor key={open.path} projectId={projectId} path={open.path} label={open.name} />
      )}
    </div>
  )
}
