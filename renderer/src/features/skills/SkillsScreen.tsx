import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SkillSummary } from '#contract/ai.ts'
import type { Notice as SkillNotice } from '#contract/warnings.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { useSkills } from '../aiPanel/useSkills.ts'
import { FileRow } from '../authorTexts/FileRow.tsx'
import { MoreFiles } from '../authorTexts/MoreFiles.tsx'
import { TextEditor } from '../authorTexts/TextEditor.tsx'
import { useAuthorFiles } from '../authorTexts/useAuthorFiles.ts'
import { noticeSentence } from '../contextViewer/sentences.ts'
import { SkillForm } from './SkillForm.tsx'

/** The skills that are built in, to be copied, and the author's own, to be written and tried. */
export const SkillsScreen = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const skills = useSkills() ?? []
  const files = useAuthorFiles(projectId, 'skills')
  const [path, setPath] = useState<string | null>(null)
  const builtin = skills.filter(({ id, source }) => source === `skill:${id}`)
  const open = files.listed?.files.find((file) => file.path === path)
  const skillOf = (source: string) => skills.find((skill) => skill.source === source)
  return (
    <div className="sheet-body">
      <p className="quiet">{t('skillScreen.lead')}</p>
      {files.error !== null && <Notice tone="danger">{sentence(files.error)}</Notice>}
      <h3>{t('skillScreen.own')}</h3>
      {files.listed?.files.length === 0 && <p className="quiet">{t('skillScreen.none')}</p>}
      <ul className="sheet-list" aria-label={t('skillScreen.own')}>
        {files.listed?.files.map((file) => {
          const skill = skillOf(file.path)
          return (
            <FileRow
              key={file.path}
              name={skill?.name ?? file.name}
              place={{ projectId, form: 'skill', row: file.path }}
              open={file.path === path}
              {...(skill?.notice === undefined ? {} : { fault: t('skillScreen.broken') })}
              onOpen={() => setPath(file.path)}
              onRemove={() => void files.remove(file.path)}
            />
          )
        })}
      </ul>
      <MoreFiles label={t('skillScreen.newName')} files={files} onOpen={setPath} />
      {open !== undefined && (
        <SkillEditor key={open.path} projectId={projectId} path={open.path} skill={skillOf(open.path)} />
      )}
      <h3>{t('skillScreen.builtin')}</h3>
      <ul className="sheet-list" aria-label={t('skillScreen.builtin')}>
        {builtin.map(({ id, name }) => (
          <li key={id} className="sheet-item">
            <span className="sheet-item-name">{name}</span>
            <IconButton
              icon={Copy}
              iconSize={14}
              label={t('skillScreen.copyOf', { name })}
              onPress={() =>
                void files
                  .copy(id, t('skillScreen.copyName', { name }))
                  .then((created) => created && setPath(created.path))
              }
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SkillEditorProps {
  readonly projectId: string
  readonly path: string
  /** As the panel lists it; undefined until it has looked again. */
  readonly skill: SkillSummary | undefined
}

/** A skill's form; of a file whose front matter is broken the text itself, with the place of the fault. */
const SkillEditor = ({ projectId, path, skill }: SkillEditorProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { data: reading, error } = useChannelQuery('skills:read', { projectId, path })
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (reading === undefined) return null
  const { fault } = reading
  // The parameters are those of the code; the contract bounds them by length only.
  const faultNotice = fault && ({ code: 'SKILL_BROKEN', params: fault } as unknown as SkillNotice)
  const notice = faultNotice ?? skill?.notice
  return (
    <section
      className="sheet-row"
      data-testid="skill-editor"
      aria-label={skill?.name ?? t('skillScreen.own')}
    >
      {notice !== undefined && notice !== null && (
        <Notice tone="warning">
          {fault !== null && `${t('skillScreen.line', { n: fault.line })} `}
          {noticeSentence(notice, t)}
        </Notice>
      )}
      {reading.skill === null ? (
        <TextEditor projectId={projectId} path={path} label={t('skillScreen.asText')} />
      ) : (
        <SkillForm projectId={projectId} path={path} skill={skill} />
      )}
    </section>
  )
}
