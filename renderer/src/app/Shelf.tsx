import { useTranslation } from 'react-i18next'
import { ShelfRow } from '../components/ShelfRow.tsx'
import { CodexRows } from '../features/codex/CodexRows.tsx'
import { ConstraintsRow } from '../features/constraints/ConstraintsRow.tsx'
import { MemoryRow } from '../features/memory/MemoryRow.tsx'
import { SynopsesRow } from '../features/synopses/SynopsesRow.tsx'
import { useViewStore } from './AppContext.tsx'
import { openSheet } from './viewStore.ts'

const before = ['profile', 'world', 'style', 'terminology'] as const
const after = ['skills', 'budget'] as const

/** 设定, under the chapters: what the model is told besides the text, by kind. */
export const Shelf = () => {
  const { t } = useTranslation()
  const view = useViewStore()
  const row = (sheet: (typeof before)[number] | (typeof after)[number]) => (
    <ShelfRow
      key={sheet}
      testId={`${sheet}-open`}
      label={t(`sheet.titles.${sheet}`)}
      onPress={() => openSheet(view, sheet)}
    />
  )
  return (
    <section className="shelf" aria-label={t('shelf.title')}>
      <h2>{t('shelf.title')}</h2>
      <ul>
        <CodexRows />
        {before.map(row)}
        <ConstraintsRow />
        <MemoryRow />
        <SynopsesRow />
        {after.map(row)}
      </ul>
    </section>
  )
}
