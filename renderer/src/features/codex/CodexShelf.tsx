import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { codexTypes } from './codexModel.ts'

/** The kinds of the codex under the chapters, with how many entries each holds. */
export const CodexShelf = () => {
  const { t } = useTranslation()
  const { codex, workspace } = useApp()
  const rows = useStore(codex.store, (state) => state.rows)
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  useEffect(() => {
    if (projectId !== undefined) void codex.load()
  }, [codex, projectId])
  return (
    <section className="codex-shelf" aria-label={t('codex.title')}>
      <h2>{t('codex.title')}</h2>
      <ul>
        {codexTypes.map((type) => {
          const own = rows?.filter((row) => row.type === type) ?? []
          const broken = own.some((row) => row.error !== undefined)
          return (
            <li key={type}>
              <button
                type="button"
                className="codex-kind"
                data-testid={`codex-kind-${type}`}
                onClick={() => codex.show(type)}
              >
                <span>{t(`codex.types.${type}`)}</span>
                {broken && <span className="codex-bad">{t('codex.broken')}</span>}
                <span className="grow" />
                <span className="number">{own.length}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
