import { useTranslation } from 'react-i18next'
import type { SkillSummary } from '#contract/ai.ts'
import type { Notice as Told } from '#contract/warnings.ts'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { TextEditor } from '../authorTexts/TextEditor.tsx'
import { noticeSentence } from '../contextViewer/told.ts'
import { SkillForm } from './SkillForm.tsx'

interface SkillEditorProps {
  readonly projectId: string
  readonly path: string
  /** As the panel lists it; undefined until it has looked again. */
  readonly skill: SkillSummary | undefined
}

/** A skill's form; of a file whose front matter is broken the text itself, with the place of the fault. */
export const SkillEditor = ({ projectId, path, skill }: SkillEditorProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { data: reading, error } = useChannelQuery('skills:read', { projectId, path })
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (reading === undefined) return null
  const { fault } = reading
  // The parameters are those of the code; the contract bounds them by length only.
  const told = fault && ({ code: 'SKILL_BROKEN', params: fault } as unknown as Told)
  const said = told ?? skill?.notice
  return (
    <section
      className="sheet-row"
      data-testid="skill-editor"
      aria-label={skill?.name ?? t('skillScreen.own')}
    >
      {said !== undefined && said !== null && (
        <Notice tone="warning">
          {fault !== null && `${t('skillScreen.line', { n: fault.line })} `}
          {noticeSentence(said, t)}
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
