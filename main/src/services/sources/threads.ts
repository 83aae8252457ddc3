import type { Notice } from '#contract/warnings.ts'
import type { Language } from '../context/index.ts'
import { type Draft, defineSource, type Source } from '../context/source.ts'

/** A thread that is open at a cursor. */
export interface OpenThread {
  /** `t_` and ten characters. */
  readonly id: string
  /** In the author's words. */
  readonly title: string
  /** The words that planted it, as they were marked. */
  readonly sentence: string
  /** Title of the chapter in which they are. */
  readonly chapter: string
  /** Title of the chapter in which the author means to pay it; absent: not decided. */
  readonly due?: string
}

/** An open thread that a prompt gets. */
export interface ChosenThread extends OpenThread {
  /** `due`: in this chapter; `overdue`: in an earlier one; `near`: its words or people are near the cursor. */
  readonly why: 'due' | 'overdue' | 'near'
  /** What it has in common with the text at the cursor, rarest first. */
  readonly terms: readonly string[]
}

/** Which threads are asked for. */
export interface ThreadQuery {
  /** The chapter of the cursor. */
  readonly documentId: string
  /** UTF-16 offset in the chapter; marks behind it do not count. */
  readonly cursorPosition: number
  /** The text in front of the cursor, the selection and the author's words. */
  readonly windowText: string
  /** Of the book. */
  readonly language: Language
}

export interface ThreadsPort {
  /** `missing`: ids of open threads none of whose sentences is found in the book. */
  openAt(
    projectId: string,
    query: ThreadQuery,
  ): Promise<{
    readonly threads: readonly ChosenThread[]
    readonly missing: readonly string[]
    readonly notices: readonly Notice[]
  }>
  /** One thread, whatever is near; undefined: it is not open there, or not there at all. */
  openThread(
    projectId: string,
    id: string,
    at: Pick<ThreadQuery, 'documentId' | 'cursorPosition'>,
  ): Promise<OpenThread | undefined>
}

const path = '.creonow/threads.json'
/** Characters in front of the cursor by which nearness is judged: about a page. */
const pageUnits = { zh: 600, en: 1800 } as const
const scores = { overdue: 0.92, due: 0.92, near: 0.7 } as const

/** Says nothing of the cursor, so that a line that is sent again has the same bytes. */
const words = {
  zh: {
    label: (title: string) => `伏笔 ${title}`,
    line: (sentence: string, chapter: string) => `还没有收。埋在《${chapter}》：「${sentence}」`,
    due: (chapter: string) => `作者打算在《${chapter}》收。`,
  },
  en: {
    label: (title: string) => `Thread ${title}`,
    line: (sentence: string, chapter: string) => `Still open. Planted in “${chapter}”: “${sentence}”`,
    due: (chapter: string) => ` The author means to pay it in “${chapter}”.`,
  },
} as const

const lineOf = ({ sentence, chapter, due }: OpenThread, language: Language) =>
  `${words[language].line(sentence, chapter)}${due === undefined ? '' : words[language].due(due)}`

interface ThreadDraft extends Draft {
  readonly why: ChosenThread['why']
}

/** Open threads that are due, or whose words or people are near the cursor: one line each, with the sentence. */
export function createThreads(threads: ThreadsPort): Source {
  return defineSource<ThreadDraft>({
    name: 'threads',
    display: { name: { zh: '伏笔', en: 'Thread' }, card: 'title' },
    layer: 'retrieved',
    place: 1.5,
    stability: 'scene',
    redaction: 'manuscript',
    maxAppended: 12,
    shrinkSteps: [{ step: 'out', cutOrder: 4.7 }],
    missing: { code: 'THREADS_UNAVAILABLE', params: {} },
    label: ({ title }, language) => words[language].label(title),
    score: ({ why }) => scores[why],
    async read(scene, io) {
      const { projectId, documentId, before, selected, authorInput, language, skill } = scene
      if (skill.reads === 'chapter') return []
      const windowText = [
        before.text.slice(-pageUnits[language]),
        selected?.text ?? '',
        authorInput.text,
      ].join('\n')
      const query = { documentId, cursorPosition: before.to, windowText, language }
      const { threads: open, missing, notices } = await threads.openAt(projectId, query)
      for (const notice of notices) io.notice(notice)
      for (const id of missing) io.reportOmitted(`${path}#${id}`, 'not_selected')
      return open.map((thread, position) => ({
        ref: { path, item: thread.id, position },
        storeId: projectId,
        order: position,
        title: thread.title,
        text: lineOf(thread, language),
        why: thread.why,
        reason:
          thread.why === 'near'
            ? { code: 'thread_near', params: { terms: [...thread.terms].slice(0, 5) } }
            : { code: `thread_${thread.why}`, params: {} },
      }))
    },
    async reread(
      { item = '' },
      { projectId, documentId, language, cursorPosition = Number.POSITIVE_INFINITY },
    ) {
      const thread = await threads.openThread(projectId, item, { documentId, cursorPosition })
      return thread && { text: lineOf(thread, language) }
    },
  })
}
