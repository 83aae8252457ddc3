import { randomUUID } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { CodexEntry } from '#contract/codex.ts'
import { AppError } from '../../../lib/appError.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { CodexExchange, ExportFormat } from '../exchangePort.ts'
import type { Draft } from './draft.ts'
import { entryTable } from './entryTable.ts'
import { limits } from './limits.ts'
import { clip, createLosses, type Losses } from './losses.ts'
import { rimeDictionary, wordList } from './nameList.ts'
import type { Reader } from './reader.ts'
import { readUpload } from './readUpload.ts'
import { type BibleDocument, bibleDocument, storyBible } from './storyBible.ts'
import { worldInfoFile } from './worldInfoFile.ts'

/** The codex as far as an exchange needs it. */
export interface ExchangePort {
  /** Broken ones are not among them. */
  all(projectId: string): Promise<readonly CodexEntry[]>
  /** Stores entries whose ids are new, all or none. */
  saveAll(projectId: string, entries: readonly CodexEntry[], signal?: AbortSignal): Promise<void>
}

const maxContentUnits = 67_108_864

/** Makes a Word document of a story bible. */
type WordFile = (document: BibleDocument, signal?: AbortSignal) => Promise<Uint8Array>

interface Format {
  readonly fileName: string
  readonly write: (
    entries: readonly CodexEntry[],
    to: {
      readonly reader: Reader
      readonly losses: Losses
      readonly wordFile: WordFile
      readonly signal?: AbortSignal
    },
  ) => string | Promise<string | Uint8Array>
}

const formats: Readonly<Record<ExportFormat, Format>> = {
  worldinfo: {
    fileName: 'creonow-worldinfo.json',
    write: async (entries, { losses, signal }) =>
      `${JSON.stringify(await worldInfoFile(entries, losses, signal), null, 2)}\n`,
  },
  markdown: {
    fileName: 'creonow-bible.md',
    write: (entries, { reader, losses }) => storyBible(entries, reader, losses),
  },
  docx: {
    fileName: 'creonow-bible.docx',
    write: (entries, { reader, losses, wordFile, signal }) =>
      wordFile(bibleDocument(entries, reader, losses), signal),
  },
  csv: {
    fileName: 'creonow-codex.csv',
    write: (entries, { reader, losses }) => entryTable(entries, reader, losses),
  },
  rime: {
    fileName: 'creonow_names.dict.yaml',
    write: (entries, { losses }) => rimeDictionary(entries, losses),
  },
  words: { fileName: 'creonow-names.txt', write: (entries, { losses }) => wordList(entries, losses) },
}

/** Import from and export to the formats that lorebooks and character cards are shared in. */
export function createExchange(options: {
  readonly entries: ExchangePort
  /** Titles of chapters by their id and by their path, for files that people read. */
  readonly chapterTitles: (projectId: string) => Promise<ReadonlyMap<string, string>>
  /** That of the book: headings and names of fields are in it. */
  readonly language: (projectId: string) => Promise<'zh' | 'en'>
  /** For the format `docx`. */
  readonly wordFile: WordFile
  readonly newId?: () => string
}): CodexExchange {
  const { entries: port, chapterTitles, language, wordFile, newId = randomUUID } = options
  return {
    async import(projectId, { base64 }, signal) {
      const losses = createLosses()
      const drafts = await readUpload(Buffer.from(base64, 'base64'), losses)
      signal?.throwIfAborted()
      const entries = await admit(drafts, await port.all(projectId), {
        newId,
        losses,
        ...(signal ? { signal } : {}),
      })
      if (entries.length > 0) await port.saveAll(projectId, entries, signal)
      return { entries: entries.length, loss: losses.list() }
    },
    async export(projectId, format, signal) {
      const losses = createLosses()
      const entries = await port.all(projectId)
      const reader = { language: await language(projectId), chapterTitles: await chapterTitles(projectId) }
      const { fileName, write } = formats[format]
      const file = await write(entries, { reader, losses, wordFile, ...(signal ? { signal } : {}) })
      const encoding = typeof file === 'string' ? 'utf8' : 'base64'
      const content = typeof file === 'string' ? file : Buffer.from(file).toString('base64')
      if (content.length > maxContentUnits) throw new AppError('FILE_TOO_LARGE', { why: 'codex' })
      return { fileName, content, encoding, entries: entries.length, loss: losses.list() }
    },
  }
}

/**
 * Makes entries of drafts: every id is new to the project, relations inside the file follow, and what the project
 * already has word for word is skipped, so that importing twice adds nothing. @throws AppError FILE_TOO_LARGE when
 * one entry is larger than an entry's file may be.
 */
async function admit(
  drafts: readonly Draft[],
  existing: readonly CodexEntry[],
  options: { readonly newId: () => string; readonly losses: Losses; readonly signal?: AbortSignal },
): Promise<readonly CodexEntry[]> {
  const { newId, losses, signal } = options
  const existingDigests = new Set(await inTurns(existing, digestOf, signal))
  const usedIds = new Set(existing.map(({ id }) => id))
  const idOf = new Map<string, string>()
  const admitted: CodexEntry[] = []
  for (const { draft, digest } of await inTurns(
    drafts,
    (draft) => ({ draft, digest: digestOf(draft) }),
    signal,
  )) {
    if (existingDigests.has(digest)) {
      losses.add(draft.name, '', [
        '项目里已经有一模一样的条目，没有再导入。',
        'The book has exactly this entry already; it was not imported again.',
      ])
      continue
    }
    const id = draft.id !== undefined && !usedIds.has(draft.id) ? draft.id : newId()
    usedIds.add(id)
    if (draft.id !== undefined) idOf.set(draft.id, id)
    admitted.push({ ...draft, id })
  }
  const withRelations = (entry: CodexEntry) => {
    const relations = entry.relations.map((relation) => ({
      ...relation,
      to: idOf.get(relation.to) ?? relation.to,
    }))
    const moved = { ...entry, relations }
    checkSize(moved)
    return moved
  }
  return inTurns(admitted, withRelations, signal)
}

/** Maps thousands of entries in parts, so that others get their turn in between. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  signal: AbortSignal | undefined,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index % limits.entriesBetweenYields === 0) {
      await otherWork()
      signal?.throwIfAborted()
    }
    results.push(map(item))
  }
  return results
}

/** The content of an entry without its id, whatever the order of its fields. */
function digestOf({ id: _, ...entry }: CodexEntry | Draft): string {
  const sorted = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(byKey))
      : value
  return sha256Hex(JSON.stringify(entry, sorted))
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

function checkSize(entry: CodexEntry): void {
  const isLong = entry.body.length > limits.bodyUnits
  if (isLong || Buffer.byteLength(JSON.stringify(entry)) > limits.entryBytes)
    throw new AppError('FILE_TOO_LARGE', { why: 'loreEntry', name: clip(entry.name, 40) })
}
