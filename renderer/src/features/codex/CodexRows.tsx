import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useApp } from '../../app/AppContext.tsx'
import { ShelfRow } from '../../components/ShelfRow.tsx'
import { codexTypes } from './codexModel.ts'

/** The kinds of the codex, with how many entries each holds. */
export const CodexRows = () => {
  const { t } = useTranslation()
  const { codex, workspace } = useApp()
  const rows = useStore(codex.store, (state) => state.rows)
  const projectId = useStore(workspace.store, (state) => state.project?.projectId)
  useEffect(() => {
    if (projectId !== undefined) void codex.load()
  }, [codex, projectId])
  return codexTypes.map((type) => {
    const own = rows?.filter((row) => row.type === type) ?? []
    return (
      <ShelfRow
        key={type}
        testId={`codex-kind-${type}`}
        label={t(`codex.types.${type}`)}
        count={own.length}
        fault={own.some((row) => row.fault !== undefined) ? t('codex.broken') : null}
        onPress={() => codex.show(type)}
      />
    )
  })
}
