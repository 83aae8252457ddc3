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
    readonly threads: readonly OpenThread[]
    readonly missing: readonly string[]
    readonly notices: readonly Notice[]
  }>
}

const path = '.creonow/threads.json'
/** Characters in front of the cursor by which nearness is judged: about a page. */
const pageUnits = { zh: 600, en: 1800 } as const
const scores = { overdue: 0.92, due: 0.92, near: 0.7 } as const

const words = {
  zh: {
    label: (title: string) => `伏笔 ${title}`,
    line: ({ sentence, chapter }: OpenThread) => `还没有收。埋在《${chapter}》：「${sentence}」`,
    due: '作者打算在本章收。',
    overdue: '作者本来打算在前面收。',
    near: '',
  },
  en: {
    label: (title: string) => `Thread ${title}`,
    line: ({ sentence, chapter }: OpenThread) => `Still open. Planted in “${chapter}”: “${sentence}” `,
    due: 'The author means to pay it in this chapter.',
    overdue: 'The author meant to pay it in an earlier chapter.',
    near: '',
  },
} as const

interface ThreadDraft extends Draft {
  readonly why: OpenThread['why']
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
        text: `${words[language].line(thread)}${words[language][thread.why]}`.trim(),
        why: thread.why,
        reason:
          thread.why === 'near'
            ? { code: 'thread_near', params: { terms: [...thread.terms].slice(0, 5) } }
            : { code: `thread_${thread.why}`, params: {} },
      }))
    },
  })
}
