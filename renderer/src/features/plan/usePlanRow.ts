import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentSummary } from '#contract/documents.ts'
import type { ErrorPayload } from '../../../../main/src/contract/result.ts'
import { useChapterActions, useIpc, useProjectId, useQueries } from '../../app/AppContext.tsx'
import { formatCount } from '../../i18n/format.ts'
import { useChannelQuery } from '../../ipc/queries.ts'
import { threadsAt } from '../outline/threadsAt.ts'
import { newBeat } from './beats.ts'
import { useStatusWords } from './chapterStatus.ts'
import { useCharacters } from './PlanFields.tsx'
import type { PlanColumn } from './planColumns.ts'
import { type PlanValue, planValue } from './storedPlan.ts'

/** A chapter as the table shows it. */
export interface PlanRow {
  /** What stands in a cell; lines are divided as the author divided them. */
  textOf(column: PlanColumn): string
  /** Whether the author may write there. */
  isEditable(column: PlanColumn): boolean
  /** Words that are offered while one writes there. */
  wordsFor(column: PlanColumn): readonly string[]
  /** Stores what was written; why it was refused, else null. */
  store(column: PlanColumn, text: string): Promise<ErrorPayload | null>
}

const editable: readonly PlanColumn[] = ['title', 'status', 'label', 'pov', 'plan', 'beats', 'synopsis']

/** Everything the table has of one chapter, and the way to store it. Rows that are not drawn read nothing. */
export const usePlanRow = (chapter: DocumentSummary, statuses: readonly string[]): PlanRow => {
  const { t } = useTranslation()
  const ipc = useIpc()
  const actions = useChapterActions()
  const queries = useQueries()
  const projectId = useProjectId()
  const { wordOf, statusOf } = useStatusWords()
  const characters = useCharacters()
  const { documentId, title, planned } = chapter
  const { data: stored } = useChannelQuery('plan:get', { projectId, documentId })
  const { data: synopsis = '' } = useChannelQuery(
    'retrieval:synopses:list',
    { projectId },
    { select: ({ synopses }) => synopses.find((each) => each.documentId === documentId)?.text ?? '' },
  )
  const { data: threads = [] } = useChannelQuery(
    'threads:list',
    { projectId },
    { select: (list) => threadsAt(list.threads, documentId) },
  )
  const plan = stored && planValue(stored)
  const nameOf = (pov: string) => characters.find(({ id }) => id === pov)?.name ?? pov
  const titles = (isDue: boolean) =>
    threads
      .filter(({ does }) => (does === 'due' || does === 'overdue') === isDue)
      .map((thread) => thread.title)
      .join('\n')
  const texts: Readonly<Record<PlanColumn, () => string>> = {
    number: () => String(chapter.chapterNumber),
    title: () => title,
    volume: () => chapter.volume?.title ?? '',
    status: () => wordOf(chapter.status ?? ''),
    label: () => chapter.label ?? '',
    pov: () => nameOf(plan?.pov ?? ''),
    words: () => (planned ? t('plan.planned') : formatCount(chapter.words)),
    plan: () => plan?.text ?? '',
    beats: () => plan?.beats.map(({ text }) => text.replaceAll('\n', ' ')).join('\n') ?? '',
    synopsis: () => synopsis,
    threads: () => titles(false),
    due: () => titles(true),
  }

  /** A beat whose words are the same is the same beat. */
  const beatsOf = (text: string, present: PlanValue) => {
    const before = [...present.beats]
    const lines = text.split('\n').map((line) => line.trim())
    return lines
      .filter((line) => line !== '')
      .map((line) => {
        const at = before.findIndex((beat) => beat.text.replaceAll('\n', ' ').trim() === line)
        return at < 0 ? newBeat(line) : (before.splice(at, 1)[0] ?? newBeat(line))
      })
  }
  const planOf = (text: string, beats: ReturnType<typeof beatsOf>) =>
    text === '' && beats.length === 0 ? null : { text, beats }

  /** What changes of the plan. */
  const changeOf = (column: PlanColumn, text: string, present: PlanValue) => {
    const word = text === '' ? null : text
    if (column === 'status') return { status: word === null ? null : statusOf(word) }
    if (column === 'label') return { label: word }
    if (column === 'pov') return { pov: word && (characters.find(({ name }) => name === word)?.id ?? word) }
    if (column === 'plan') return { plan: planOf(text, [...present.beats]) }
    return { plan: planOf(present.text, beatsOf(text, present)) }
  }

  /** Cells of one row that are left soon after each other change the same entry: one after the other. */
  const before = useRef<Promise<unknown>>(Promise.resolve())
  const storePlan = async (column: PlanColumn, text: string): Promise<ErrorPayload | null> => {
    const read = await queries.fetchChannel('plan:get', { projectId, documentId })
    if (!read.ok) return read.error
    const present = planValue(read.data)
    const wasShown = plan === undefined || planPart(present, column) === planPart(plan, column)
    // Changed elsewhere since it was shown: refused by the hash that was shown.
    const baseHash = wasShown ? read.data.hash : (stored?.hash ?? read.data.hash)
    const change = { projectId, documentId, baseHash, ...changeOf(column, text, present) }
    const answer = await ipc.invoke('plan:set', change)
    return answer.ok ? null : answer.error
  }

  return {
    textOf: (column) => texts[column](),
    isEditable: (column) => editable.includes(column) && !(column === 'synopsis' && planned === true),
    wordsFor: (column) =>
      column === 'status' ? statuses.map(wordOf) : column === 'pov' ? characters.map(({ name }) => name) : [],
    async store(column, written) {
      const text = written.trim()
      if (text === texts[column]().trim()) return null
      if (column === 'title') {
        if (text !== '') await actions.rename(documentId, text)
        return null
      }
      if (column === 'synopsis') {
        const input = { projectId, documentId, text, base: synopsis }
        const answer = await ipc.invoke('retrieval:synopses:save', input)
        return answer.ok ? null : answer.error
      }
      const storing = before.current.then(() => storePlan(column, text))
      before.current = storing
      return storing
    },
  }
}

/** What a cell shows of a plan, to be compared. */
const planPart = (value: PlanValue, column: PlanColumn): string => {
  if (column === 'beats') return value.beats.map(({ text }) => text).join('\n')
  return column === 'plan'
    ? value.text
    : column === 'pov'
      ? value.pov
      : column === 'label'
        ? value.label
        : value.status
}
