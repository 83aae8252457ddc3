import { useTranslation } from 'react-i18next'
import type { SkillSummary } from '#contract/ai.ts'
import type { SkillFields } from '#contract/authorFiles.ts'
import { useIpc } from '../../app/AppContext.tsx'
import { saveFile } from '../../app/saveFile.ts'
import { Button } from '../../components/Button.tsx'
import { CheckField } from '../../components/CheckField.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'
import { TrySkill } from './TrySkill.tsx'

interface SkillFormProps {
  readonly projectId: string
  readonly path: string
  readonly skill: SkillSummary | undefined
}

const outputs = ['insert', 'replace', 'show'] as const
const empty: SkillFields = { name: '', output: 'insert', retrieved: true, instruction: '' }

/** Name, what becomes of the text, what the model is given along, and what it is to do. */
export const SkillForm = ({ projectId, path, skill }: SkillFormProps) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const saved = useAutosaved<SkillFields>({
    path,
    place: { projectId, form: 'skill', row: path },
    async read() {
      const answer = await ipc.invoke('skills:read', { projectId, path })
      return answer.ok
        ? { ok: true, data: { value: answer.data.skill ?? empty, hash: answer.data.hash } }
        : answer
    },
    write: (fields, baseHash) => ipc.invoke('skills:save', { projectId, path, skill: fields, baseHash }),
    isReady: ({ name }) => name.trim() !== '',
  })
  const { value, change } = saved
  const save = async () => {
    await saved.flush()
    const answer = await ipc.invoke('skills:read', { projectId, path })
    if (answer.ok) saveFile(answer.data.text, path.split('/').at(-1) ?? 'skill.md', 'text/markdown')
  }
  return (
    <>
      {value !== null && (
        <>
          <Field
            label={t('skillScreen.name')}
            value={value.name}
            maxLength={80}
            onChange={(name) => change({ name })}
          />
          <Choice
            label={t('skillScreen.output')}
            value={value.output}
            options={outputs.map((output) => ({ value: output, label: t(`skillScreen.outputs.${output}`) }))}
            onChange={(output) => change({ output })}
          />
          <CheckField
            label={t('skillScreen.retrieved')}
            checked={value.retrieved}
            onChange={(retrieved) => change({ retrieved })}
          />
          <Field
            label={t('skillScreen.instruction')}
            hint={t('skillScreen.instructionHint')}
            value={value.instruction}
            rows={10}
            maxLength={60_000}
            onChange={(instruction) => change({ instruction })}
          />
        </>
      )}
      <AutosavedNotice
        saved={saved}
        invalid={t('skillScreen.incomplete')}
        formatValue={({ name, instruction }) => `${name}\n${instruction}`}
      />
      <div className="sheet-tools">
        <Button onClick={() => void save()}>{t('skillScreen.export')}</Button>
      </div>
      <TrySkill projectId={projectId} skill={skill} onTry={saved.flush} />
    </>
  )
}
