import { setImmediate as otherWork } from 'node:timers/promises'
import { fromBookEntry } from './bookEntry.ts'
import { readCard } from './card.ts'
import type { Draft } from './draft.ts'
import { limits, tooLarge, unsupported } from './limits.ts'
import type { Losses } from './losses.ts'
import { isList, isRecord, type Json, type JsonRecord, textOf, without } from './safeJson.ts'
import { openSource } from './source.ts'
import { entriesOf, fromWorldInfo } from './worldInfo.ts'

const entriesBetweenYields = 500

/**
 * The entries of a World Info file, a lorebook or a character card, whichever it is.
 * @throws AppError IMPORT_UNSUPPORTED, IMPORT_BROKEN, FILE_TOO_LARGE.
 */
export async function readUpload(bytes: Buffer, losses: Losses): Promise<readonly Draft[]> {
  const { value, besides } = await openSource(bytes)
  for (const reason of besides) losses.add('', '', reason)
  if (!isRecord(value)) return readEntries(value, undefined, losses)
  refuseOthers(value)
  if (isCard(value)) {
    const { draft, character, book } = readCard(value, losses)
    return [draft, ...(book ? await readEntries(book.entries ?? [], character, losses) : [])]
  }
  const isWrapped = value.spec === 'lorebook_v3' && isRecord(value.data)
  const book = isWrapped && isRecord(value.data) ? value.data : value
  const drafts = await readEntries(book.entries, undefined, losses)
  const rest = without(book, 'entries')
  return withFileFields(drafts, isWrapped ? { ...value, data: rest } : rest, losses)
}

function isCard(value: JsonRecord): boolean {
  if (/^chara_card_/.test(textOf(value.spec))) return isRecord(value.data)
  const isFirstVersion = ['description', 'personality', 'first_mes'].some((field) => field in value)
  return typeof value.name === 'string' && isFirstVersion && !('entries' in value)
}

function refuseOthers(value: JsonRecord): void {
  const others: readonly (readonly [boolean, string])[] = [
    ['lorebookVersion' in value, 'NovelAI 的 lorebook'],
    [value.kind === 'memory', 'Agnai 的 memory book'],
    [value.type === 'risu', 'RisuAI 的 lorebook'],
  ]
  const found = others.find(([isIt]) => isIt)
  if (found) throw unsupported(`还不能导入${found[1]}，请先转成 World Info。`)
}

async function readEntries(
  value: Json | undefined,
  character: string | undefined,
  losses: Losses,
): Promise<readonly Draft[]> {
  const entries = entriesOf(value)
  if (!entries) throw unsupported('这个文件不是 World Info 或角色卡，没有导入。')
  if (entries.length > limits.entries) throw tooLarge('这个文件超过 20000 个条目，没有导入。')
  const drafts: Draft[] = []
  for (const [index, entry] of entries.entries()) {
    if (index % entriesBetweenYields === 0) await otherWork()
    if (!isRecord(entry)) losses.add(`第 ${index + 1} 条`, '', '这一条不是条目，没有导入。')
    else if (isList(entry.keys)) drafts.push(fromBookEntry(entry, character, losses))
    else drafts.push(fromWorldInfo(entry, losses))
  }
  return drafts
}

/** Fields of the file itself have no entry: they stay with the first one. */
function withFileFields(drafts: readonly Draft[], fields: JsonRecord, losses: Losses): readonly Draft[] {
  const names = Object.keys(fields)
  const [first, ...others] = drafts
  if (names.length === 0) return drafts
  for (const name of names) losses.add('', name, '这是整个文件的设定，原样保留在第一个条目里，不起作用。')
  return first ? [{ ...first, extra: { ...first.extra, worldInfoFile: fields } }, ...others] : drafts
}
