import type { CodexMention } from '#contract/codex.ts'
import type { ListedConstraint } from '#contract/constraints.ts'
import { ErrorCode } from '../../ipc/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { sha256Hex } from '../../lib/hash.ts'
import type { CodexQuery, CodexReading } from '../context/index.ts'
import { type CodexScan, describeBroken, idOfBroken, scanCodex } from './codexFiles.ts'
import { createEntryStore } from './codexStore.ts'
import type { CodexEntry } from './entry.ts'
import type { Standpoint } from './entryAsOf.ts'
import { createFold } from './fold.ts'
import { findMentions } from './mentions.ts'
import { buildNameIndex } from './nameIndex.ts'
import { type Codex, selectForPrompt } from './selectForPrompt.ts'
import { type Suggestion, suggestNames } from './suggestions.ts'

export interface ListedEntry extends Pick<CodexEntry, 'id' | 'type' | 'name' | 'aliases' | 'aiContextLevel'> {
  /** Project-relative path. */
  readonly path: string
  readonly hash: string
  readonly error?: string
}

export interface CodexOptions {
  readonly projects: {
    rootOf(projectId: string): string
    profile(projectId: string): Promise<{
      readonly pins: readonly string[]
      readonly chapters: Readonly<
        Record<string, { readonly pov?: string | undefined; readonly pins: readonly string[] }>
      >
    }>
  }
  readonly documents: {
    list(projectId: string): Promise<readonly { readonly documentId: string }[]>
    read(projectId: string, documentId: string): Promise<{ readonly text: string }>
  }
  readonly clock?: Clock
}

export interface CodexService {
  /** By kind, then path; files that cannot be used are listed with their error. */
  list(projectId: string): Promise<ListedEntry[]>
  /** @throws AppError NOT_FOUND, CODEX_ENTRY_BROKEN (the file is there and cannot be read as an entry). */
  read(projectId: string, id: string): Promise<{ entry: CodexEntry; hash: string }>
  /**
   * Writes an entry: with `baseHash` over the file that has it, else as a new file named after the entry.
   * @throws AppError CONFLICT {currentHash} (changed elsewhere, or the id exists), NOT_FOUND, INVALID_ARGUMENT.
   */
  save(
    projectId: string,
    entry: CodexEntry,
    baseHash?: string,
  ): Promise<{ id: string; path: string; hash: string }>
  /** @throws AppError CONFLICT {currentHash}, NOT_FOUND. */
  delete(projectId: string, id: string, baseHash: string): Promise<void>
  /** Other ids for the chapters that progressions name. @throws AppError CONFLICT, READ_ONLY. */
  renameDocuments(projectId: string, renamed: ReadonlyMap<string, string>): Promise<void>
  /** Leftmost-longest over all entries of every level. Offsets in UTF-16 units of `text`. */
  mentions(projectId: string, text: string): Promise<CodexMention[]>
  /** Names and aliases the manuscript uses and the codex does not know; proposed, never added. */
  suggestions(projectId: string): Promise<Suggestion[]>
  /** What a request gets, as of its chapter. */
  readForPrompt(projectId: string, query: CodexQuery): Promise<CodexReading>
  /** Constraints in entries' front matter that apply by themselves, for the list of constraints. */
  constraints(projectId: string): Promise<ListedConstraint[]>
  /** The text an earlier prompt took from an entry's file, as it would be made today; undefined: not an entry. */
  textOf(
    projectId: string,
    part: {
      readonly source: string
      readonly item?: string
      readonly level?: 'full' | 'short' | 'line' | 'name'
    },
    documentId: string,
  ): Promise<string | undefined>
  dispose(): void
}

/** The codex of projects: one file per entry below `.creonow/`, read again only when it changed. */
export function createCodexService(options: CodexOptions): CodexService {
  const { projects, documents, clock = systemClock } = options
  const fold = createFold()
  const known = new Map<string, { scan: CodexScan; codex: Codex }>()
  const loading = new Map<string, Promise<{ scan: CodexScan; codex: Codex }>>()

  /** Calls at the same time look at the folder once. */
  function load(projectId: string): Promise<{ scan: CodexScan; codex: Codex }> {
    const root = projects.rootOf(projectId)
    const running = loading.get(root)
    if (running) return running
    const next = loadNow(root).finally(() => {
      if (loading.get(root) === next) loading.delete(root)
    })
    loading.set(root, next)
    return next
  }

  async function loadNow(root: string): Promise<{ scan: CodexScan; codex: Codex }> {
    const before = known.get(root)
    const scan = await scanCodex(root, before?.scan, clock)
    const codex = before && before.scan.entries === scan.entries ? before.codex : compile(scan)
    const loaded = { scan, codex }
    known.set(root, loaded)
    return loaded
  }

  function compile({ entries }: CodexScan): Codex {
    return {
      entries,
      byId: new Map(entries.map((located) => [located.entry.id, located])),
      index: buildNameIndex(
        entries.map(({ entry }) => entry),
        fold,
      ),
    }
  }

  const store = createEntryStore({
    rootOf: projects.rootOf,
    scan: async (projectId) => (await load(projectId)).scan,
    forget: (projectId) => loading.delete(projects.rootOf(projectId)),
  })

  async function standpointOf(
    projectId: string,
    documentId: string,
    codex: Codex,
  ): Promise<{ standpoint: Standpoint; pins: readonly string[] }> {
    const [profile, list] = await Promise.all([projects.profile(projectId), documents.list(projectId)])
    const chapter = Object.hasOwn(profile.chapters, documentId) ? profile.chapters[documentId] : undefined
    const order = new Map(list.map((document, index) => [document.documentId, index]))
    return {
      standpoint: { order, documentId, pointOfView: namesOf(chapter?.pov, codex) },
      pins: [...profile.pins, ...(chapter?.pins ?? [])],
    }
  }

  async function readForPrompt(projectId: string, query: CodexQuery): Promise<CodexReading> {
    const { scan, codex } = await load(projectId)
    const { standpoint, pins } = await standpointOf(projectId, query.documentId, codex)
    const broken = scan.broken.map(({ path, problem = '' }) => ({ path, problem }))
    const selected = selectForPrompt(codex, { ...query, pins }, standpoint, idOfConstraint)
    return {
      ...selected,
      broken,
      warnings: [...selected.warnings, ...scan.problems.map((one) => `CODEX_FOLDER_SKIPPED: ${one}`)],
    }
  }

  return {
    async list(projectId) {
      const { scan } = await load(projectId)
      return [
        ...scan.entries.map(({ entry, path, hash }) => {
          const { id, type, name, aliases, aiContextLevel } = entry
          return { id, type, name, aliases, aiContextLevel, path, hash }
        }),
        ...scan.broken.map(describeBroken),
      ]
    },

    async read(projectId, id) {
      const { scan } = await load(projectId)
      const found = scan.entries.find(({ entry }) => entry.id === id)
      if (found) return { entry: found.entry, hash: found.hash }
      const broken = scan.broken.find(({ path }) => idOfBroken(path) === id)
      if (!broken) throw new AppError(ErrorCode.NOT_FOUND, '没有这个条目。')
      throw new AppError(ErrorCode.CODEX_ENTRY_BROKEN, `${broken.path} 读不出来：${broken.problem ?? ''}`)
    },

    save: store.save,
    delete: store.delete,
    renameDocuments: store.renameDocuments,

    async mentions(projectId, text) {
      const { codex } = await load(projectId)
      return findMentions(text, codex.index).map(({ entry, key, from, to, confidence }) => ({
        entityId: entry.id,
        name: entry.name,
        key,
        from,
        to,
        confidence,
      }))
    },

    async suggestions(projectId) {
      const { codex } = await load(projectId)
      const texts: string[] = []
      for (const { documentId } of await documents.list(projectId)) {
        texts.push((await documents.read(projectId, documentId)).text)
      }
      return suggestNames(
        codex.entries.map(({ entry }) => entry),
        codex.index,
        texts,
      )
    },

    readForPrompt,

    async constraints(projectId) {
      const { codex } = await load(projectId)
      const inForce = codex.entries.filter(({ entry }) =>
        ['always', 'when_detected'].includes(entry.aiContextLevel),
      )
      return inForce.flatMap(({ entry, path }) =>
        [...new Set(entry.constraints)].map((text) => ({
          id: idOfConstraint(entry.id, text),
          text,
          kind: entry.type === 'character' ? ('character' as const) : ('world' as const),
          priority: codexConstraintPriority,
          updatedAt: '',
          source: 'kg' as const,
          sourceRef: path,
          readOnly: true,
        })),
      )
    },

    async textOf(projectId, { source, item, level = 'full' }, documentId) {
      const { codex } = await load(projectId)
      const located = codex.entries.find(({ path }) => path === source)
      if (!located) return undefined
      const query = { documentId, text: '', cursorPosition: 0, instruction: '', pinned: [located.entry.id] }
      const { always, found, constraints } = await readForPrompt(projectId, query)
      if (item !== undefined) return constraints.find(({ id }) => id === item)?.text
      const card = [...always, ...found].find(({ id }) => id === located.entry.id)
      return level === 'full' ? card?.text : card?.levels[level]
    },

    dispose() {
      known.clear()
      loading.clear()
    },
  }
}

/** Below the author's own (100): a derived constraint never stands in front of one. */
const codexConstraintPriority = 50

const idOfConstraint = (entryId: string, text: string) =>
  `kg-${sha256Hex(`${entryId}\0${text}`).slice(0, 12)}`

/** Everything a point-of-view character may be called in `knownBy`; undefined when the chapter has none. */
function namesOf(pov: string | undefined, codex: Codex): ReadonlySet<string> | undefined {
  if (pov === undefined) return undefined
  const entry =
    codex.byId.get(pov)?.entry ??
    codex.entries.find(({ entry: { name, aliases } }) => name === pov || aliases.includes(pov))?.entry
  return new Set(entry ? [pov, entry.id, entry.name, ...entry.aliases] : [pov])
}
