import { setImmediate as otherWork } from 'node:timers/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { AppError } from '../../../lib/appError.ts'
import { openZip } from '../../../lib/zipFile.ts'
import { fromBookEntry } from './bookEntry.ts'
import { readCard } from './card.ts'
import { type Draft, emptyFields } from './draft.ts'
import { limits, noLore } from './limits.ts'
import { mapLore, oneLine, reportLore } from './lore.ts'
import { clip, type Losses, type Sentence, unknownField } from './losses.ts'
import {
  isList,
  isNothing,
  isRecord,
  type Json,
  type JsonRecord,
  parseJsonSafely,
  stringsOf,
  textOf,
  without,
} from './safeJson.ts'
import { entriesOf, fromWorldInfo, isLoreEntry } from './worldInfo.ts'

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
  if ('storyContainerVersion' in value) return readNovelAi(lorebookOf(value), losses)
  if (value.spec !== 'lorebook_v3' || !isRecord(value.data)) return readLorebook(value, losses)
  // Unwrapped for good: an export is World Info, and its envelope would declare it a book.
  const { spec: _, data, ...envelope } = value
  return readLorebook({ ...envelope, ...data }, losses)
}

/** Of a story: its text is imported with the manuscript. @throws AppError IMPORT_UNSUPPORTED when it has none. */
function lorebookOf({ content }: JsonRecord): JsonRecord {
  const lorebook = isRecord(content) ? content.lorebook : undefined
  if (!isRecord(lorebook)) throw noLore()
  return lorebook
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
  throw new AppError('IMPORT_UNSUPPORTED', { why: 'convert', program, kind })
}

/** World Info, or a book without a card. */
async function readLorebook(book: JsonRecord, losses: Losses): Promise<readonly Draft[]> {
  const entries = entriesOf(book.entries)
  if (!entries || (entries.length > 0 && !entries.some(isLoreEntry))) throw noLore()
  const drafts = await readEntries(entries, bookEntryOf(undefined, losses), losses)
  // SillyTavern's copy of a card's book: it has nothing new, and would be outdated after the first edit.
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
  if (entries.length > limits.entries) throw new AppError('FILE_TOO_LARGE', { why: 'entries' })
  const drafts: Draft[] = []
  for (const [index, entry] of entries.entries()) {
    if (index % limits.entriesBetweenYields === 0) await otherWork()
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

interface Source {
  readonly value: Json
  /** The file's contents in addition to its JSON, in words for the loss report. */
  readonly remarks: readonly Sentence[]
}

/**
 * Finds the JSON in an uploaded file by its content: JSON itself, a picture with a card, or a CHARX zip
 * (also behind a JPEG).
 * @throws AppError IMPORT_UNSUPPORTED, IMPORT_BROKEN, FILE_TOO_LARGE.
 */
async function openSource(bytes: Buffer): Promise<Source> {
  if (bytes.length > limits.fileBytes) throw new AppError('FILE_TOO_LARGE', { why: 'upload' })
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  const { json, remarks } = isPng(bytes)
    ? await fromPng(bytes)
    : isZip || isJpeg
      ? await fromCharx(bytes)
      : { json: bytes, remarks: [] as const }
  if (!/^\uFEFF?\s*[[{]/.test(json.subarray(0, 1000).toString('utf8'))) throw noLore()
  const { value, changed } = parseJsonSafely(json)
  return { value, remarks: [...remarks, ...changed] }
}

async function fromPng(bytes: Buffer) {
  const text = await readPngText(bytes, ['ccv3', 'chara', 'naidata'])
  if (!text) throw new AppError('IMPORT_UNSUPPORTED', { why: 'picture' })
  if (text.subarray(0, 5).toString('latin1') === 'rcc||')
    throw new AppError('IMPORT_UNSUPPORTED', { why: 'encrypted' })
  const isPlain = text.toString('latin1', 0, 20).trimStart().startsWith('{')
  const json = isPlain ? text : Buffer.from(text.toString('latin1'), 'base64')
  return {
    json,
    remarks: [
      [
        '图片本身没有导入，只导入了里面的文字。',
        'The picture itself was not imported, only the text in it.',
      ] as const,
    ],
  }
}

async function fromCharx(bytes: Buffer) {
  const zip = await openZip(bytes, {
    maxEntries: limits.entries,
    maxEntryBytes: limits.jsonBytes,
    maxTotalBytes: limits.jsonBytes,
  })
  const json = await zip.read('card.json')
  if (!json) throw new AppError('IMPORT_BROKEN', { why: 'card' })
  const otherNames = [...zip.names].filter((name) => name !== 'card.json')
  const scripts = otherNames.filter((name) => name.endsWith('.risum'))
  const assets = otherNames.length - scripts.length
  return {
    json,
    remarks: [
      ...(assets > 0
        ? [
            [
              `压缩包里的 ${assets} 个图片、音频等文件没有导入。`,
              `Pictures, sounds and other files in the archive were not imported: ${assets}.`,
            ] as const,
          ]
        : []),
      ...(scripts.length > 0
        ? [
            [
              'RisuAI 模块（module.risum）没有导入。',
              'The RisuAI module (module.risum) was not imported.',
            ] as const,
          ]
        : []),
    ],
  }
}

const inflateAsync = promisify(inflate)
const signature = Buffer.from('89504e470d0a1a0a', 'hex')

const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/**
 * The first text chunk for one of the keywords, in their order and in any case: tEXt, zTXt or iTXt (PNG
 * specification, 11.3.4). Checksums are not verified: programs that write cards get them wrong, and the text has to
 * be JSON anyway. @throws AppError IMPORT_BROKEN when a chunk is longer than the file.
 */
async function readPngText(bytes: Buffer, keywords: readonly string[]): Promise<Buffer | undefined> {
  const chunksByKeyword = new Map<string, { readonly type: string; readonly content: Buffer }>()
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 8 + length
    if (end + 4 > bytes.length) throw torn()
    if (type === 'IEND') break
    if (type === 'tEXt' || type === 'zTXt' || type === 'iTXt') {
      const chunk = bytes.subarray(at + 8, end)
      const keywordEnd = chunk.subarray(0, 80).indexOf(0)
      const keyword = chunk.toString('latin1', 0, Math.max(0, keywordEnd)).toLowerCase()
      if (keywords.includes(keyword) && !chunksByKeyword.has(keyword))
        chunksByKeyword.set(keyword, { type, content: chunk.subarray(keywordEnd + 1) })
    }
    at = end + 4
  }
  const chunk = keywords.map((keyword) => chunksByKeyword.get(keyword)).find((match) => match !== undefined)
  return chunk && textOfChunk(chunk.type, chunk.content)
}

async function textOfChunk(type: string, content: Buffer): Promise<Buffer> {
  if (type === 'tEXt') return content
  if (type === 'zTXt') return inflated(content.subarray(1))
  const isCompressed = content[0] === 1
  const languageEnd = content.indexOf(0, 2)
  const translationEnd = content.indexOf(0, languageEnd + 1)
  if (languageEnd < 0 || translationEnd < 0) throw torn()
  const text = content.subarray(translationEnd + 1)
  return isCompressed ? inflated(text) : text
}

async function inflated(content: Buffer): Promise<Buffer> {
  try {
    // Base64 adds a third to the JSON, so twice its bound is room enough.
    return await inflateAsync(content, { maxOutputLength: 2 * limits.jsonBytes })
  } catch (error) {
    throw new AppError('IMPORT_BROKEN', { why: 'compressed' }, { cause: error })
  }
}

const torn = () => new AppError('IMPORT_BROKEN', { why: 'picture' })

// The format is not published; fields and defaults as versions 4 to 6 of the files have them.

/** The name of an entry that nobody has named. */
const unnamed = 'New Lorebook Entry'

const mapped = new Set('text displayName id keys enabled forceActivation category lastUpdatedAt'.split(' '))
/** Values that every new entry has, or that are of no use to an app that manages the token budget by itself. */
const usual: Readonly<Record<string, readonly Json[]>> = {
  searchRange: [1000],
  prefix: ['', '----\n'],
  suffix: ['', '\n'],
  tokenBudget: [1, 2048],
  reservedTokens: [0],
  budgetPriority: [400],
  trimDirection: ['trimBottom'],
  insertionType: ['newline'],
  maximumTrimType: ['sentence', 'newline', 'token'],
  insertionPosition: [-1],
}
const reasons = new Map(
  Object.entries<Sentence>({
    searchRange: [
      '搜索范围由 CreoNow 决定，不起作用。',
      'CreoNow decides where to look; this has no effect.',
    ],
    contextConfig: [
      '前后缀、位置、长度和裁剪由 CreoNow 安排，不起作用。',
      'CreoNow arranges affixes, places, lengths and cuts; this has no effect.',
    ],
    keyRelative: [
      '插入位置由 CreoNow 安排，不起作用。',
      'CreoNow arranges where it stands; this has no effect.',
    ],
    nonStoryActivatable: [
      '只在小说正文里找名字，不在别处找，不起作用。',
      'Names are looked for in the novel’s text and nowhere else; this has no effect.',
    ],
    loreBiasGroups: ['词语偏置没有对应，不起作用。', 'Biases of words have no equivalent; no effect.'],
    advancedConditions: ['触发条件没有对应，不起作用。', 'Conditions have no equivalent; no effect.'],
  }),
)

/** The categories of a lorebook by id: their names become tags, a disabled one disables its entries. */
function novelAiCategories(book: JsonRecord): ReadonlyMap<string, JsonRecord> {
  const list = isList(book.categories) ? book.categories.filter(isRecord) : []
  return new Map(list.map((category) => [textOf(category.id), category]))
}

/** One entry of a NovelAI `.lorebook`; what is not mapped is stored in `extra.novelai`. */
function fromNovelAi(raw: JsonRecord, categories: ReadonlyMap<string, JsonRecord>, losses: Losses): Draft {
  const category = categories.get(textOf(raw.category))
  const keys = stringsOf(raw.keys)
  const title = textOf(raw.displayName)
  const lore = mapLore({
    title: title === unnamed && keys.length > 0 ? '' : title,
    keys: keys.filter((key) => !needsAll(key)),
    content: textOf(raw.text),
    constant: raw.forceActivation === true,
    disabled: raw.enabled === false || category?.enabled === false,
    caseSensitive: false,
    character: undefined,
  })
  const { name, body } = lore.mapped
  reportLore({ ...lore, otherKeys: [...keys.filter(needsAll), ...lore.otherKeys] }, 'keys', losses)
  for (const [field, value] of Object.entries(raw)) {
    if (mapped.has(field) || isUsual(field, value)) continue
    losses.add(name, field, reasons.get(field) ?? unknownField)
  }
  const tag = clip(oneLine(textOf(category?.name)), limits.wordUnits)
  const { text, ...remaining } = raw
  return {
    ...emptyFields(),
    ...lore.mapped,
    tags: tag === '' ? [] : [tag],
    id: undefined,
    extra: { novelai: text === body ? remaining : raw },
  }
}

/** What of the file itself has no equivalent. */
function reportNovelAiFile(book: JsonRecord, losses: Losses): void {
  if (!isNothing(book.settings))
    losses.add('', 'settings', [
      '这是整个文件的设定，原样保留，不起作用。',
      'A setting of the whole file: kept as it is, without effect.',
    ])
  const isCombined = [...novelAiCategories(book).values()].some(
    ({ createSubcontext, categoryBiasGroups }) =>
      createSubcontext === true || !isUsual('loreBiasGroups', categoryBiasGroups ?? null),
  )
  if (isCombined)
    losses.add('', 'categories', [
      '分类自己的上下文和偏置没有对应，原样保留，不起作用。',
      'A category’s own context and biases have no equivalent: kept as they are, without effect.',
    ])
}

/** `a & b`: only where both words occur, which no name expresses. */
const needsAll = (key: string) => /\S\s*&\s*\S/.test(key) && !key.startsWith('/')

function isUsual(field: string, value: Json): boolean {
  if (isNothing(value)) return true
  if (field === 'contextConfig' && isRecord(value))
    return Object.entries(value).every(([name, item]) => isUsual(name, item))
  if (field === 'loreBiasGroups' && isList(value))
    return value.every((group) => isRecord(group) && isNothing(group.phrases))
  return usual[field]?.some((candidate) => isDeepStrictEqual(candidate, value)) ?? false
}
