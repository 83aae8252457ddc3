import { useTranslation } from 'react-i18next'
import { useCodex } from '../../app/AppContext.tsx'
import { SidebarRow } from '../../components/SidebarRow.tsx'
import { codexTypes } from './codexModel.ts'
import { FromTextWay } from './FromTextWay.tsx'
import { useCodexRows } from './useCodexRows.ts'
import './CodexRows.css'

/** The kinds of the codex, each with its number of entries. */
export const CodexRows = () => {
  const { t } = useTranslation()
  const codex = useCodex()
  const rows = useCodexRows()
  const isEmpty = rows?.length === 0
  return (
    <>
      {codexTypes.map((type) => {
        const own = rows?.filter((row) => row.type === type) ?? []
        return (
          <SidebarRow
            key={type}
            testId={`codex-kind-${type}`}
            label={t(`codex.types.${type}`)}
            count={own.length}
            fault={own.some((row) => row.fault !== undefined) ? t('codex.broken') : null}
            onPress={() => codex.show(type)}
          />
        )
      })}
      {/* The text of an imported book has the names already. */}
      <li className="codex-first">
        {isEmpty && <p className="quiet">{t('codex.first')}</p>}
        <FromTextWay testId="codex-first" hasButton={isEmpty} />
      </li>
    </>
  )
}
