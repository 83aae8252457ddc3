import { setImmediate as otherWork } from 'node:timers/promises'
import type { CodexEntry } from '#contract/codex.ts'
import { limits } from './limits.ts'
import type { Losses, Sentence } from './losses.ts'
import { isRecord, type Json, type JsonRecord } from './safeJson.ts'
import { toWorldInfo } from './worldInfo.ts'

/** All entries as a World Info file; the first one that came with fields of such a file gives them back. */
export async function worldInfoFile(
  entries: readonly CodexEntry[],
  losses: Losses,
  signal: AbortSignal | undefined,
): Promise<JsonRecord> {
  const usedUids = new Set<number>()
  const written: [string, Json][] = []
  let fields: JsonRecord | undefined
  let next = 0
  for (const [index, entry] of entries.entries()) {
    if (index % limits.entriesBetweenYields === 0) {
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
