import { Tabs } from '@base-ui/react/tabs'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChannelOutput } from '#contract/index.ts'
import { useCodex, useProjectId } from '../../app/AppContext.tsx'
import { Button } from '../../components/Button.tsx'
import { DialogFrame } from '../../components/DialogFrame.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelMutation } from '../../ipc/queries.ts'
import { CardsReport } from './CardsReport.tsx'
import type { MergeTarget } from './MergeChoice.tsx'
import { NameList } from './NameList.tsx'
import { cardOf, type NameKind, type NameRow, nameKinds } from './nameRows.ts'
import { SelectAll } from './SelectAll.tsx'
import { useNameRows } from './useNameRows.ts'
import './FromTextDialog.css'

/** Names of a kind without a card, or other names of cards. */
type TabName = NameKind | 'alias'
const tabNames: readonly TabName[] = [...nameKinds, 'alias']
const tabOf = ({ what, type }: NameRow): TabName => (what === 'name' ? type : 'alias')
/** The most that one call takes; what is beyond stays selected. */
const mostCards = 2000
/** The most names of one job. */
const mostDrafted = 500

interface FromTextDialogProps {
  readonly onClose: () => void
  /** Lets a model draft cards of these names; none: of the whole book. */
  readonly onDraft: (names: readonly string[]) => void
}

/** The names that the text uses and the codex does not have, many of which become cards with one press. */
export const FromTextDialog = ({ onClose, onDraft }: FromTextDialogProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const projectId = useProjectId()
  const { error: refused } = useStore(useCodex().store)
  const { rows, error, entries, selected, setSelected, actions, ignoredCount, listAgain } = useNameRows()
  const [tab, setTab] = useState<TabName>('character')
  const [report, setReport] = useState<ChannelOutput<'codex:cards:create'> | null>(null)
  const making = useChannelMutation('codex:cards:create')
  const fault = error ?? making.error ?? refused
  const rowsOf = (name: TabName) => rows?.filter((row) => tabOf(row) === name) ?? []
  const chosen = rows?.filter(({ key, what }) => what === 'name' && selected.has(key)) ?? []

  const make = async () => {
    const batch = chosen.slice(0, mostCards)
    const answer = await making.send('codex:cards:create', { projectId, cards: batch.map(cardOf) })
    if (answer === null) return
    setReport(answer)
    const failed = new Set(answer.failed.map(({ card }) => card))
    const over = new Set(batch.filter(({ text }) => !failed.has(text)).map(({ key }) => key))
    setSelected((before) => new Set([...before].filter((key) => !over.has(key))))
  }
  const targets = useCallback(
    (row: NameRow): MergeTarget[] => [
      ...(entries ?? [])
        .filter(({ fault: broken }) => broken === undefined)
        .map(({ id, name, aliases }) => ({ id, label: name, aliases, isNew: false })),
      ...(rows ?? [])
        .filter(({ what, key }) => row.what === 'name' && what === 'name' && key !== row.key)
        .map(({ key, text, chips }) => ({
          ...{ id: key, label: text, isNew: true },
          aliases: chips.map((chip) => chip.text),
        })),
    ],
    [entries, rows],
  )
  const summary = nameKinds
    .map((kind) => ({ kind, count: chosen.filter(({ type }) => type === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) =>
      t('fromText.selection', { kind: t(`codex.types.${kind}`), n: formatCount(count) }),
    )
    .join(' · ')
  return (
    <DialogFrame
      open
      onClose={onClose}
      title={t('fromText.title')}
      closeLabel={t('fromText.close')}
      testId="codex-from-text"
      className="from-text"
    >
      <Tabs.Root className="from-text-body" value={tab} onValueChange={(name: TabName) => setTab(name)}>
        <p className="from-text-about quiet">{t('fromText.about')}</p>
        <Tabs.List className="from-text-tabs" aria-label={t('fromText.tabs')}>
          {tabNames.map((name) => (
            <Tabs.Tab key={name} value={name} className="tab" data-testid={`from-text-tab-${name}`}>
              {name === 'alias' ? t('fromText.aliasTab') : t(`codex.types.${name}`)}
              <span className="number">{rows === null ? '' : formatCount(rowsOf(name).length)}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {fault !== null && <Notice tone="danger">{t('codex.failed', { message: sentence(fault) })}</Notice>}
        {report !== null && <CardsReport report={report} />}
        {tabNames.map((name) => (
          <Tabs.Panel key={name} value={name} className="from-text-panel" tabIndex={-1}>
            {rows === null && error === null && <Skeleton label={t('fromText.reading')} lines={8} />}
            {rows !== null && rowsOf(name).length === 0 && (
              <p className="side-empty">{t(name === 'alias' ? 'fromText.noAliases' : 'fromText.none')}</p>
            )}
            {rowsOf(name).length > 0 && (
              <>
                {name !== 'alias' && (
                  <SelectAll
                    keys={rowsOf(name).map(({ key }) => key)}
                    selected={selected}
                    onChange={setSelected}
                  />
                )}
                <NameList
                  label={name === 'alias' ? t('fromText.aliasTab') : t(`codex.types.${name}`)}
                  rows={rowsOf(name)}
                  entries={entries ?? []}
                  {...{ selected, actions, targets }}
                />
              </>
            )}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
      <footer className="from-text-foot">
        {ignoredCount > 0 && (
          <Button variant="link" onClick={listAgain}>
            {t('fromText.again', { n: formatCount(ignoredCount) })}
          </Button>
        )}
        <Button
          data-testid="from-text-draft"
          onClick={() => onDraft(chosen.slice(0, mostDrafted).map(({ text }) => text))}
        >
          {chosen.length === 0
            ? t('cardDrafts.open')
            : t('cardDrafts.openFor', { n: formatCount(Math.min(mostDrafted, chosen.length)) })}
        </Button>
        <span className="grow" />
        <span className="quiet">{summary || t('fromText.nothing')}</span>
        <Button
          variant="primary"
          data-testid="from-text-make"
          disabled={chosen.length === 0 || making.isPending}
          onClick={() => void make()}
        >
          {making.isPending
            ? t('fromText.making')
            : t(chosen.length === 1 ? 'fromText.makeOne' : 'fromText.make', {
                n: formatCount(chosen.length),
              })}
        </Button>
      </footer>
    </DialogFrame>
  )
}
