import { emptyEntry } from '../contract/emptyEntry.ts'
import type { ChannelOutput } from '../contract/index.ts'
import { isAppError } from '../lib/appError.ts'
import { randomId } from '../lib/randomId.ts'
import type { CodexService } from '../services/codex/index.ts'
import type { ChapterPlans, ImportedMaterial, ManuscriptService } from '../services/manuscript/index.ts'
import type { NotesService } from '../services/notes/index.ts'
import type { ProjectService } from '../services/project/index.ts'
import type { SynopsesService } from '../services/retrieval/index.ts'

type Brought = ChannelOutput<'documents:import'>['brings'][number]
type Issue = ChannelOutput<'documents:import'>['doubts'][number]

/** What an import found, and what became of it. */
export interface StoredMaterial {
  /** Of each kind that is stored, how many. */
  readonly brings: Brought[]
  /** What is not stored, one sentence for each kind. */
  readonly doubts: Issue[]
}

/** Puts what a project of another program has besides its chapters where the app has a place for it. */
export function createMaterialWriter(services: {
  readonly projects: Pick<ProjectService, 'complete'>
  readonly manuscript: Pick<ManuscriptService, 'outline'>
  readonly plans: Pick<ChapterPlans, 'complete'>
  readonly codex: Pick<CodexService, 'all' | 'saveAll'>
  readonly synopses: Pick<SynopsesService, 'save'>
  readonly notes: Pick<NotesService, 'add'>
}) {
  const { projects, manuscript, plans, codex, synopses, notes } = services

  /** Entries that the codex does not have under that name. */
  async function storeCards(
    projectId: string,
    cards: ImportedMaterial['cards'],
    stored: Tally,
  ): Promise<void> {
    if (cards.length === 0) return
    const key = (type: string, name: string) => `${type} ${name.normalize('NFKC').toLowerCase()}`
    const present = new Set((await codex.all(projectId)).map(({ type, name }) => key(type, name)))
    const fresh = cards.filter(({ type, name }) => !present.has(key(type, name)))
    const entries = fresh.map(({ type, name, aliases, text }) => ({
      ...emptyEntry({ id: randomId('e_'), type, name, aliases }),
      // Titles of research are words of any chapter.
      ...(type === 'lore' && { aiContextLevel: 'manual_only' as const }),
      body: text,
    }))
    await stored.try(cards.length - fresh.length, 'cards', async () => {
      await codex.saveAll(projectId, entries)
      for (const { type } of entries) stored.add(type)
    })
  }

  return {
    /**
     * Never rejects for what cannot be stored: the chapters are there, and the answer says what is not. `author`: of the
     * title page.
     */
    async store(
      projectId: string,
      material: ImportedMaterial,
      author: string | undefined,
    ): Promise<StoredMaterial> {
      const stored = createTally()
      await stored.try(0, 'facts', async () => {
        const given = await projects.complete(projectId, { author, synopsis: material.synopsis })
        if (given.includes('synopsis')) stored.add('bookSynopsis')
      })
      await storeCards(projectId, material.cards, stored)
      if (material.chapters.length === 0) return stored.result()
      const ids = new Map(
        (await manuscript.outline(projectId)).map(({ path, documentId }) => [path, documentId]),
      )
      const words = new Map(
        material.chapters.flatMap(({ path, status, label }) => {
          const documentId = status === undefined && label === undefined ? undefined : ids.get(path)
          return documentId === undefined ? [] : [[documentId, { status, label }] as const]
        }),
      )
      if (words.size > 0)
        await stored.try(0, 'words', async () => {
          await plans.complete(projectId, words)
          for (const word of words.values())
            for (const kind of ['status', 'label'] as const) if (word[kind] !== undefined) stored.add(kind)
        })
      for (const chapter of material.chapters) {
        const documentId = ids.get(chapter.path)
        if (documentId === undefined) continue
        const { synopsis } = chapter
        if (synopsis !== undefined)
          await stored.try(0, 'synopses', async () => {
            await synopses.save(projectId, { documentId, text: synopsis, source: 'user' })
            stored.add('synopsis')
          })
        for (const note of chapter.notes)
          await stored.try(0, 'notes', async () => {
            await notes.add(projectId, { documentId, ...note })
            stored.add('note')
          })
      }
      return stored.result()
    },
  }
}

type Tally = ReturnType<typeof createTally>

const lost = {
  facts: ['作者和全书的梗概没有存进作品信息。', 'Author and synopsis of the book could not be stored.'],
  cards: [
    '设定里已经有同名条目，或者存不进去，这些人物、地点或资料没有加进来',
    'Entries that the codex has already, or that could not be stored, were left out',
  ],
  synopses: ['有的章节梗概没有存下来', 'Synopses of chapters that could not be stored'],
  words: [
    '章节的状态和标签没有存进写作计划。',
    'Statuses and labels of chapters could not be stored in the plan.',
  ],
  notes: ['有的笔记没有存下来', 'Notes that could not be stored'],
} as const

/** Counts what is stored and what is not. */
function createTally() {
  const counts = new Map<Brought['kind'], number>()
  const failures = new Map<keyof typeof lost, number>()
  const fail = (kind: keyof typeof lost, count: number) =>
    failures.set(kind, (failures.get(kind) ?? 0) + count)
  return {
    add: (kind: Brought['kind']) => void counts.set(kind, (counts.get(kind) ?? 0) + 1),
    /** Runs a task whose failure with a code is counted; `before`: what was left out already. */
    async try(before: number, kind: keyof typeof lost, task: () => Promise<void>): Promise<void> {
      if (before > 0) fail(kind, before)
      try {
        await task()
      } catch (error) {
        if (!isAppError(error)) throw error
        fail(kind, 1)
      }
    },
    result(): StoredMaterial {
      return {
        brings: [...counts].map(([kind, count]) => ({ kind, count })),
        doubts: [...failures].map(([kind, count]) => {
          const [zh, en] = lost[kind]
          const number = count > 1 || (kind !== 'facts' && kind !== 'words') ? count : undefined
          return {
            ...{ kind: 'omitted' as const, line: 1, heading: '' },
            message: number === undefined ? zh : `${zh}：${number}。`,
            english: number === undefined ? en : `${en}: ${number}.`,
          }
        }),
      }
    },
  }
}
