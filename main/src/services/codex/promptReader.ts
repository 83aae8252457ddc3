import type { ListedConstraint } from '#contract/constraints.ts'
import { chapterPositions, type NamedChapter } from '../../lib/chapterPositions.ts'
import type { CodexPort, CodexQuery, CodexReading } from '../sources/index.ts'
import type { CodexScan } from './codexFiles.ts'
import { aliasNames, type CodexEntry, codexFolders } from './entry.ts'
import { entryAsOf, type Standpoint } from './entryAsOf.ts'
import { codexConstraintPriority, idOfConstraint } from './entryTexts.ts'
import { type EntryVisibility, explainVisibility } from './entryVisibility.ts'
import { firstParagraph, gist, sentencesWithin } from './excerpt.ts'
import { findMentions, type Mention } from './mentions.ts'
import { type Codex, selectForPrompt } from './selectForPrompt.ts'

/** The data of a book that decide what a request sees. */
export interface PromptSources {
  readonly projects: {
    profile(projectId: string): Promise<{
      readonly pins: readonly string[]
      readonly chapters: Readonly<
        Record<string, { readonly pov?: string | undefined; readonly pins: readonly string[] }>
      >
    }>
  }
  readonly documents: {
    list(projectId: string): Promise<readonly NamedChapter[]>
    /** Planned and missing chapters too, which entries may name; those of `list` without it. */
    outline?(projectId: string): Promise<readonly NamedChapter[]>
  }
}

export interface PromptReader {
  /** What a request gets, as of its chapter. */
  readForPrompt(projectId: string, query: CodexQuery): Promise<CodexReading>
  /** Constraints in entries' front matter that apply by themselves, for the list of constraints. */
  constraints(projectId: string): Promise<ListedConstraint[]>
  /** An entry by its file, as of a chapter and whatever its level; undefined: not an entry, or not visible there. */
  entryAsOf: CodexPort['entryAsOf']
  /** Names in a text that come up only in a later chapter; undefined: the codex has no such name. */
  namesAhead(projectId: string, documentId: string, text: string): Promise<readonly NameAhead[] | undefined>
  /** An entry at a glance as of a chapter; undefined: there is no such entry. */
  card(projectId: string, documentId: string, id: string): Promise<EntryCard | undefined>
  /** Why an entry is not in a chapter's prompt; undefined: there is no such entry. */
  entryVisibility(projectId: string, documentId: string, id: string): Promise<EntryVisibility | undefined>
}

/** The side of the codex that prompts are made of. */
export function createPromptReader(
  options: PromptSources & {
    readonly load: (projectId: string) => Promise<{ readonly scan: CodexScan; readonly codex: Codex }>
  },
): PromptReader {
  const { projects, documents, load } = options
  const outline = documents.outline ?? documents.list
  const unusable = new WeakMap<CodexScan['broken'], CodexReading['broken']>()
  const derived = new WeakMap<Codex, ListedConstraint[]>()
  /** What a query was answered, and from which codex, profile and chapters: the same ones give the same answer. */
  const answered = new WeakMap<CodexQuery, { from: readonly object[]; reading: CodexReading }>()

  function brokenOf(files: CodexScan['broken']): CodexReading['broken'] {
    const described =
      unusable.get(files) ??
      files.map(({ path, fault = { code: 'unreadable', params: {} }, isOrphaned }) =>
        isOrphaned ? { path, fault, reason: 'leftover' as const } : { path, fault },
      )
    unusable.set(files, described)
    return described
  }

  function standpointOf(
    profile: Awaited<ReturnType<typeof projects.profile>>,
    list: readonly NamedChapter[],
    documentId: string,
    codex: Codex,
  ): { standpoint: Standpoint; pins: readonly string[]; viewpoints: ReadonlySet<string> } {
    const chapter = Object.hasOwn(profile.chapters, documentId) ? profile.chapters[documentId] : undefined
    return {
      standpoint: { order: chapterPositions(list), documentId, pointOfView: namesOf(chapter?.pov, codex) },
      pins: [...profile.pins, ...(chapter?.pins ?? [])],
      viewpoints: new Set(Object.values(profile.chapters).flatMap(({ pov }) => pov ?? [])),
    }
  }

  async function readForPrompt(projectId: string, query: CodexQuery): Promise<CodexReading> {
    const { scan, codex } = await load(projectId)
    const [profile, list] = await Promise.all([projects.profile(projectId), outline(projectId)])
    const from = [scan, codex, profile, list]
    const before = answered.get(query)
    if (before?.from.every((input, at) => input === from[at])) return before.reading
    const { standpoint, ...place } = standpointOf(profile, list, query.documentId, codex)
    const selected = selectForPrompt(codex, { ...query, ...place }, standpoint)
    const reading = {
      ...selected,
      broken: brokenOf(scan.broken),
      notices: [
        ...selected.notices,
        ...scan.problems.map((params) => ({ code: 'CODEX_FOLDER_SKIPPED', params }) as const),
        ...(scan.problems.length < codexFolders.length
          ? []
          : [{ code: 'KG_UNAVAILABLE', params: {} } as const]),
      ],
    }
    answered.set(query, { from, reading })
    return reading
  }

  async function entryIn(projectId: string, documentId: string, id: string) {
    const [{ codex }, profile, list] = await Promise.all([
      load(projectId),
      projects.profile(projectId),
      outline(projectId),
    ])
    const entry = codex.byId.get(id)?.entry
    return entry && { entry, ...standpointOf(profile, list, documentId, codex) }
  }

  return {
    readForPrompt,

    async constraints(projectId) {
      const { codex } = await load(projectId)
      const cached = derived.get(codex)
      if (cached) return cached
      const inForce = codex.entries.filter(({ entry }) =>
        ['always', 'when_detected'].includes(entry.aiContextLevel),
      )
      const constraints = inForce.flatMap(({ entry, path }) =>
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
      derived.set(codex, constraints)
      return constraints
    },

    async namesAhead(projectId, documentId, text) {
      const [{ codex }, profile, list] = await Promise.all([
        load(projectId),
        projects.profile(projectId),
        outline(projectId),
      ])
      const { standpoint } = standpointOf(profile, list, documentId, codex)
      return namesAhead(text, codex, standpoint)
    },

    async entryVisibility(projectId, documentId, id) {
      const located = await entryIn(projectId, documentId, id)
      return located && explainVisibility(located.entry, located.standpoint)
    },

    async card(projectId, documentId, id) {
      const located = await entryIn(projectId, documentId, id)
      return located && entryCard(located.entry, located.standpoint)
    },

    async entryAsOf(projectId, path, { documentId, language }) {
      const { codex } = await load(projectId)
      const located = codex.entries.find((entry) => entry.path === path)
      if (!located) return undefined
      const pinned = [located.entry.id]
      const place = { documentId, language, text: '', cursorPosition: 0, reachUnits: 0, latest: [] }
      const query = { ...place, instruction: '', pinned }
      const { always, matches, constraints } = await readForPrompt(projectId, query)
      const card = [...always, ...matches].find(({ id }) => id === located.entry.id)
      const own = constraints.filter((constraint) => constraint.path === path)
      return card && { text: card.text, levels: card.levels, constraints: own }
    },
  }
}

/** Everything a point-of-view character may be called in `knownBy`; undefined when the chapter has none. */
function namesOf(pov: string | undefined, codex: Codex): ReadonlySet<string> | undefined {
  if (pov === undefined) return undefined
  const entry =
    codex.byId.get(pov)?.entry ??
    codex.entries.find(({ entry }) => entry.name === pov || aliasNames(entry).includes(pov))?.entry
  return new Set(entry ? [pov, entry.id, entry.name, ...aliasNames(entry)] : [pov])
}

/** An entry at a glance, as of a chapter. */
interface EntryCard {
  readonly type: CodexEntry['type']
  readonly name: string
  /** The present state in a word of the author's; '' when the last change has none. */
  readonly state: string
  /** What has happened last; '' when nothing has. */
  readonly latest: string
  /** How its text begins. */
  readonly line: string
  /** False: in this chapter nobody knows of it yet, or not the point-of-view character. */
  readonly known: boolean
}

const cardUnits = 120

export function entryCard(entry: CodexEntry, standpoint: Standpoint): EntryCard {
  const { progressions, isVisible: visible } = entryAsOf(entry, standpoint)
  const { name, body, type } = entry
  const last = progressions.at(-1)
  const beginning = firstParagraph(body.trim())
  return {
    type,
    name,
    state: last?.state ?? '',
    latest: gist(last?.text.trim() ?? '', cardUnits),
    line: beginning === '' ? '' : sentencesWithin(beginning, cardUnits),
    known: visible,
  }
}

interface NameAhead {
  /** As it is in the text. */
  readonly name: string
  /** UTF-16 offset of its first mention. */
  readonly from: number
  /** The first chapter in which it is in use. */
  readonly revealedIn: string
}

/**
 * Names in a text that may not come up yet as of a chapter: of entries that start later, and aliases that do. A name
 * that another visible entry has is no secret. Undefined: the codex has no such name.
 */
export function namesAhead(text: string, codex: Codex, standpoint: Standpoint): NameAhead[] | undefined {
  const isRevealedLater = ({ from, aliases }: CodexEntry) =>
    from !== undefined || aliases.some((alias) => typeof alias !== 'string' && alias.from !== undefined)
  if (![...codex.alwaysChecked].some(({ entry }) => isRevealedLater(entry))) return undefined
  const byPlace = new Map<number, Mention[]>()
  for (const mention of findMentions(text, codex.index))
    byPlace.set(mention.from, [...(byPlace.get(mention.from) ?? []), mention])
  const hits = new Map<string, NameAhead>()
  for (const [from, owners] of byPlace) {
    const begins = owners.map(({ entry, key }) =>
      revealChapterOf(codex.byId.get(entry.id)?.entry, key, standpoint),
    )
    const [revealedIn] = begins
    const name = text.slice(from, owners[0]?.to)
    if (revealedIn !== undefined && !begins.includes(undefined) && !hits.has(name))
      hits.set(name, { name, from, revealedIn })
  }
  return [...hits.values()]
}

/** The later chapter with which a name of an entry starts; undefined: it has started, or its chapter is missing. */
function revealChapterOf(entry: CodexEntry | undefined, key: string, { order, documentId }: Standpoint) {
  const position = order.get(documentId)
  const later = (from: string | undefined) =>
    from !== undefined && position !== undefined && (order.get(from) ?? -1) > position ? from : undefined
  if (!entry || later(entry.from) !== undefined || key === entry.name) return later(entry?.from)
  const spans = entry.aliases.filter((alias) => (typeof alias === 'string' ? alias : alias.name) === key)
  const begins = spans.map((alias) => (typeof alias === 'string' ? undefined : later(alias.from)))
  return begins.includes(undefined) ? undefined : begins[0]
}
