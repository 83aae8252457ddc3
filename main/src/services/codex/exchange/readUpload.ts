import { setImmediate as otherWork } from 'node:timers/promises'
import { fromBookEntry } from './bookEntry.ts'
import { readCard } from './card.ts'
import type { Draft } from './draft.ts'
import { limits, noLore, tooLarge, unsupported } from './limits.ts'
import type { Losses } from './losses.ts'
import { fromNovelAi, novelAiCategories, reportNovelAiFile } from './novelAi.ts'
import { isList, isNothing, isRecord, type Json, type JsonRecord, textOf, without } from './safeJson.ts'
import { openSource } from './source.ts'
import { entriesOf, fromWorldInfo, isLoreEntry } from './worldInfo.ts'

const entriesBetweenYields = 500

/**
 * The entries of a World Info file, a book, a NovelAI lorebook or a character card, whichever it is.
 * @throws AppError IMPORT_UNSUPPORTED, IMPORT_BROKEN, FILE_TOO_LARGE.
 */
export async function readUpload(bytes: Buffer, losses: Losses): Promise<readonly Draft[]> {
  const { value, remarks } = await openSource(bytes)
  for (const reason of remarks) losses.add('', '', reason)
  if (!isRecord(value)) return readLorebook({ entries: value }, losses)
  refuseOthers(value)
  if (isCard(value)) {
    const { draft, character, book } = readCard(value, losses)
    return [
      draft,
      ...(book ? await readEntries(book.entries ?? [], bookEntryOf(character, losses), losses) : []),
    ]
  }
  if ('lorebookVersion' in value) return readNovelAi(value, losses)
  if (value.spec !== 'lorebook_v3' || !isRecord(value.data)) return readLorebook(value, losses)
  // Unwrapped for good: an export is World Info, and its envelope would say that it is a book.
  const { spec: _, data, ...envelope } = value
  return readLorebook({ ...envelope, ...data }, losses)
}

type Read = (entry: JsonRecord) => Draft

const bookEntryOf =
  (character: string | undefined, losses: Losses): Read =>
  (entry) =>
    isList(entry.keys) ? fromBookEntry(entry, character, losses) : fromWorldInfo(entry, losses)

/** A card has a specification, or, before there was one, what only a card has. */
function isCard(value: JsonRecord): boolean {
  const data = isRecord(value.data) ? value.data : value
  if (/^chara_card_/.test(textOf(value.spec))) return isRecord(value.data) || typeof value.name === 'string'
  const hasText = (field: string) => typeof data[field] === 'string'
  return (
    !('entries' in value) &&
    hasText('name') &&
    (hasText('first_mes') || (hasText('personality') && hasText('scenario')))
  )
}

function refuseOthers(value: JsonRecord): void {
  const unsupportedFormats: readonly (readonly [boolean, program: string, kind: string])[] = [
    [value.kind === 'memory', 'Agnai', 'memory book'],
    [value.type === 'risu', 'RisuAI', 'lorebook'],
  ]
  const match = unsupportedFormats.find(([isIt]) => isIt)
  if (!match) return
  const [, program, kind] = match
  throw unsupported(
    `还不能导入 ${program} 的 ${kind}，请先转成 World Info。`,
    `A ${kind} of ${program} cannot be imported yet. Turn it into World Info first.`,
  )
}

/** World Info, or a book without a card. */
async function readLorebook(book: JsonRecord, losses: Losses): Promise<readonly Draft[]> {
  const entries = entriesOf(book.entries)
  if (!entries || (entries.length > 0 && !entries.some(isLoreEntry))) throw noLore()
  const drafts = await readEntries(entries, bookEntryOf(undefined, losses), losses)
  // SillyTavern's copy of a card's book: it says nothing new, and would go stale with the first edit.
  const rest = without(book, 'entries', 'originalData')
  if ('originalData' in book)
    losses.add('', 'originalData', [
      '这是同一本设定集的副本，没有保留。',
      'A copy of the same book; it was not kept.',
    ])
  for (const [field, setting] of Object.entries(rest))
    if (!isNothing(setting))
      losses.add('', field, [
        '这是整个文件的设定，原样保留在第一个条目里，不起作用。',
        'A setting of the whole file: kept as it is in the first entry, without effect.',
      ])
  return withFileFields(drafts, 'worldInfoFile', rest)
}

async function readNovelAi(book: JsonRecord, losses: Losses): Promise<readonly Draft[]> {
  const categories = novelAiCategories(book)
  reportNovelAiFile(book, losses)
  const entries = entriesOf(book.entries)
  if (!entries) throw noLore()
  const drafts = await readEntries(entries, (entry) => fromNovelAi(entry, categories, losses), losses)
  return withFileFields(drafts, 'novelaiFile', without(book, 'entries'))
}

async function readEntries(value: Json, read: Read, losses: Losses): Promise<readonly Draft[]> {
  const entries = entriesOf(value)
  if (!entries) throw noLore()
  if (entries.length > limits.entries)
    throw tooLarge(
      '这个文件超过 20000 个条目，没有导入。',
      'This file has more than 20,000 entries. Nothing was imported.',
    )
  const drafts: Draft[] = []
  for (const [index, entry] of entries.entries()) {
    if (index % entriesBetweenYields === 0) await otherWork()
    if (isRecord(entry)) drafts.push(read(entry))
    else
      losses.add(`#${index + 1}`, '', [
        '这一条不是条目，没有导入。',
        'This is no entry and was not imported.',
      ])
  }
  return drafts
}

/** Fields of the file itself have no entry: they stay with the first one. */
function withFileFields(drafts: readonly Draft[], place: string, fields: JsonRecord): readonly Draft[] {
  const [first, ...rest] = drafts
  if (!first || Object.keys(fields).length === 0) return drafts
  return [{ ...first, extra: { ...first.extra, [place]: fields } }, ...rest]
}
