import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'

/** Works opened before; one whose folder has moved says so. */
export const RecentProjects = () => {
  const { t } = useTranslation()
  const { workspace } = useApp()
  const { known, busy } = useStore(workspace.store)
  return (
    <section className="recent">
      <h2>{t('welcome.recent')}</h2>
      {known === null && <Skeleton label={t('welcome.recent')} lines={3} />}
      {known?.length === 0 && <p className="quiet">{t('welcome.none')}</p>}
      <ul>
        {known?.map(({ projectId, name, rootPath, available }) => (
          <li key={projectId}>
            <button
              type="button"
              className="recent-project"
              disabled={!available || busy !== null}
              onClick={() => void workspace.openKnown(projectId)}
            >
              <b>{name}</b>
              <span className="recent-path" title={rootPath}>
                {available ? rootPath : t('welcome.missing')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
