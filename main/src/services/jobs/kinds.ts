import type { JobKinds } from './job.ts'

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
}

/** All kinds of jobs; another one is an entry here and a request in the contract. */
export const createJobKinds = ({ synopses }: KindPorts): JobKinds => ({
  synopses: {
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
  },
  forEach: {
    skillId: 'forEach',
    outputTokens: 500,
    select: async (_projectId, chapters) => chapters,
    instruction: ({ instruction }) => instruction,
  },
})
