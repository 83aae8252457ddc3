import type { JobRequest } from '#contract/jobs.ts'
import type { ItemResult, JobItem, JobKind, JobKinds } from './job.ts'
import { createVolumeKind, isWide, type VolumeKindPorts } from './volumeKind.ts'

/** What one request of a skill reads, the same for all chapters of a job. */
export interface SkillRequest {
  /** The skill that reads a chapter. */
  readonly skillId: string
  /** The author's words; empty: none. */
  readonly instruction: string
  /** Who answers. */
  readonly modelId: string
}

/** What the kinds of jobs need of the book. */
export interface KindPorts {
  /** The synopses that there are. */
  readonly synopses: {
    list(projectId: string): Promise<
      readonly {
        readonly documentId: string
        readonly source: 'user' | 'model'
        /** The chapter has changed since. */
        readonly stale: boolean
        readonly text: string
      }[]
    >
    save(
      projectId: string,
      synopsis: {
        readonly documentId: string
        readonly text: string
        readonly source: 'model'
        readonly documentHash?: string | undefined
        readonly base: string
      },
    ): Promise<unknown>
  }
  /** Synopses of volumes and of the book, made from those of chapters. */
  readonly volumes: Omit<VolumeKindPorts, 'written'>
  /** Skills that read one chapter each. */
  readonly skills: {
    /** Tokens of one request, and what it costs with its answer. */
    estimate(
      projectId: string,
      documentIds: readonly string[],
      request: SkillRequest,
      outputTokens: number,
    ): Promise<readonly JobItem[]>
    /** Lets the skill read one chapter. Never rejects: a failure is a result. */
    run(
      projectId: string,
      documentId: string,
      request: SkillRequest,
      signal: AbortSignal,
    ): Promise<ItemResult>
  }
  /** Drafts of cards, of batches of chapters. */
  readonly drafts: JobKinds['drafts']
  /** What changes in each chapter. */
  readonly changes: JobKinds['changes']
}

/** A kind whose requests are those of a skill, one for each chapter. */
interface SkillKind<R extends JobRequest> extends Pick<JobKind<R>, 'store'> {
  readonly skillId: string
  /** Expected length of an answer, in tokens. */
  readonly outputTokens: number
  /** The author's words for each request; empty: the skill's own are enough. */
  instruction(request: R): string
  /** Of these chapters, those that still need an answer; absent: all of them do. */
  select?(projectId: string, chapters: readonly string[]): Promise<readonly string[]>
}

/** All kinds of jobs; another one is an entry here and a request in the contract. */
export const createJobKinds = ({ synopses, volumes, skills, drafts, changes }: KindPorts): JobKinds => {
  function ofSkill<R extends JobRequest>(kind: SkillKind<R>): JobKind<R> {
    const { skillId, outputTokens, select, instruction, store } = kind
    const skillRequest = (request: R, modelId: string): SkillRequest => ({
      ...{ skillId, modelId },
      instruction: instruction(request),
    })
    return {
      async plan(projectId, chapters, request, modelId) {
        const selected = select ? await select(projectId, chapters) : chapters
        return skills.estimate(projectId, selected, skillRequest(request, modelId), outputTokens)
      },
      run: (projectId, { documentId }, { request, modelId }, signal) =>
        skills.run(projectId, documentId, skillRequest(request, modelId), signal),
      ...(select && {
        async select(projectId: string, items: readonly JobItem[]) {
          const ids = items.map(({ documentId }) => documentId)
          const selected = new Set(await select(projectId, ids))
          return items.filter(({ documentId }) => selected.has(documentId))
        },
      }),
      ...(store && { store }),
    }
  }

  const wide = createVolumeKind({
    ...volumes,
    written: async (projectId) =>
      new Set((await synopses.list(projectId)).map(({ documentId }) => documentId)),
  })
  const chapterSynopses = ofSkill<Extract<JobRequest, { kind: 'synopses' }>>({
    skillId: 'synopsis',
    outputTokens: 300,
    async select(projectId, chapters) {
      const present = new Map((await synopses.list(projectId)).map((each) => [each.documentId, each]))
      return chapters.filter((documentId) => {
        const synopsis = present.get(documentId)
        return synopsis === undefined || (synopsis.source === 'model' && synopsis.stale)
      })
    },
    instruction: () => '',
    async store(projectId, { documentId, documentHash, text }) {
      const before = (await synopses.list(projectId)).find((each) => each.documentId === documentId)
      // Written by the author while the job was running: it stays.
      if (before && (before.source === 'user' || !before.stale)) return
      const base = before?.text ?? ''
      await synopses.save(projectId, { documentId, documentHash, text, source: 'model', base })
    },
  })

  return {
    /** Chapters first; then, of the whole book, the volumes and the book itself. */
    synopses: {
      async plan(projectId, chapters, request, modelId) {
        const items = await chapterSynopses.plan(projectId, chapters, request, modelId)
        if (request.chapters) return items
        const rewritten = items.map(({ documentId }) => documentId)
        return [...items, ...(await wide.plan(projectId, chapters, rewritten, modelId))]
      },
      async select(projectId, items) {
        const single = items.filter((item) => !isWide(item))
        const open = (await chapterSynopses.select?.(projectId, single)) ?? single
        return [...open, ...(await wide.select(projectId, [...open, ...items.filter(isWide)]))]
      },
      run: (projectId, item, job, signal) =>
        isWide(item)
          ? wide.run(projectId, item, job.modelId, signal)
          : chapterSynopses.run(projectId, item, job, signal),
      store: async (projectId, result) =>
        isWide(result) ? wide.store(projectId, result) : chapterSynopses.store?.(projectId, result),
    },
    forEach: ofSkill<Extract<JobRequest, { kind: 'forEach' }>>({
      skillId: 'forEach',
      outputTokens: 500,
      instruction: ({ instruction }) => instruction,
    }),
    drafts,
    changes,
  }
}
