import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCodex, useJournal, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { Select } from '../../components/SelectField.tsx'
import type { CodexSuggestions, CodexType } from './codexModel.ts'
import { useCodexRows } from './useCodexRows.ts'
import './Suggestions.css'

const kind = 'ignoredName'

/** One row: a name without an entry, an alias of one, or an alias that two entries have. */
interface Row {
  readonly what: 'name' | 'alias' | 'shared_alias'
  readonly type: CodexType
  readonly text: string
  readonly aliases: readonly string[]
  readonly count: number
  readonly of?: string | undefined
  readonly sample: string
}

const keyOf = ({ what, text, of = '' }: Row) => `${what} ${text} ${of}`

const rowsOf = ({ items, sharedAliases }: CodexSuggestions): Row[] => [
  ...sharedAliases.map(
    (shared): Row => ({ what: 'shared_alias', type: 'character', aliases: [], ...shared }),
  ),
  ...items.map(
    ({ kind: type, ...item }): Row => ({ what: item.of === undefined ? 'name' : 'alias', type, ...item }),
  ),
]

/** Names the manuscript uses and the codex does not know: make an entry, add to one, or never ask again. */
export const Suggestions = ({ suggested }: { readonly suggested: CodexSuggestions }) => {
  const { t } = useTranslation()
  const codex = useCodex()
  const journal = useJournal()
  const projectId = useProjectId()
  const rows = useCodexRows() ?? []
  const [ignored, setIgnored] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    void journal
      .list([kind, projectId])
      .then((entries) => setIgnored(new Set(entries.map(({ key }) => key[2] ?? ''))))
  }, [journal, projectId])
  const ignore = (item: Row) => {
    setIgnored(new Set([...ignored, keyOf(item)]))
    void journal.save([kind, projectId, keyOf(item)], true)
  }
  const again = () => {
    for (const key of ignored) void journal.drop([kind, projectId, key])
    setIgnored(new Set())
  }
  const merge = async (item: Row, id: string) => {
    if (await codex.addAlias(id, item.text)) ignoreHere(item)
  }
  /** It is settled: the next look does not find it any more. */
  const ignoreHere = (item: Row) => setIgnored((ignoredKeys) => new Set([...ignoredKeys, keyOf(item)]))
  const left = rowsOf(suggested).filter((item) => !ignored.has(keyOf(item)))
  return (
    <div data-testid="codex-suggestions">
      <ul className="codex-found">
        {left.length === 0 && <li>{t('codex.suggestNone')}</li>}
        {left.map((item) => (
          <li key={keyOf(item)} title={item.sample}>
            {t(`codex.suggestions.${item.what}`, {
              name: item.text,
              n: item.count,
              of: rows.find(({ id }) => id === item.of)?.name ?? '',
            })}
            {item.what === 'name' && (
              <>
                <Button onClick={() => codex.create(item.type, item.text)}>{t('codex.create')}</Button>
                <Select
                  label={t('codexSheet.mergeOf', { name: item.text })}
                  value=""
                  options={[
                    { value: '', label: t('codexSheet.merge') },
                    ...rows
                      .filter(({ fault }) => fault === undefined)
                      .map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                  onChange={(id) => void merge(item, id)}
                />
              </>
            )}
            {item.what === 'alias' && item.of !== undefined && (
              <Button onClick={() => void merge(item, item.of ?? '')}>{t('codexSheet.addAlias')}</Button>
            )}
            <Button aria-label={t('codexSheet.ignoreOf', { name: item.text })} onClick={() => ignore(item)}>
              {t('codexSheet.ignore')}
            </Button>
          </li>
        ))}
      </ul>
      {ignored.size > 0 && (
        <Button variant="link" onClick={again}>
          {t('codexSheet.again')}
        </Button>
      )}
    </div>
  )
}
