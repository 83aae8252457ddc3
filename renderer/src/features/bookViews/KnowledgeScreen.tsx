import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { ChannelOutput } from '#contract/index.ts'
import { useCodex, useEditor, useProjectId, useViewStore } from '../../app/AppContext.tsx'
import { useDocuments } from '../../app/useDocuments.ts'
import { openSheet } from '../../app/viewStore.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useErrorSentence } from '../../i18n/errorSentence.ts'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { ChapterChoice } from '../codex/ChapterChoice.tsx'
import { useOpenChapter } from './useOpenChapter.ts'
import { ViewLink } from './ViewLink.tsx'
import './KnowledgeScreen.css'

type Knowledge = ChannelOutput<'codex:knowledge:get'>
type Fact = Knowledge['facts'][number]

/** Who is aware of what, as cards and threads state it: facts by people on stage, as of the cursor or of a chapter. */
export const KnowledgeScreen = () => {
  const { t } = useTranslation()
  const editor = useEditor()
  const documents = useDocuments()
  const openChapter = useStore(editor.store, (state) => (state.phase === 'ready' ? state.documentId : null))
  const [selected, setSelected] = useState<string | null>(null)
  const chapter = selected ?? openChapter ?? documents?.at(-1)?.documentId ?? null
  return (
    <>
      <p className="quiet">{t('knowledge.about')}</p>
      <ChapterChoice label={t('knowledge.asOf')} value={chapter ?? ''} onChange={setSelected} />
      {chapter !== null && (
        <KnowledgeOfChapter key={chapter} documentId={chapter} isOpen={chapter === openChapter} />
      )}
    </>
  )
}

interface ChapterProps {
  readonly documentId: string
  /** It is the chapter of the editor, so that its cursor counts. */
  readonly isOpen: boolean
}

const KnowledgeOfChapter = ({ documentId, isOpen }: ChapterProps) => {
  const { t } = useTranslation()
  const sentence = useErrorSentence()
  const editor = useEditor()
  const { data, error } = useChannelQuery('codex:knowledge:get', {
    ...{ projectId: useProjectId(), documentId },
    ...(isOpen && { cursorPosition: editor.place().cursorPosition }),
  })
  if (error !== null) return <Notice tone="danger">{sentence(error)}</Notice>
  if (data === undefined) return <Skeleton label={t('app.loading')} lines={4} />
  return (
    <>
      {data.people.length === 0 && <p className="quiet">{t('knowledge.nobody')}</p>}
      {data.facts.length === 0 ? <p className="quiet">{t('knowledge.empty')}</p> : <FactTable {...data} />}
      {data.open > 0 && <p className="quiet">{t('knowledge.open', { n: formatCount(data.open) })}</p>}
      {data.dangling > 0 && (
        <p className="quiet">{t('knowledge.dangling', { n: formatCount(data.dangling) })}</p>
      )}
    </>
  )
}

/** Rows that are drawn at once; one press shows as many again. */
const rowsAtOnce = 100

const FactTable = ({ people, pov, facts }: Knowledge) => {
  const { t } = useTranslation()
  const codex = useCodex()
  const [count, setCount] = useState(rowsAtOnce)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what is wider than the sheet */}
      <section className="knowledge" aria-label={t('knowledge.table')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('knowledge.fact')}</th>
              {people.map(({ id, name }) => (
                <th key={id} scope="col">
                  <ViewLink label={name} onPress={() => void codex.openEntry(id)} />
                  {id === pov && <span className="quiet">{t('knowledge.pov')}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.slice(0, count).map((fact, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a card may have two changes with the same words
              <FactRow key={`${fact.of} ${fact.id} ${at}`} fact={fact} people={people} number={at + 1} />
            ))}
          </tbody>
        </table>
      </section>
      {facts.length > count && (
        <div className="sheet-tools">
          <Button onClick={() => setCount(count + rowsAtOnce)}>
            {t('knowledge.more', { n: formatCount(facts.length - count) })}
          </Button>
        </div>
      )}
    </>
  )
}

interface FactRowProps {
  readonly fact: Fact
  readonly people: Knowledge['people']
  /** Its place in the table, from 1. */
  readonly number: number
}

const FactRow = ({ fact: { of, id, name, text, people: stated }, people, number }: FactRowProps) => {
  const { t } = useTranslation()
  const codex = useCodex()
  const view = useViewStore()
  const openChapter = useOpenChapter()
  const open = () => (of === 'thread' ? openSheet(view, 'threads') : void codex.openEntry(id))
  return (
    <tr data-testid="fact">
      <th scope="row">
        <ViewLink label={name} context={String(number)} onPress={open} />
        <span className="knowledge-text">{text === '' ? t(`knowledge.of.${of}`) : text}</span>
      </th>
      {stated.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the people of a table have fixed places
        <td key={at} className={`knowledge-${each.state}`}>
          <span>{t(`knowledge.states.${each.state}`)}</span>
          {each.state !== 'unstated' && each.chapter !== null && (
            <ViewLink
              label={each.chapter.title}
              context={`${number} ${people[at]?.name}`}
              onPress={() => openChapter(each.chapter?.documentId ?? '')}
            />
          )}
        </td>
      ))}
    </tr>
  )
}
