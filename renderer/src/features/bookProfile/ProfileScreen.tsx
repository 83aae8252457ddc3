import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookProfile } from '#contract/authorFiles.ts'
import { useIpc, useWorkspace } from '../../app/AppContext.tsx'
import { Choice } from '../../components/Choice.tsx'
import { Field } from '../../components/Field.tsx'
import { SelectField } from '../../components/SelectField.tsx'
import { AutosavedNotice } from '../autosavedForm/AutosavedForm.tsx'
import { useAutosaved } from '../autosavedForm/useAutosaved.ts'

const languages = [
  { value: 'zh', label: '中文' },
  { value: 'en', label: 'English' },
] as const

/** Title, author, language, person, tense, genre and premise of the book. */
export const ProfileScreen = ({ projectId }: { readonly projectId: string }) => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const workspace = useWorkspace()
  const saved = useAutosaved<BookProfile>({
    path: '.creonow/project.json',
    place: { projectId, form: 'profile', row: '' },
    async read() {
      const answer = await ipc.invoke('projects:profile:get', { projectId })
      return answer.ok ? { ok: true, data: { value: answer.data.profile, hash: answer.data.hash } } : answer
    },
    write: (profile, baseHash) => ipc.invoke('projects:profile:save', { projectId, profile, baseHash }),
    isReady: ({ name }) => name.trim() !== '',
    onStored({ name, language }) {
      const { project } = workspace.store.getState()
      if (project?.projectId === projectId)
        workspace.store.setState({ project: { ...project, name: name.trim(), language } })
    },
  })
  const { value, change } = saved
  return (
    <div className="sheet-body">
      <p className="quiet">{t('profile.lead')}</p>
      {value !== null && (
        <>
          <Field
            label={t('profile.name')}
            value={value.name}
            maxLength={200}
            onChange={(name) => change({ name })}
          />
          <Field
            label={t('profile.author')}
            hint={t('profile.authorHint')}
            value={value.author}
            maxLength={200}
            onChange={(author) => change({ author })}
          />
          <Choice
            label={t('profile.language')}
            value={value.language}
            options={languages}
            onChange={(language) => change({ language })}
          />
          <p className="form-hint">{t('profile.languageHint')}</p>
          <NarrationField
            fact="person"
            listed={['first', 'second', 'third']}
            value={value.person}
            onChange={(person) => change({ person })}
          />
          <NarrationField
            fact="tense"
            listed={['past', 'present']}
            value={value.tense}
            onChange={(tense) => change({ tense })}
          />
          <Field
            label={t('profile.genre')}
            hint={t('profile.genreHint')}
            value={value.genre}
            maxLength={2000}
            onChange={(genre) => change({ genre })}
          />
          <Field
            label={t('profile.type')}
            hint={t('profile.typeHint')}
            value={value.type}
            maxLength={2000}
            onChange={(type) => change({ type })}
          />
          <Field
            label={t('profile.synopsis')}
            value={value.synopsis}
            rows={8}
            maxLength={20_000}
            onChange={(synopsis) => change({ synopsis })}
          />
        </>
      )}
      <AutosavedNotice
        saved={saved}
        invalid={t('profile.incomplete')}
        formatValue={({ name, author, genre, type, synopsis }) =>
          [name, author, genre, type, synopsis].join('\n')
        }
      />
    </div>
  )
}

type ListedValue = 'first' | 'second' | 'third' | 'past' | 'present'

interface NarrationFieldProps {
  readonly fact: 'person' | 'tense'
  readonly listed: readonly ListedValue[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Person or tense: one of those the app has words for, or in the author's own. */
const NarrationField = ({ fact, listed, value, onChange }: NarrationFieldProps) => {
  const { t } = useTranslation()
  const isListed = value === '' || listed.some((each) => each === value)
  const [own, setOwn] = useState(!isListed)
  return (
    <>
      <SelectField<ListedValue | '' | 'own'>
        label={t(`profile.${fact}`)}
        value={own ? 'own' : (listed.find((each) => each === value) ?? '')}
        options={[
          { value: '', label: t('profile.unset') },
          ...listed.map((each) => ({ value: each, label: t(`profile.narration.${each}`) })),
          { value: 'own', label: t('profile.own') },
        ]}
        onChange={(next) => {
          setOwn(next === 'own')
          onChange(next === 'own' ? '' : next)
        }}
      />
      {own && (
        <Field label={t(`profile.ownWords.${fact}`)} value={value} maxLength={2000} onChange={onChange} />
      )}
    </>
  )
}
