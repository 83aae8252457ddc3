import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import type { KnownProject } from '../../app/workspace.ts'
import { IconButton } from '../../components/IconButton.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { OpenForm } from './OpenForm.tsx'

/** Works opened before, the last one first; one whose folder has moved can be found again or taken off. */
export const RecentProjects = () => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const known = useStore(workspace.store, (state) => state.known)
  return (
    <section className="recent">
      <h2>{t('welcome.recent')}</h2>
      {known === null && <Skeleton label={t('welcome.recent')} lines={3} />}
      {known?.length === 0 && <p className="quiet">{t('welcome.none')}</p>}
      <ul>
        {known?.map((project) => (
          <RecentProject key={project.projectId} project={project} />
        ))}
      </ul>
    </section>
  )
}

const RecentProject = ({ project }: { readonly project: KnownProject }) => {
  const { t, i18n } = useTranslation()
  const { workspace } = useApp()
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
          onClick={() => void workspace.openKnown(projectId)}
        >
          <b>{name}</b>
          <span className="recent-facts number">{facts.join(' · ')}</span>
          <span className="recent-path" title={rootPath}>
            {available ? rootPath : t('picker.missing', { path: rootPath })}
          </span>
        </button>
        {!available && (
          <button
            type="button"
            className="button"
            aria-expanded={finding}
            aria-label={t('picker.findOf', { name })}
            onClick={() => setFinding(!finding)}
          >
            {t('picker.find')}
          </button>
        )}
        <IconButton label={t('picker.removeOf', { name })} onPress={() => void workspace.forget(projectId)}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      {finding && <OpenForm projectId={projectId} />}
    </li>
  )
}
