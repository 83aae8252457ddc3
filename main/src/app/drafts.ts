import { chapterPositions } from '../lib/chapterPositions.ts'
import { createFold } from '../services/codex/index.ts'
import {
  createCardDrafts,
  createChangeReading,
  createChapterChanges,
  createDraftDecisions,
  createDraftReading,
  type ReadingPorts,
} from '../services/drafts/index.ts'
import type { JobLog } from '../services/jobs/index.ts'
import { redactPart } from '../services/redaction/index.ts'
import type { Answers } from './answers.ts'
import type { Content } from './content.ts'
import type { Core } from './core.ts'

/** What drafts of cards work with. */
interface DraftsOptions {
  readonly core: Core
  readonly content: Content
  readonly log: JobLog
  readonly answers: Answers
}

/** Drafts of cards: the kind of job that reads the book for them, and the list that the author decides on. */
export function createDrafts({ core, content, log, answers }: DraftsOptions) {
  const { projects, redactor } = core
  const { manuscript, codex } = content
  const language = async (projectId: string) => (await projects.profile(projectId)).language
  const fold = createFold()

  const chapter: ReadingPorts['chapter'] = async (projectId, documentId) => {
    const { text, hash } = await manuscript.read(projectId, documentId)
    const listed = (await manuscript.list(projectId)).find((each) => each.documentId === documentId)
    return { documentId, title: listed?.title ?? '', text, hash }
  }

  /** The author's own names first; an entry that no model may see is not among them. */
  const names: ReadingPorts['names'] = async (projectId) => {
    const entries = (await codex.all(projectId)).filter(({ aiContextLevel }) => aiContextLevel !== 'never')
    const { items } = await codex.suggestions(projectId, { limit: 500 })
    return [
      ...entries.map(({ type, name, aliases }) => ({
        kind: type,
        names: [name, ...aliases.map((alias) => (typeof alias === 'string' ? alias : alias.name))],
      })),
      ...items
        .filter(({ of }) => of === undefined)
        .toSorted((a, b) => b.count - a.count)
        .map(({ kind, text, aliases }) => ({ kind, names: [text, ...aliases] })),
    ]
  }

  const ports: ReadingPorts = {
    ...{ chapter, language, names, generate: answers.generate, model: answers.model },
    async redact(projectId, text, { from, to } = { from: 0, to: text.length }) {
      const redact = (whole: string) => redactor.redact(whole, 'manuscript', projectId)
      return (await redactPart(redact, text, from, to)).text
    },
  }
  const decisions = createDraftDecisions(projects.rootOf)
  const shared = { log, codex, chapter, language, decisions, fold: (name: string) => fold(name).text }
  return {
    reading: createDraftReading(ports),
    changeReading: createChangeReading(ports),
    cardDrafts: createCardDrafts({
      ...shared,
      order: async (projectId) => (await manuscript.list(projectId)).map(({ documentId }) => documentId),
    }),
    chapterChanges: createChapterChanges({
      ...shared,
      async order(projectId) {
        const listed = await manuscript.list(projectId)
        const positions = chapterPositions(listed)
        const positionOf = (name: string) => positions.get(name)
        return { ids: listed.map(({ documentId }) => documentId), positionOf }
      },
    }),
  }
}
