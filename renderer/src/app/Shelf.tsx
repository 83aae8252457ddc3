import { useTranslation } from 'react-i18next'
import { CodexRows } from '../features/codex/CodexRows.tsx'
import { ConstraintsRow } from '../features/constraints/ConstraintsRow.tsx'
import { MemoryRow } from '../features/memory/MemoryRow.tsx'
import { SynopsesRow } from '../features/synopses/SynopsesRow.tsx'

/** 设定, under the chapters: what the model is told besides the text, by kind. */
export const Shelf = () => {
  const { t } = useTranslation()
  return (
    <section className="shelf" aria-label={t('shelf.title')}>
      <h2>{t('shelf.title')}</h2>
      <ul>
        <CodexRows />
        <ConstraintsRow />
        <MemoryRow />
        <SynopsesRow />
      </ul>
    </section>
  )
}
