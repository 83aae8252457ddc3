import { BookOpen, FileUp, FolderOpen, PenLine } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useView, useViewStore, useWorkspace } from '../../app/AppContext.tsx'
import { SaveWord } from '../../app/SaveWord.tsx'
import { openSettings } from '../../app/viewStore.ts'
import { WindowSwitches } from '../../app/WindowSwitches.tsx'
import { Button } from '../../components/Button.tsx'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatAlternatives } from '../../i18n/format.ts'
import { useAppSettings } from '../settings/useAppSettings.ts'
import { FolderForm } from './FolderForm.tsx'
import { ImportForm } from './ImportForm.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { OpenForm } from './OpenForm.tsx'
import { RecentProjects } from './RecentProjects.tsx'
import { useImportFormats } from './useImportFormats.ts'
import './Welcome.css'

/** Another file, another form. */
const droppedKey = (file: File | null) =>
  file === null ? '' : `${file.name} ${file.size} ${file.lastModified}`

/** Of the kinds of files that can be imported: the usual ones are the first. */
const mostNamed = 4

type Choice = 'create' | 'open' | 'import'
const choices = [
  { name: 'create', Icon: PenLine },
  { name: 'import', Icon: FileUp },
  { name: 'open', Icon: FolderOpen },
] as const satisfies readonly { name: Choice; Icon: unknown }[]

/** The first screen: the sample, a new work, an import, a folder, or one opened before. */
export const Welcome = () => {
  const { t, i18n } = useTranslation()
  const sentence = useErrorSentence()
  const workspace = useWorkspace()
  const extensions = formatAlternatives(
    useImportFormats()
      .flatMap((format) => format.extensions.slice(0, 1))
      .slice(0, mostNamed),
    i18n.language,
  )
  const dropped = useView((state) => state.dropped)
  const dropProblem = useView((state) => state.dropProblem)
  const { busy, error } = useStore(workspace.store)
  const [choice, setChoice] = useState<Choice | null>(null)
  useEffect(() => {
    if (dropped !== null) setChoice('import')
  }, [dropped])
  return (
    <div className="welcome">
      <WelcomeBar />
      <main className="welcome-page">
        <h1>{t('welcome.title')}</h1>
        <p className="welcome-lead">{t('welcome.lead')}</p>
        <ModelHint />
        {error !== null && (
          <Notice
            tone="danger"
            actions={[
              { label: t('error.dismiss'), onPress: () => workspace.store.setState({ error: null }) },
            ]}
          >
            {sentence(error)}
          </Notice>
        )}
        <button
          type="button"
          className="welcome-sample"
          data-testid="welcome-sample"
          disabled={busy !== null}
          onClick={() => void workspace.openSample()}
        >
          <BookOpen size={20} aria-hidden />
          <span>
            <b>{t('welcome.sample')}</b>
            <span className="welcome-hint">{t('welcome.sampleHint')}</span>
          </span>
        </button>
        <ul className="welcome-choices">
          {choices.map(({ name, Icon }) => (
            <li key={name}>
              <button
                type="button"
                className="welcome-choice"
                data-testid={`welcome-${name}`}
                aria-expanded={choice === name}
                onClick={() => setChoice(choice === name ? null : name)}
              >
                <Icon size={16} aria-hidden />
                <b>{t(`welcome.${name}`)}</b>
                {(name !== 'import' || extensions !== '') && (
                  <span className="welcome-hint">{t(`welcome.${name}Hint`, { extensions })}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
        {dropProblem !== null && (
          <p className="form-error" role="alert">
            {t(`drop.${dropProblem}`)}
          </p>
        )}
        {choice === 'create' && <CreateForm />}
        {choice === 'open' && <OpenForm />}
        {choice === 'import' && <ImportForm key={droppedKey(dropped)} dropped={dropped} />}
        {busy === 'opening' && <p role="status">{t(`welcome.${busy}`)}…</p>}
        <RecentProjects />
      </main>
    </div>
  )
}

/** That AI needs a model, and the way to one, until there is one. */
const ModelHint = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const hasNone = useAppSettings(({ providers }) => providers.length === 0)
  if (hasNone !== true) return null
  return (
    <p className="welcome-model">
      {t('welcome.model')}{' '}
      <Button variant="link" onClick={() => openSettings(view, 'services')}>
        {t('welcome.connect')}
      </Button>
    </p>
  )
}

/** The top bar while no work is open. */
const WelcomeBar = () => {
  const { t } = useTranslation()
  return (
    <header className="top-bar">
      <b className="top-brand">{t('app.name')}</b>
      <span className="grow" />
      <SaveWord />
      <WindowSwitches />
    </header>
  )
}

/** A new work: its name, its language and an empty folder. */
const CreateForm = () => {
  const { t, i18n } = useTranslation()
  const workspace = useWorkspace()
  const [name, setName] = useState('')
  const [language, setLanguage] = useState<'zh' | 'en'>(i18n.language === 'en' ? 'en' : 'zh')
  return (
    <FolderForm
      confirm={t('welcome.confirmCreate')}
      ready={name.trim() !== ''}
      title={name}
      onFolder={(rootPath) => workspace.create(rootPath, name.trim(), language)}
    >
      <Field label={t('welcome.name')} value={name} maxLength={200} onChange={setName} />
      <LanguageChoice value={language} onChange={setLanguage} />
    </FolderForm>
  )
}
