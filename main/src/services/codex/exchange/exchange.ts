import { randomUUID } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { CodexEntry } from '#contract/codex.ts'
import { AppError } from '../../../lib/appError.ts'
import { sha256Hex } from '../../../lib/hash.ts'
import type { CodexExchange } from '../exchangePort.ts'
import type { Draft } from './draft.ts'
import { limits } from './limits.ts'
import { clip, createLosses, type Losses, type Sentence } from './losses.ts'
import { readUpload } from './readUpload.ts'
import { isRecord, type Json, type JsonRecord } from './safeJson.ts'
import { toWorldInfo } from './worldInfo.ts'

/** The codex as far as an exchange needs it. */
export interface ExchangePort {
  /** Broken ones are not among them. */
  all(projectId: string): Promise<readonly CodexEntry[]>
  /** Stores entries whose ids are new, all or none. */
  saveAll(projectId: string, entries: readonly CodexEntry[], signal?: AbortSignal): Promise<void>
}

const maxContentUnits = 67_108_864
const entriesBetweenYields = 500

/** Import from and export to the formats that lorebooks and character cards are shared in. */
export function createExchange(options: {
  readonly entries: ExchangePort
  readonly newId?: () => string
}): CodexExchange {
  const { entries: port, newId = randomUUID } = options
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
      const content = `${JSON.stringify(await worldInfoFile(entries, losses, signal), null, 2)}\n`
      if (content.length > maxContentUnits) throw new AppError('FILE_TOO_LARGE', { why: 'codex' })
      return { fileName: `creonow-${format}.json`, content, entries: entries.length, loss: losses.list() }
    },
  }
}

async function worldInfoFile(
  entries: readonly CodexEntry[],
  losses: Losses,
  signal: AbortSignal | undefined,
): Promise<JsonRecord> {
  const usedUids = new Set<number>()
  const written: [string, Json][] = []
  let fields: JsonRecord | undefined
  let next = 0
  for (const [index, entry] of entries.entries()) {
    if (index % entriesBetweenYields === 0) {
      await otherWork()
      signal?.throwIfAborted()
    }
    const preferredUid = uidOf(entry)
    while (usedUids.has(next)) next += 1
    const uid = preferredUid !== undefined && !usedUids.has(preferredUid) ? preferredUid : next
    usedUids.add(uid)
    const original = entry.extra.worldInfoFile as Json | undefined // JSON once; YAML gives it back as such
    const isFirst = fields === undefined && isRecord(original)
    if (isFirst) fields = original
    written.push([String(uid), toWorldInfo(entry, uid, isFirst ? ['worldInfoFile'] : [])])
    reportOwn(entry, losses)
  }
  return { ...fields, entries: Object.fromEntries(written) }
}

function uidOf({ extra }: CodexEntry): number | undefined {
  const { worldInfo } = extra as JsonRecord // as above
  const uid = isRecord(worldInfo) ? worldInfo.uid : undefined
  return typeof uid === 'number' && Number.isSafeInteger(uid) && uid >= 0 ? uid : undefined
}

const ownOnly: readonly (readonly [keyof CodexEntry, Sentence])[] = [
  ['tags', ['标签', 'tags']],
  ['relations', ['关系', 'relations']],
  ['constraints', ['约束', 'constraints']],
  ['exclude', ['排除短语', 'excluded phrases']],
  ['progressions', ['随章节的变化', 'changes by chapter']],
  ['knownBy', ['谁知道它', 'who knows it']],
]

function reportOwn(entry: CodexEntry, losses: Losses): void {
  for (const [field, [zh, en]] of ownOnly) {
    const value = entry[field]
    if (Array.isArray(value) && value.length > 0)
      losses.add(entry.name, field, [
        `World Info 没有“${zh}”，别的程序看不到；再导入 CreoNow 时会恢复。`,
        `World Info has no ${en}, so other programs do not see them; they are back when imported into CreoNow again.`,
      ])
  }
  if (entry.aiContextLevel === 'manual_only')
    losses.add(entry.name, 'aiContextLevel', [
      'World Info 没有“只手动”，导出成了停用；再导入 CreoNow 时会恢复。',
      'World Info has no “manual only”; it was exported as disabled, and is back when imported into CreoNow again.',
    ])
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
    if (index % entriesBetweenYields === 0) {
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
