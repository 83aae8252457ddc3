import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CodexMention } from '#contract/codex.ts'
import { ErrorCode } from '../../contract/errorCodes.ts'
import { AppError } from '../../lib/appError.ts'
import { createFileCache, type FileCache } from '../../lib/fileCache.ts'
import { createFileQueue } from '../../lib/files.ts'
import { perObject } from '../../lib/perObject.ts'
import { createTextCache } from '../../lib/textCache.ts'
import type { WithFolderLock } from '../../lib/versionedFile/index.ts'
import { createBookUse } from './bookUse.ts'
import { type CodexScan, codexPlaces, describeBroken, idOfBroken, scanCodex } from './codexFiles.ts'
import { aliasNames, type CodexEntry } from './entry.ts'
import { createEntryStore } from './entryStore.ts'
import { createEntryTexts } from './entryTexts.ts'
import { createFold } from './fold.ts'
import { findCalledNames, findMentions } from './mentions.ts'
import { buildNameIndex, type NameIndex } from './nameIndex.ts'
import { createNamesThread } from './namesThread.ts'
import type { CardsResult, NewCard } from './newCards.ts'
import type { SavedEntry } from './newEntries.ts'
import { createPromptReader, type PromptReader, type PromptSources } from './promptReader.ts'
import type { Codex } from './selectForPrompt.ts'
import type { NamedCodexEntry, SuggestionFilter, Suggestions } from './suggestions.ts'
import { createWholeName, type WholeName } from './wholeName.ts'

interface ListedEntry extends Pick<CodexEntry, 'id' | 'type' | 'name' | 'aiContextLevel'> {
  /** As text, in whatever chapters they are in use. */
  readonly aliases: readonly string[]
  /** Project-relative path. */
  readonly path: string
  readonly hash: string
  readonly error?: string
}

export interface CodexOptions extends PromptSources {
  readonly projects: PromptSources['projects'] & { rootOf(projectId: string): string }
  readonly documents: PromptSources['documents'] & {
    read(projectId: string, documentId: string): Promise<{ readonly text: string }>
  }
  readonly files?: FileCache
  readonly withFolderLock: WithFolderLock
  /** Ids of new entries; random ones unless given. */
  readonly newId?: () => string
}

export interface CodexService extends PromptReader {
  /** By kind, then path; files that cannot be used are listed with their error. */
  list(projectId: string): Promise<ListedEntry[]>
  /** @throws AppError NOT_FOUND, CODEX_ENTRY_BROKEN (the file is there and cannot be read as an entry). */
  read(projectId: string, id: string): Promise<{ entry: CodexEntry; hash: string }>
  /**
   * Writes an entry: with `baseHash` over the file that has it, else as a new file named after the entry.
   * @throws AppError CONFLICT {currentHash} (changed elsewhere, or the id exists), NOT_FOUND, INVALID_ARGUMENT.
   */
  save(projectId: string, entry: CodexEntry, baseHash?: string): Promise<SavedEntry>
  /** The files of entries that no model may see; of one list the same object. A broken file is not among them. */
  listHiddenPaths(projectId: string): Promise<ReadonlySet<string>>
  /** All entries that can be used, in the order of the list. */
  all(projectId: string): Promise<readonly CodexEntry[]>
  /**
   * Writes entries whose ids are new, each as a file of its own, after one scan of the folder; all or none. @throws
   * AppError CONFLICT, INVALID_ARGUMENT, FILE_TOO_LARGE.
   */
  saveAll(projectId: string, entries: readonly CodexEntry[], signal?: AbortSignal): Promise<void>
  /**
   * Makes new entries of names, but for what an entry of any type has already. Never rejects for a card: what could not
   * be written is in the result, and the others are on disk.
   */
  createCards(projectId: string, cards: readonly NewCard[]): Promise<CardsResult>
  /** @throws AppError CONFLICT {currentHash}, NOT_FOUND. */
  delete(projectId: string, id: string, baseHash: string): Promise<void>
  /** Leftmost-longest over all entries of every level. Offsets in UTF-16 units of `text`. */
  mentions(projectId: string, text: string): Promise<CodexMention[]>
  /** Where names are called by `@`: offsets of the names, without the `@`, of entries of every level. */
  called(projectId: string, text: string): Promise<readonly { readonly from: number; readonly to: number }[]>
  /** All names of each entry that occurs in a text and may be shown at all: what a search may use for one another. */
  namesIn(projectId: string, text: string): Promise<readonly (readonly string[])[]>
  /** Finds a name as a whole one in any text, judged by the codex and the whole manuscript. */
  wholeName(projectId: string, name: string, signal?: AbortSignal): Promise<WholeName>
  /** Names that the manuscript uses and the codex does not have, by kind; proposed, never added. */
  suggestions(
    projectId: string,
    filter: { readonly kind?: SuggestionFilter['kind']; readonly limit?: number | undefined },
    signal?: AbortSignal,
  ): Promise<Suggestions>
  /** Drops what is cached. */
  dispose(): void
}

/** The codex of projects: one file per entry below `.creonow/`, read again only when it changed. */
export function createCodexService(options: CodexOptions): CodexService {
  const { projects, documents, files = createFileCache(), newId = randomEntryId } = options
  const fold = createFold()
  const texts = createEntryTexts()
  const cachedCodexes = new Map<string, { scan: CodexScan; codex: Codex }>()
  const bookUse = createBookUse(documents.read)
  const names = createNamesThread(documents.read)
  const inBooks = new WeakMap<NameIndex, Codex>()
  const nameCacheOf = perObject((_codex: Codex) =>
    createTextCache<readonly (readonly string[])[]>(maxCachedTexts, maxCachedUtf16),
  )
  /** Use of a name in the whole book, valid as long as book and codex are the same. */
  const wholeNames = new WeakMap<
    Codex,
    { readonly list: object; readonly byName: LRUCache<string, WholeName> }
  >()
  /** A scan that starts while another one runs uses what that one read. */
  const queue = createFileQueue()

  /** Concurrent requests share one scan of the folder. */
  async function load(projectId: string): Promise<{ scan: CodexScan; codex: Codex }> {
    const root = projects.rootOf(projectId)
    return files.getOrScan(root, codexPlaces, 'codex', () => queue.run(root, () => loadNow(root)))
  }

  async function loadNow(root: string): Promise<{ scan: CodexScan; codex: Codex }> {
    const before = cachedCodexes.get(root)
    const scan = await scanCodex(root, before?.scan, files)
    const codex = before && before.scan.entries === scan.entries ? before.codex : compile(scan)
    if (before?.scan === scan) return before
    const loaded = { scan, codex }
    cachedCodexes.set(root, loaded)
    return loaded
  }

  /** The codex with what the book teaches of one-character names. */
  async function loadInBook(projectId: string): Promise<{ scan: CodexScan; codex: Codex }> {
    const { scan, codex } = await load(projectId)
    if (codex.index.single.size === 0) return { scan, codex }
    const index = await bookUse.indexFor(projectId, codex.index, await documents.list(projectId))
    const taught = inBooks.get(index) ?? { ...codex, index }
    inBooks.set(index, taught)
    return { scan, codex: taught }
  }

  function compile({ entries }: CodexScan): Codex {
    let index: NameIndex | undefined
    return {
      entries,
      byId: new Map(entries.map((located) => [located.entry.id, located])),
      placeOf: new Map(entries.map((located, place) => [located, place])),
      // Of 20,000 entries it takes a quarter of a second, and a list of them needs none.
      get index() {
        index ??= buildNameIndex(
          entries.map(({ entry }) => entry),
          fold,
        )
        return index
      },
      called: new Set(entries.flatMap(({ entry }) => [entry.id, entry.name, ...aliasNames(entry)])),
      alwaysChecked: new Set(entries.filter(({ entry }) => isAlwaysChecked(entry))),
      ...texts,
    }
  }

  async function textsOf(projectId: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
    const texts: string[] = []
    for (const { documentId } of await documents.list(projectId)) {
      signal?.throwIfAborted()
      texts.push((await documents.read(projectId, documentId)).text)
    }
    return texts
  }

  const store = createEntryStore({
    rootOf: projects.rootOf,
    scan: async (projectId) => (await load(projectId)).scan,
    wrote: files.wrote,
    withFolderLock: options.withFolderLock,
    fold,
    newId,
  })

  const prompts = createPromptReader({ projects, documents, load: loadInBook })

  return {
    ...prompts,

    async list(projectId) {
      const { scan } = await load(projectId)
      return [
        ...scan.entries.map(({ entry, path, hash }) => {
          const { id, type, name, aiContextLevel } = entry
          return { id, type, name, aliases: aliasNames(entry), aiContextLevel, path, hash }
        }),
        ...scan.broken.map(describeBroken),
      ]
    },

    async read(projectId, id) {
      const { scan } = await load(projectId)
      const located = scan.entries.find(({ entry }) => entry.id === id)
      if (located) return { entry: located.entry, hash: located.hash }
      const broken = scan.broken.find(({ path }) => idOfBroken(path) === id)
      if (!broken) throw new AppError(ErrorCode.NOT_FOUND, { why: 'entry' })
      const { path, fault } = broken
      throw new AppError(ErrorCode.CODEX_ENTRY_BROKEN, { path, fault })
    },

    listHiddenPaths: async (projectId) => neverShown((await load(projectId)).scan.entries),

    all: async (projectId) => (await load(projectId)).scan.entries.map(({ entry }) => entry),

    save: store.save,
    saveAll: store.saveAll,
    createCards: store.createCards,
    delete: store.delete,

    async mentions(projectId, text) {
      const { codex } = await loadInBook(projectId)
      return findMentions(text, codex.index).map(({ entry, key, from, to, confidence }) => ({
        entityId: entry.id,
        name: entry.name,
        key,
        from,
        to,
        confidence,
      }))
    },

    async namesIn(projectId, text) {
      const { codex } = await loadInBook(projectId)
      const nameCache = nameCacheOf(codex)
      const before = nameCache.get(text)
      if (before) return before
      const names = namesOf(codex, text)
      nameCache.set(text, names)
      return names
    },

    async called(projectId, text) {
      const { codex } = await loadInBook(projectId)
      return findCalledNames(text, codex.index).map(({ from, to }) => ({ from, to }))
    },

    async wholeName(projectId, name, signal) {
      const { codex } = await loadInBook(projectId)
      const list = await documents.list(projectId)
      const cached = wholeNames.get(codex)
      const judged =
        cached?.list === list
          ? cached
          : { list, byName: new LRUCache<string, WholeName>({ max: namesJudged }) }
      wholeNames.set(codex, judged)
      const result =
        judged.byName.get(name) ?? (await createWholeName(name, codex, await textsOf(projectId, signal)))
      judged.byName.set(name, result)
      return result
    },

    async suggestions(projectId, filter, signal) {
      signal?.throwIfAborted()
      const { scan } = await load(projectId)
      const entries = scan.entries.map(
        ({ entry: { id, name, aliases, type } }): NamedCodexEntry => ({ id, name, aliases, type }),
      )
      const list = await documents.list(projectId)
      return names.suggest(
        projectId,
        list,
        { entries, filter: { kind: filter.kind, limit: filter.limit ?? mostOfKind } },
        signal,
      )
    },

    dispose() {
      names.stop()
      cachedCodexes.clear()
      bookUse.clear()
    },
  }
}

const randomEntryId = () => `entry-${randomUUID().slice(0, 8)}`

/** Suggestions of each kind, unless another limit is given. */
const mostOfKind = 200
/** Pages of one search, and a few names more. */
const namesJudged = 8

/** Texts whose names are remembered: as many cursors as requests come from at once. */
const maxCachedTexts = 1000
const maxCachedUtf16 = 2_000_000

function namesOf(codex: Codex, text: string): readonly (readonly string[])[] {
  const entries = new Set(
    findMentions(text, codex.index).flatMap(({ entry }) => codex.byId.get(entry.id) ?? []),
  )
  return [...entries].flatMap(({ entry }) =>
    entry.aiContextLevel === 'never' ? [] : [[entry.name, ...aliasNames(entry)]],
  )
}

const neverShown = perObject(
  (entries: CodexScan['entries']): ReadonlySet<string> =>
    new Set(entries.flatMap(({ entry, path }) => (entry.aiContextLevel === 'never' ? [path] : []))),
)

const isAlwaysChecked = (entry: CodexEntry) =>
  entry.aiContextLevel === 'always' ||
  entry.constraints.length > 0 ||
  entry.progressions.length > 0 ||
  entry.from !== undefined ||
  entry.knownBy !== undefined ||
  entry.aliases.some((alias) => typeof alias !== 'string') ||
  entry.relations.some(({ from }) => from !== undefined)
