import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useWorkspace } from '../../app/AppContext.tsx'
import type { ListedProject } from '../../app/workspace.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { OpenForm } from './OpenForm.tsx'
import './RecentProjects.css'

/** Works opened before, the last one first; one whose folder has moved can be found again or taken off. */
export const RecentProjects = () => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const { data, error } = useChannelQuery('projects:list', {})
  return (
    <section className="recent">
      <h2>{t('welcome.recent')}</h2>
      {error !== null && <Notice tone="danger">{sentence(error)}</Notice>}
      {data === undefined && error === null && <Skeleton label={t('welcome.recent')} lines={3} />}
      {data?.projects.length === 0 && <p className="quiet">{t('welcome.none')}</p>}
      <ul>
        {data?.projects.map((project) => (
          <RecentProject key={project.projectId} project={project} />
        ))}
      </ul>
    </section>
  )
}

const RecentProject = ({ project }: { readonly project: ListedProject }) => {
  const { t, i18n } = useTranslation()
  const workspace = useWorkspace()
  const busy = useStore(workspace.store, (state) => state.busy !== null)
  const [finding, setFinding] = useState(false)
  const { projectId, name, rootPath, available, openedAt, words } = project
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const number = new Intl.NumberFormat(i18n.language)
  const facts = [
    ...(openedAt === undefined ? [] : [date.format(new Date(openedAt))]),
    ...(words === undefined ? [] : [t('picker.length', { n: number.format(words) })]),
  ]
  return (
    <li>
      <div className="recent-row">
        <button
          type="button"
          className="recent-project"
          disabled={!available || busy}
          onClick={() => void workspace.openListed(projectId)}
        >
          <b>{name}</b>
          <span className="recent-facts number">{facts.join(' · ')}</span>
          <span className="recent-path" title={rootPath}>
            {available ? rootPath : t('picker.missing', { path: rootPath })}
          </span>
        </button>
        {!available && (
          <Button
            aria-expanded={finding}
            aria-label={t('picker.findOf', { name })}
            onClick={() => setFinding(!finding)}
          >
            {t('picker.find')}
          </Button>
        )}
        <IconButton
          icon={X}
          iconSize={14}
          label={t('picker.removeOf', { name })}
          onPress={() => void workspace.forget(projectId)}
        />
      </div>
      {finding && <OpenForm projectId={projectId} />}
    </li>
  )
}
