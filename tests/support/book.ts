import type { Notice, Scene, SourceIo } from '../../main/src/services/context/index.ts'
import { createSources, type SourcePorts } from '../../main/src/services/sources/index.ts'
import type { DocumentRef } from '../../main/src/services/sources/ports.ts'
import { continueSkill } from './engine.ts'

/** What the small book `p1` holds; a test says only what matters to it. */
export interface BookParts extends Partial<Omit<SourcePorts, 'documents' | 'files'>> {
  /** Text by document id; one that is absent cannot be read. */
  readonly texts?: Readonly<Record<string, string>>
  readonly documents?: readonly DocumentRef[]
  /** Text by path below `.creonow/`. */
  readonly files?: Readonly<Record<string, string>>
  /** What `files` says instead. */
  readonly filePort?: Partial<SourcePorts['files']>
}

const noNotices: readonly Notice[] = []

/** A front page and five chapters. */
export const chapters = ['序', '第一章', '第二章', '第三章', '第四章', '第五章'].map((title, at) => ({
  documentId: `manuscript/00${at}.md`,
  title,
  kind: at === 0 ? ('front' as const) : ('chapter' as const),
  chapterNumber: at,
}))

function own<T>(projectId: string, value: T): T {
  if (projectId !== 'p1') throw new Error(`asked for project ${projectId}`)
  return value
}

function portsOf({
  texts = {},
  documents = chapters,
  files = {},
  filePort,
  ...parts
}: BookParts): SourcePorts {
  return {
    documents: {
      list: async (projectId) => own(projectId, documents),
      async read(projectId, documentId) {
        const text = own(projectId, texts)[documentId]
        if (text === undefined) throw new Error(`${documentId} cannot be read`)
        return { text }
      },
    },
    files: {
      async read(projectId, path) {
        const text = own(projectId, files)[path]
        return text === undefined
          ? { path, problem: 'missing' }
          : { path, text, fetchedChars: text.length, tooLarge: false }
      },
      listSettings: async (projectId) =>
        own(projectId, {
          files: Object.keys(files)
            .filter((path) => path.startsWith('.creonow/settings/'))
            .map((path) => ({ path })),
          problems: [],
        }),
      terminology: async (projectId) => own(projectId, { terms: [] }),
      ...filePort,
    },
    constraints: { readForPrompt: async () => ({ items: [], notices: noNotices }) },
    profiles: { profile: async (projectId) => ({ id: projectId, name: '雾港' }) },
    conversations: { message: async () => undefined },
    plans: {
      planOf: async () => undefined,
      nextPlans: async () => [],
      povName: async () => undefined,
    },
    threads: {
      openAt: async () => ({ threads: [], missing: [], notices: noNotices }),
      openThread: async () => undefined,
    },
    author: { preferences: () => undefined, timeZone: 'Asia/Shanghai' },
    memory: {
      confirmed: async () => [],
      recall: async () => [],
      working: { instructions: () => [], lastExchange: () => undefined },
    },
    codex: {
      readForPrompt: async () => ({
        always: [],
        matches: [],
        constraints: [],
        broken: [],
        notices: noNotices,
      }),
      entryAsOf: async () => undefined,
    },
    passages: { forWindow: async () => ({ hits: [], left: [], notices: noNotices }) },
    synopses: { list: async () => [] },
    skills: { instruction: async () => undefined },
    ...parts,
  }
}

/** The author at the end of a chapter of `p1`, or where the test says. */
export function sceneOf(text: string, part: Partial<Scene> = {}): Scene {
  return {
    projectId: 'p1',
    documentId: 'manuscript/005.md',
    path: 'manuscript/005.md',
    title: '第五章',
    chapterNumber: 5,
    language: 'zh',
    text,
    cursorPosition: text.length,
    before: { from: 0, to: text.length, text },
    after: { from: text.length, to: text.length, text: '' },
    selected: undefined,
    authorInput: { raw: '', text: '' },
    latest: [],
    pinned: [],
    skill: continueSkill,
    stateless: false,
    ...part,
  }
}

/** The app's sources over a small book, and what one of them tells; a token is a UTF-16 unit. */
export function bookOf(parts: BookParts = {}) {
  const sources = new Map(createSources(portsOf(parts)).map((source) => [source.name, source]))
  const named = (name: string) => {
    const source = sources.get(name)
    if (!source) throw new Error(`the app has no source ${name}`)
    return source
  }
  return {
    source: named,
    async read(name: string, scene: Scene, part: Partial<SourceIo> = {}) {
      const notices: Notice[] = []
      const unread: unknown[] = []
      const drafts = await named(name).read(scene, {
        signal: new AbortController().signal,
        limits: { settingsTokens: 1000, retrievedTokens: 1000, immediateTokens: 8000 },
        countRange: (_text, from, to) => to - from,
        notice: (notice) => notices.push(notice),
        reportOmitted: (...row) => unread.push(row),
        ...part,
      })
      return { drafts, notices, unread }
    },
    reread: (name: string, path: string, part: { item?: string; from?: number; to?: number } = {}) =>
      named(name).reread?.(
        { path, ...part },
        { projectId: 'p1', documentId: 'manuscript/005.md', skillId: 'continue', language: 'zh' },
      ),
  }
}
